"""Extraction by rules: what an act says, each value with page, passage, rule and confidence. All words come from the profile."""

from digest_engine.ingest.extract.act import extract

__all__ = ["extract"]
