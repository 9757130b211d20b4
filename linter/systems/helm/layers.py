"""Which files with values may be laid over one another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from linter.system import Fragment


class Layers:
    """Files by folder and key, as ``near``, the folder of the nearest chart, lets them meet.

    Files in one folder may all be of one release. One in a folder above or below may be what environments share, as
    long as no chart stands between the two.
    """

    __slots__ = ("_above", "_near", "_paths")

    def __init__(self, stated: Iterable[Fragment], near: Callable[[str], str | None]) -> None:
        self._near = near
        self._paths: dict[tuple[str, str], list[str]] = {}
        self._above: set[tuple[str, str]] = set()
        for fragment in stated:
            if fragment.place.doc.host is None:
                path, key = fragment.place.path, _key(fragment)
                paths = self._paths.setdefault((path.rpartition("/")[0], key), [])
                if path not in paths:
                    paths.append(path)
                self._above.update((folder, key) for folder in self._upwards(path))

    def rivals(self, fragment: Fragment) -> tuple[str, ...]:
        """Another file in the same folder, if there is one."""
        if fragment.place.doc.host is not None:
            return ()
        path = fragment.place.path
        others = self._paths[path.rpartition("/")[0], _key(fragment)][:2]
        return tuple(other for other in others if other != path)[:1]

    def alone(self, fragment: Fragment) -> bool:
        """Whether no other file in a folder above or below has values for the same key."""
        if fragment.place.doc.host is not None:
            return True
        path, key = fragment.place.path, _key(fragment)
        if (path.rpartition("/")[0], key) in self._above:
            return False
        return not any((folder, key) in self._paths for folder in self._upwards(path))

    def _upwards(self, path: str) -> Iterator[str]:
        """The folders above that of ``path``, up to that of the nearest chart."""
        folder, last = path.rpartition("/")[0], self._near(path)
        while folder and folder != last:
            folder = folder.rpartition("/")[0]
            yield folder


def _key(fragment: Fragment) -> str:
    return str(fragment.data["route"])
