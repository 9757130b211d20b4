"""Nomad jobs and Terraform modules, told only so that a configuration in one is not passed over without a word."""

from linter.system import System
from linter.systems.terraform.system import Terraform

SYSTEM: System = Terraform()
"""What the registry finds."""
