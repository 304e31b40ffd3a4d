"""Vocabularies, one file a language, and their loader."""

from digest_engine.periods.vocabulary.loader import Entry, Lexicon, guess_language, lexicon

__all__ = ["Entry", "Lexicon", "guess_language", "lexicon"]
