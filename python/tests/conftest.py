"""What the tests of the package share."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def golden() -> Path:
    """The folder of reference values."""
    return Path(__file__).resolve().parents[2] / "golden"
