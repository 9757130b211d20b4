"""The pipeline: files and policies in, a ``Result`` out. Composition only; every step lives below."""

from linter.run.check import Request, Run, check

__all__ = ["Request", "Run", "check"]
