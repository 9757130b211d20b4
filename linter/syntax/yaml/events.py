"""Where parse events come from: libyaml through PyYAML, or ruamel.yaml's scanner where PyYAML has no C extension."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linter.record import NamedTuple


class Events(NamedTuple):
    """A running parse: ``get`` gives the next event or raises one of ``errors``; the rest are the events' classes.

    An event has ``start_mark.index`` and ``end_mark.index`` in code points.
    """

    get: Callable[[], Any]
    errors: tuple[type[Exception], ...]
    scalar: type
    alias: type
    mapping: type
    mapping_end: type
    sequence: type
    sequence_end: type
    document: type
    document_end: type
    stream_end: type


def events(text: str, pure: bool = False) -> Events:
    """The events of ``text``, from ruamel.yaml if ``pure`` is set or PyYAML lacks its C extension."""
    if not pure:
        try:
            return _libyaml(text)
        except ImportError:
            pass
    return _ruamel(text)


def resumes(error: Exception) -> bool:
    """Whether libyaml stopped only because a document after ``...`` has no ``---``, which it does not read on."""
    return "expected <document start>" in str(error)


def _libyaml(text: str) -> Events:
    import yaml.events as kinds
    from yaml._yaml import CParser
    from yaml.error import YAMLError

    return Events(
        CParser(text).get_event,
        (YAMLError, UnicodeEncodeError),
        kinds.ScalarEvent,
        kinds.AliasEvent,
        kinds.MappingStartEvent,
        kinds.MappingEndEvent,
        kinds.SequenceStartEvent,
        kinds.SequenceEndEvent,
        kinds.DocumentStartEvent,
        kinds.DocumentEndEvent,
        kinds.StreamEndEvent,
    )


def _ruamel(text: str) -> Events:
    from ruamel.yaml import events as kinds
    from ruamel.yaml.error import YAMLError

    from linter.syntax.yaml.pure import stream

    return Events(
        stream(text).__next__,
        (YAMLError, ValueError),
        kinds.ScalarEvent,
        kinds.AliasEvent,
        kinds.MappingStartEvent,
        kinds.MappingEndEvent,
        kinds.SequenceStartEvent,
        kinds.SequenceEndEvent,
        kinds.DocumentStartEvent,
        kinds.DocumentEndEvent,
        kinds.StreamEndEvent,
    )
