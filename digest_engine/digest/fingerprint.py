"""The fingerprint of a digest: it changes exactly when the digest would say something else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from digest_engine.profiles import Profile

# Raised whenever the composer would write another text from the same evidence.
COMPOSER = "extractive-1"


@dataclass(frozen=True, slots=True)
class Staleness:
    """What changed since a digest was made: acts added, removed, changed; `setup` where profile, prompt or writer did."""

    added: int = 0
    removed: int = 0
    changed: int = 0
    setup: bool = False

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.setup)


def fingerprint(hashes: Mapping[str, str], *, profile: Profile, system_prompt: str | None, writer: str) -> str:
    """A hash of the acts of the window and of everything that shapes the text."""
    parts = [sorted(hashes.items()), profile.name, profile.fingerprint, system_prompt or "", writer]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()[:32]


def compare(stored: Mapping[str, str], current: Mapping[str, str], *, same_setup: bool) -> Staleness:
    """What changed between two sets of act hashes."""
    return Staleness(
        added=len(current.keys() - stored.keys()),
        removed=len(stored.keys() - current.keys()),
        changed=sum(1 for act_id in stored.keys() & current.keys() if stored[act_id] != current[act_id]),
        setup=not same_setup,
    )
