"""Assertions of the contract explain themselves as those of a test file do."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.contracts.vector_store")
