"""Can a person read this text layer? Broken fonts, lost letters and letters set apart are told from sound text by counting."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Fault = Literal["", "no_text", "cid_codes", "lost_characters", "letters_apart", "wrong_font"]

LOST_SHARE = 0.01
APART_SHARE = 0.5
SOUND_SHARE = 0.5
_CID = re.compile(r"\(cid:\d+\)")
_LOST = re.compile("[\ufffd\ue000-\uf8ff]")
_SOUND = re.compile(r"""[("'«“]*(?:[^\W\d_]+(?:['’./-][^\W\d_]+)*|[€\d.,/:%+-]+)[)"'»”.,;:]*""")
_COMMON = re.compile(r"(?<!\w)(?:di|il|la|del|della|che|per|con|in|al|le|i|e|si|da|the|of|and|der|die|und)(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Legibility:
    """`quality` in 0..1, the share of sound characters; `fault` is why the text can't be used as it is, "" where it can."""

    quality: float
    fault: Fault = ""


def judge(text: str) -> Legibility:
    """The verdict on the normalised text of a page."""
    solid = len(text) - text.count(" ") - text.count("\n")
    if not solid:
        return Legibility(0.0, "no_text")
    if "(cid:" in text and len("".join(_CID.findall(text))) > LOST_SHARE * solid:
        return Legibility(0.0, "cid_codes")
    lost = 0 if text.isascii() else len(_LOST.findall(text))
    if lost > LOST_SHARE * solid:
        return Legibility(1 - lost / solid, "lost_characters")
    words = text.split()
    if len(words) >= 20 and sum(len(word) == 1 and word.isalpha() for word in words) > APART_SHARE * len(words):
        return Legibility(0.3, "letters_apart")
    if len(words) >= 60 and _is_gibberish(text, words):
        return Legibility(0.1, "wrong_font")
    return Legibility(1 - lost / solid)


def _is_gibberish(text: str, words: Sequence[str]) -> bool:
    """A font without a usable Unicode map gives text without common words, whose tokens are neither words nor numbers."""
    return not _COMMON.search(text) and sum(_SOUND.fullmatch(word) is not None for word in words) < SOUND_SHARE * len(words)
