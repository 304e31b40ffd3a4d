"""The seeded, invented corpus with its truth file: what the product is tried on and measured with."""

from digest_engine.demo.corpus import DemoCorpus, build_demo

__all__ = ["DemoCorpus", "build_demo"]
