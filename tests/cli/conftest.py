"""The command line, called as a user calls it, in a working folder of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from digest_engine import EncoderSettings, Settings, open_engine
from digest_engine.cli.main import main
from tests.cli.cli_support import Ran, Run, write_acts


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Run a command in an empty working folder, with the encoder for tests."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DIGEST_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("DIGEST_ENCODER_NAME", "deterministic")
    monkeypatch.setenv("DIGEST_TODAY", "2026-05-14")

    def call(*arguments: str) -> Ran:
        capfd.readouterr()
        code = main(arguments)
        captured = capfd.readouterr()
        return Ran(code, captured.out, captured.err)

    return call


@pytest.fixture
def acts(tmp_path: Path) -> Path:
    """A folder with three acts."""
    return write_acts(tmp_path / "atti")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that holds the three acts in the archive `prova`: read once, copied by each test."""
    folder = tmp_path_factory.mktemp("template")
    settings = Settings(data_dir=folder / "data", encoder=EncoderSettings(name="deterministic"))
    with open_engine(settings) as engine:
        engine.ingest([write_acts(folder / "atti")], namespace="prova")
    return folder / "data"


@pytest.fixture
def loaded(run: Run, acts: Path, template: Path, tmp_path: Path) -> Run:
    """`run`, with the three acts in the archive `prova`."""
    shutil.copytree(template, tmp_path / "data")
    return run
