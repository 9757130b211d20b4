"""Whole-process benchmarks of the wheel, as users get it, side by side in one run: ``make bench``.

Prints ratios because the clock of a shared machine drifts: each pair of commands is run in turn (A B A B …) and the
median of the pairwise ratios of CPU time (user + system, children included) is given, beside the medians themselves.
"""

from __future__ import annotations

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
GATES = {"--version": 1.3, "one file": 2.5, "2,000 files": 15.0}


def installed(folder: str) -> Path:
    """The programs of a new virtual environment in ``folder`` with the wheel of this checkout and with yamllint."""
    venv = Path(folder, "venv")
    build = [sys.executable, "-m", "build", "--quiet", "--wheel", "--outdir", folder, str(ROOT)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    programs = venv / ("Scripts" if os.name == "nt" else "bin")
    wheel = next(Path(folder).glob("*.whl"))
    install = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, str(wheel), "yamllint"], check=True)
    return programs


def cpu(command: Sequence[str], folder: str) -> float:
    """CPU seconds of one run of ``command`` in ``folder``."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pair(name: str, one: Sequence[str], other: Sequence[str], folder: str, runs: int) -> float:
    """Runs both commands in turn and prints and returns the median ratio of the first to the second."""
    cpu(one, folder)
    cpu(other, folder)
    ones, others = [], []
    for _ in range(runs):
        ones.append(cpu(one, folder))
        others.append(cpu(other, folder))
    ratio = statistics.median(a / b for a, b in zip(ones, others, strict=True))
    print(
        f"{name:<12} {statistics.median(ones) * 1000:8.0f} ms {statistics.median(others) * 1000:8.0f} ms "
        f"ratio {ratio:6.2f} (min {min(a / b for a, b in zip(ones, others, strict=True)):.2f})"
    )
    return ratio


def collector(number: int, lines: int = 150) -> str:
    """A healthy Collector configuration of ``lines`` lines or a few less.

    Made as public ones are: of 27 in a corpus of public repositories the average has eleven components, one of them a
    gRPC client, and is long because of processors' rules and scrape targets.
    """
    head = f"""# configuration {number}
receivers:
  otlp:
    protocols:
      grpc:
        endpoint: 0.0.0.0:4317
      http:
        endpoint: 0.0.0.0:4318
  host_metrics:
    collection_interval: 30s
    scrapers:
      cpu: {{}}
      disk: {{}}
      memory: {{}}
processors:
  memory_limiter:
    check_interval: 1s
    limit_percentage: 80
  batch:
    timeout: 5s
  attributes/rules:
    actions:
"""
    tail = f"""exporters:
  otlp_grpc:
    endpoint: backend-{number}.example.com:4317
    timeout: 5s
    sending_queue:
      queue_size: 1000
    retry_on_failure:
      max_elapsed_time: 5m
  prometheus:
    endpoint: 0.0.0.0:9464
  debug:
    verbosity: basic
extensions:
  health_check:
    endpoint: 0.0.0.0:13133
service:
  extensions: [health_check]
  pipelines:
    traces:
      receivers: [otlp]
      processors: [memory_limiter, attributes/rules, batch]
      exporters: [otlp_grpc]
    metrics:
      receivers: [otlp, host_metrics]
      processors: [memory_limiter, batch]
      exporters: [prometheus, debug]
"""
    room = lines - head.count("\n") - tail.count("\n")
    rules = [
        f"      - key: app.tag.{rule}  # rule {rule}\n        action: upsert\n        value: {number}-{rule}\n"
        for rule in range(room // 3)
    ]
    return head + "".join(rules) + tail


def manifest(number: int) -> str:
    """A ConfigMap with such a configuration, the Deployment that mounts it and its Service."""
    config = "\n".join(f"    {line}" for line in collector(number, 110).splitlines())
    name = f"gateway-{number}"
    return f"""apiVersion: v1
kind: ConfigMap
metadata:
  name: {name}
data:
  relay.yaml: |
{config}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {name}
spec:
  selector:
    matchLabels: {{app: {name}}}
  template:
    metadata:
      labels: {{app: {name}}}
    spec:
      containers:
        - name: otelcol
          image: otel/opentelemetry-collector-contrib:0.155.0
          args: [--config=/conf/relay.yaml]
          volumeMounts:
            - name: config
              mountPath: /conf
      volumes:
        - name: config
          configMap:
            name: {name}
---
apiVersion: v1
kind: Service
metadata:
  name: {name}
spec:
  selector: {{app: {name}}}
  ports:
    - port: 4317
"""


def main() -> int:
    """Runs all benchmarks; 1 if one of them misses its goal."""
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, CPython {platform.python_version()}")
    print("CPU time, medians of paired runs")
    with tempfile.TemporaryDirectory() as folder:
        programs = installed(folder)
        deadpeer = str(programs / "deadpeer")
        click = [str(programs / "python"), "-c", "import click"]
        one = Path(folder, "one")
        one.mkdir()
        (one / "config.yaml").write_text(collector(0))
        many = Path(folder, "many")
        many.mkdir()
        for number in range(1000):
            (many / f"c{number}.yaml").write_text(collector(number))
            (many / f"k{number}.yaml").write_text(manifest(number))
        figures = {
            "--version": pair("--version", [deadpeer, "--version"], click, str(one), 15),
            "one file": pair("one file", [deadpeer, "check", "config.yaml"], click, str(one), 15),
            "2,000 files": 1
            / pair(
                "2,000 files",
                [deadpeer, "check", "."],
                [str(programs / "yamllint"), "-d", "relaxed", "."],
                str(many),
                3,
            ),
        }
    missed = []
    for name, gate in GATES.items():
        good = figures[name] >= gate if name == "2,000 files" else figures[name] <= gate
        kind = "× faster than yamllint, goal at least" if name == "2,000 files" else "× `import click`, goal at most"
        print(f"{'ok  ' if good else 'MISS'} {name}: {figures[name]:.2f} {kind} {gate}")
        if not good:
            missed.append(name)
    return 1 if missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
