"""The files around an example's own: how its hosts run, so that versions are known and pairs link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linter.offers import Host, Hosted, Staging
from linter.policy.model import Example, Policy
from linter.system import System

_NO_BLOCK = "\0\x85\u2028\u2029"
"""What a literal block scalar can't hold, or not without changing the lines around it."""


class Layouts:
    """Lays out examples with what the systems offer for it."""

    def __init__(self, systems: Sequence[System]) -> None:
        self._systems = {system.name: system for system in systems}
        self._owners = {kind: system for system in systems for kind in system.kinds}
        staging = [system for system in systems if isinstance(system, Staging)]
        self._staging: tuple[Staging, ...] = tuple(staging)

    def owner(self, policy: Policy) -> System | None:
        """The system whose configurations a policy is about, by its folder, else by what it matches."""
        return self._systems.get(policy.id.split("/")[0]) or self._owners.get(policy.match)

    def embeddable(self, example: Example) -> bool:
        """Whether the example's files can stand inside of others: YAML that does not say itself what is run."""
        return all(
            path.endswith((".yaml", ".yml"))
            and not any(char in text for char in _NO_BLOCK)
            and not any(stage.deploys(path, text) for stage in self._staging)
            for path, text in example.files.items()
        )

    def plain(self, example: Example, owner: System | None) -> dict[str, str]:
        """The example's files, marks and all, and what runs them where its owner's examples may leave that out."""
        if not isinstance(owner, Hosted) or not self.embeddable(example):
            return dict(example.files)
        hosts = owner.hosts(example.files, example.version, example.image, example.versions)
        beside = next(stage for stage in self._staging if not stage.embeds)
        return {**example.files, **beside.staged(hosts)}

    def embedded(self, files: Mapping[str, str], example: Example, owner: System | None) -> dict[str, str]:
        """``files`` (the example's, or fixed ones) inside of what runs them."""
        # which ports there are is a matter of the example; a fix changes none
        hosts = [Host(_name(path), path, text) for path, text in files.items()]
        if isinstance(owner, Hosted):
            ports = owner.hosts(example.files, "", "", {})[0].ports
            made = owner.hosts(files, example.version, example.image, example.versions)
            hosts = [Host(one.name, one.file, one.text, one.image, one.mount, one.flag, ports) for one in made]
        around = next(stage for stage in self._staging if stage.embeds)
        return dict(around.staged(hosts))


def crlf(files: Mapping[str, str]) -> dict[str, str]:
    return {path: text.replace("\n", "\r\n") for path, text in files.items()}


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
