"""The texts that such files write.

Sources: cloudinit.readthedocs.io/en/latest/reference/modules.html (write_files); docs.aws.amazon.com, CloudFormation
(AWS::CloudFormation::Init, files) and Amazon ECS (task definition parameters); bosh.io/docs/manifest-v2 (properties);
docs.ansible.com, ansible.builtin.copy; developer.hashicorp.com, terraform/language/syntax/json and
nomad/api-docs/json-jobs.
"""

from __future__ import annotations

from collections.abc import Iterator

from linter.pattern import pattern
from linter.syntax.document import Document, Route
from linter.syntax.node import Mapping, Node, Scalar, Sequence
from linter.system import Inner

_ROOTS = frozenset(("write_files", "AWSTemplateFormatVersion", "Resources", "instance_groups", "containerDefinitions"))
_JSON_ROOTS = frozenset(("resource", "locals", "module", "Job"))
"""What Terraform's and Nomad's JSON begin with; the words are too plain to tell anything in YAML."""
_COPY = frozenset(("copy", "ansible.builtin.copy", "ansible.legacy.copy"))
_HOLDERS = frozenset(("tasks", "pre_tasks", "post_tasks", "handlers", "block", "rescue", "always"))
_CONFIG = pattern(r"(?m)^receivers[ \t]*:")
_PIPELINES = pattern(r"(?m)(?:^[ \t]+|[{,][ \t]*)[\"']?pipelines[\"']?[ \t]*:")
_DEPTH = 30


def inside(document: Document[Node]) -> Iterator[Inner]:
    """Every text that is a Collector's configuration; ``name`` is that of the key that holds it, or of its file."""
    root = document.root
    if isinstance(root, Sequence):
        yield from _tasks(root, ())
    elif isinstance(root, Mapping):
        roots = _ROOTS | _JSON_ROOTS if document.ref.path.lower().endswith(".json") else _ROOTS
        if any(isinstance(key, Scalar) and key.text in roots for key, _ in root.entries):
            yield from _walk(root, (), _DEPTH)


def holds(document: Document[Node]) -> bool:
    """Whether a configuration, a text or settings, stands anywhere in ``document``."""
    root = document.root
    written = document.view.text[root.start : root.end]
    # most documents beside one that holds a configuration don't name a receiver, unless an escape hides it
    return ("receivers" in written or "\\" in written) and _first(root, _DEPTH) is not None


def _first(node: Node, depth: int) -> Node | None:
    if isinstance(node, Scalar):
        return node if _holds(node) else None
    if not depth or not isinstance(node, (Mapping, Sequence)):
        return None
    if isinstance(node, Mapping) and _is_configuration(node):
        return node
    parts = (value for _, value in node.entries) if isinstance(node, Mapping) else iter(node.items)
    return next((found for part in parts if (found := _first(part, depth - 1)) is not None), None)


def _is_configuration(node: Mapping) -> bool:
    service = node.get("service")
    pipelines = service.get("pipelines") if isinstance(service, Mapping) else None
    return isinstance(node.get("receivers"), Mapping) and isinstance(pipelines, Mapping)


def _walk(node: Node, route: Route, depth: int) -> Iterator[Inner]:
    """The texts below ``node``; what an alias repeats is met where it is written."""
    if isinstance(node, Scalar):
        if _holds(node):
            yield Inner(node, route, str(route[-1]) if route else "")
    elif depth and isinstance(node, Mapping):
        for key, value in node.entries:
            if isinstance(key, Scalar):
                yield from _walk(value, (*route, key.text), depth - 1)
    elif depth and isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from _walk(item, (*route, index), depth - 1)


def _tasks(node: Node, route: Route) -> Iterator[Inner]:
    """The texts that the tasks of a playbook, or of a role, copy."""
    for index, task in enumerate(node.items if isinstance(node, Sequence) else ()):
        for key, value in task.entries if isinstance(task, Mapping) else ():
            if not isinstance(key, Scalar):
                continue
            here = (*route, index, key.text)
            if key.text in _HOLDERS and len(here) < _DEPTH:
                yield from _tasks(value, here)
            elif key.text in _COPY and isinstance(value, Mapping):
                content = value.get("content")
                if isinstance(content, Scalar) and _holds(content):
                    yield Inner(content, (*here, "content"), "content")


def _holds(node: Scalar) -> bool:
    return "receivers" in node.text and bool(_CONFIG.search(node.text)) and bool(_PIPELINES.search(node.text))
