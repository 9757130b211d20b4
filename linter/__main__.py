"""``python -m linter``."""

import sys

from linter.cli import main

if __name__ == "__main__":
    sys.exit(main())  # noqa: TID251  the one place that ends the process
