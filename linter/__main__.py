"""``python -m linter``."""

from linter.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
