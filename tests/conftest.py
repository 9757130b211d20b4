"""How hard the property tests try: ``DEADPEER_FULL=1`` for the long run."""

from __future__ import annotations

import os

from hypothesis import settings

# the same examples every time: a gate that fails by chance is soon ignored; the long run draws new ones
settings.register_profile("default", max_examples=60, deadline=None, derandomize=True)
settings.register_profile("full", max_examples=20_000, deadline=None)
settings.load_profile("full" if os.environ.get("DEADPEER_FULL") == "1" else "default")  # noqa: TID251
