"""Domain profiles: YAML files → frozen, validated models. A new domain is one file and no code.

A profile may say `extends: other` and give only what differs: mappings are merged, lists are replaced.
"""

from digest_engine.profiles.loading import list_profiles, load_profile, profile_folders
from digest_engine.profiles.model import Profile
from digest_engine.profiles.rules import ActType, Kind, Label

__all__ = ["ActType", "Kind", "Label", "Profile", "list_profiles", "load_profile", "profile_folders"]
