"""All poms of a run; models, managements and dependencies are made when they are first asked for."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

from linter.facts.nearest import Nearest
from linter.facts.value import Unknown
from linter.system import Fragment
from linter.systems.maven.config import Configs
from linter.systems.maven.flattened import beside
from linter.systems.maven.lineage import Families
from linter.systems.maven.management import Management
from linter.systems.maven.model import Answer, Model
from linter.systems.maven.named import meant
from linter.systems.maven.names import FLATTENED
from linter.systems.maven.packages import Resolver
from linter.systems.maven.pom import Pom
from linter.systems.maven.repository import Repository
from linter.versions.published import Published

_NOT_HERE = "which is not among the files"


class Build:
    """``repository`` is the folder of a local repository, ``""`` for none."""

    def __init__(self, fragments: Sequence[Fragment], repository: str = "") -> None:
        configs = Configs(fragments)
        poms = [Pom(one, configs.of(one.place.path)) for one in fragments if one.kind == "pom"]
        self.poms = meant([pom for pom in poms if posixpath.basename(pom.path) != FLATTENED])
        self.outside = Published()
        self._flattened = beside(pom for pom in poms if posixpath.basename(pom.path) == FLATTENED)
        self._repository = Repository(repository)
        self._families = Families(self.poms, self._repository.pom)
        self._models: dict[str, Model] = {}
        self._managements: dict[str, Management] = {}
        self._resolvers: dict[str, Resolver] = {}
        self._published: dict[tuple[str, str, str], Nearest[Pom]] | None = None

    def model(self, pom: Pom) -> Model:
        known = self._models.get(pom.doc.id)
        if known is None:
            known = self._models[pom.doc.id] = Model(pom, self._families.of(pom))
        return known

    def management(self, pom: Pom) -> Management:
        known = self._managements.get(pom.doc.id)
        if known is None:
            known = self._managements[pom.doc.id] = Management(self.model(pom), self.outside, self._bom)
        return known

    def resolver(self, pom: Pom) -> Resolver:
        known = self._resolvers.get(pom.doc.id)
        if known is None:
            flattened = None if pom.doc.host is not None else self._flattened.get(posixpath.dirname(pom.path))
            known = Resolver(self.model(pom), self.management(pom), flattened)
            self._resolvers[pom.doc.id] = known
        return known

    def coordinate(self, pom: Pom, name: str) -> Answer:
        """``groupId``, ``artifactId`` or ``version`` of a module, from its flattened pom where its own can't tell."""
        answer = self.model(pom).coordinate(name)
        if isinstance(answer.text, Unknown):
            flattened = self._flattened.get(posixpath.dirname(pom.path))
            if flattened is not None and pom.doc.host is None:
                return flattened.coordinate(name, answer)
        return answer

    def find(self, group: str, artifact: str, version: str, near: Pom) -> Pom | str:
        """The pom that is published under this name, of this tree or the repository; or why there is none."""
        known = None if near.foreign else self._names().get((group, artifact, version))
        found = () if known is None else known.to(near.path)
        if len(found) > 1:
            return "which " + " and ".join(pom.path for pom in found) + " both are"
        return found[0] if found else self._repository.pom(group, artifact, version) or _NOT_HERE

    def _names(self) -> dict[tuple[str, str, str], Nearest[Pom]]:
        if self._published is None:
            self._published = {}
            for pom in self.poms:
                names = [self.coordinate(pom, name).text for name in ("groupId", "artifactId", "version")]
                texts = [name for name in names if isinstance(name, str)]
                if len(texts) == len(names):
                    self._published.setdefault((texts[0], texts[1], texts[2]), Nearest()).add(pom.path, pom)
        return self._published

    def _bom(self, group: str, artifact: str, version: str, near: Pom) -> Management | str:
        found = self.find(group, artifact, version, near)
        return found if isinstance(found, str) else self.management(found)
