"""Which files with values may be laid over one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from linter.system import Fragment

_At = tuple[str, str]
"""A folder and the key in its files."""


class Layers:
    """Files by folder and key, as ``near``, the folder of the nearest chart, lets them meet.

    Files in one folder may all be of one release. One in a folder above or below may be what environments share, as
    long as no chart stands between the two.
    """

    __slots__ = ("_above", "_below", "_images", "_near", "_paths")

    def __init__(
        self, stated: Iterable[Fragment], images: Iterable[Fragment], near: Callable[[str], str | None]
    ) -> None:
        self._near = near
        self._images: dict[_At, list[str]] = {}
        for fragment in images:
            at = (fragment.place.path.rpartition("/")[0], _key(fragment))
            self._images.setdefault(at, []).append(fragment.place.path)
        self._paths: dict[_At, list[str]] = {}
        self._above: dict[_At, set[str]] = {}
        self._below: dict[_At, set[str]] = {}
        for fragment in stated:
            if fragment.place.doc.host is None:
                path, key = fragment.place.path, _key(fragment)
                folder = path.rpartition("/")[0]
                paths = self._paths.setdefault((folder, key), [])
                if path not in paths:
                    paths.append(path)
                defined = set(filter(None, str(fragment.data["defines"]).split("\n")))
                self._above.setdefault((folder, key), set()).update(defined)
                for above in self._upwards(path):
                    self._below.setdefault((above, key), set()).update(defined)

    def rivals(self, fragment: Fragment) -> tuple[str, ...]:
        """Another file in the same folder, if there is one."""
        if fragment.place.doc.host is not None:
            return ()
        path = fragment.place.path
        others = self._paths[path.rpartition("/")[0], _key(fragment)][:2]
        return tuple(other for other in others if other != path)[:1]

    def retagged(self, fragment: Fragment) -> str:
        """Another file in the same folder that says an image's tag for the same key; ``""`` for none."""
        path = fragment.place.path
        if fragment.place.doc.host is not None:
            return ""
        keys = (_key(fragment), str(fragment.data["shared"]), str(fragment.data["chart_route"]))
        found = (other for key in keys for other in self._images.get((path.rpartition("/")[0], key), ()))
        return next((other for other in found if other != path), "")

    def touched(self, fragment: Fragment) -> frozenset[str]:
        """The components that files in folders above and below define for the same key."""
        if fragment.place.doc.host is not None:
            return frozenset()
        path, key = fragment.place.path, _key(fragment)
        found = set(self._below.get((path.rpartition("/")[0], key), ()))
        for folder in self._upwards(path):
            found |= self._above.get((folder, key), set())
        return frozenset(found)

    def _upwards(self, path: str) -> Iterator[str]:
        """The folders above that of ``path``, up to that of the nearest chart."""
        folder, last = path.rpartition("/")[0], self._near(path)
        while folder and folder != last:
            folder = folder.rpartition("/")[0]
            yield folder


def _key(fragment: Fragment) -> str:
    return str(fragment.data["route"])
