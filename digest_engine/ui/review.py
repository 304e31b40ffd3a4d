"""What a person should look at in an act, in words."""

from __future__ import annotations

import streamlit as st

from digest_engine import Act, Profile, _, current_language, escape
from digest_engine.ui.safe import act_url

CONFLICT = "identity_conflict"


def review_text(flag: str, profile: Profile) -> str:
    """A review flag as a sentence; those that name a field name it by its label."""
    code, _colon, detail = flag.partition(":")
    own = {
        "model_not_in_text": _("il modello dà un valore che non è nel testo"),
        "model_value_refused": _("il modello dà un valore che non si può accettare"),
    }
    language = current_language()
    return f"{own[code]}: {profile.field_label(detail, language)}" if code in own else profile.review_label(flag, language)


def show_review(act: Act, profile: Profile) -> None:
    """The flags of an act as badges; one that names another act links to it."""
    for flag in act.review:
        code, _colon, detail = flag.partition(":")
        if code == CONFLICT and detail:
            text = profile.review_label(code, current_language())
            st.markdown(f":orange-badge[:material/flag: {escape(text)}] [{_('apri')}]({act_url(detail)})", width="content")
        else:
            st.badge(escape(review_text(flag, profile)), icon=":material/flag:", color="orange")
