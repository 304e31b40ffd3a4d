"""`python -m digest_engine` is `digest-engine`."""

from digest_engine.cli.main import run

run()
