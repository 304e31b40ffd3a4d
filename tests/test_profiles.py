"""Profiles are found by name alone, validated on load, and every error names file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from digest_engine.errors import ProfileError
from digest_engine.profiles import list_profiles, load_profile

MINIMAL = """\
title: {it: Verbali, en: Minutes}
extends: generic
kinds:
  - {value: verbale, label: {it: Verbale, en: Minutes}, heading: ['\\bverbale\\b']}
"""


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / f"{name}.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_four_shipped_profiles_load() -> None:
    assert {"determina", "generic", "legal", "pa_italiana"} <= set(list_profiles())
    assert all(load_profile(name).name == name for name in ("determina", "generic", "legal", "pa_italiana"))


def test_pa_italiana_has_the_twelve_act_types() -> None:
    assert [kind.value for kind in load_profile("pa_italiana").act_types] == [
        "acquisto_beni", "acquisto_farmaci", "acquisto_dispositivi_medici", "acquisto_servizi", "appalto", "concessione",
        "assunzione_personale", "incarico_professionale", "liquidazione", "rimborso", "autorizzazione", "altro",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("other", "ours"),
    [
        ("LIQUIDAZIONE", "liquidazione"),
        ("AFFIDAMENTO_DIRETTO", "acquisto_servizi"),
        ("COMPENSO", "liquidazione"),
        ("ACQUISTO_FARMACI", "acquisto_farmaci"),
        ("Delibera gara", "appalto"),
        ("gara-deserta", "appalto"),
        ("VARIAZIONE_BILANCIO", "altro"),
        ("ASSUNZIONE", "assunzione_personale"),
        ("RINNOVO_CONTRATTO", "acquisto_servizi"),
    ],
)
def test_the_names_of_other_taxonomies_mean_ours(other: str, ours: str) -> None:
    found = load_profile("pa_italiana").act_type(other)
    assert found is not None
    assert found.value == ours


def test_an_unknown_act_type_is_none() -> None:
    assert load_profile("pa_italiana").act_type("BOH") is None


def test_labels_are_in_italian_and_english() -> None:
    profile = load_profile("pa_italiana")
    assert (profile.act_type_label("appalto", "it"), profile.act_type_label("appalto", "en")) == ("Appalto di lavori", "Works contract")
    assert (profile.field_label("subject", "it"), profile.field_label("procedura", "en")) == ("Oggetto", "Award procedure")
    assert (profile.kind_label("delibera", "it"), profile.organ_label("giunta", "it")) == ("Delibera", "Giunta")
    assert (profile.role_label("liquidato", "en"), profile.vat_label("esente", "it")) == ("paid", "esente IVA")


def test_review_flags_are_said_in_words() -> None:
    profile = load_profile("pa_italiana")
    assert profile.review_label("amount_rivals", "it") == "più importi possibili"
    assert profile.review_label("model_disagrees:amount", "en") == "the model reads a different value: Amount"
    assert profile.review_label("boh", "it") == "boh"


def test_a_value_without_a_label_is_its_own_label() -> None:
    profile = load_profile("pa_italiana")
    assert (profile.act_type_label("boh", "it"), profile.field_label("boh", "en")) == ("boh", "boh")


def test_every_act_type_weighed_by_a_cue_is_one_of_the_profile() -> None:
    for name in list_profiles():
        profile = load_profile(name)
        weighed = {value for cue in profile.rules.type_cues for value in cue.weights}
        assert weighed <= {kind.value for kind in profile.act_types}


def test_every_prompt_fills_with_the_documented_placeholders() -> None:
    for name in list_profiles():
        prompts = load_profile(name).prompts
        situated = prompts.situated.user.format(document="D", passages="P", fields="F", act_types="T")
        digest = prompts.digest.user.format(period="P", namespace="N", act_count=1, figures="F", evidence="E", left_out=0)
        answer = prompts.answer.user.format(history="H", today="T", period="P", figures="F", evidence="E", question="Q")
        assert "{{" not in situated + digest + answer


def test_a_domain_is_one_file(tmp_path: Path) -> None:
    write(tmp_path, "verbali", MINIMAL)
    profile = load_profile("verbali", [tmp_path])
    assert (profile.title.it, profile.kind_label("verbale", "en"), profile.field_label("amount", "it")) == ("Verbali", "Minutes", "Importo")
    assert "verbali" in list_profiles([tmp_path])


def test_a_users_profile_comes_before_the_shipped_one(tmp_path: Path) -> None:
    write(tmp_path, "legal", MINIMAL)
    assert load_profile("legal", [tmp_path]).title.it == "Verbali"


@pytest.mark.parametrize("name", ["../pa_italiana", "/etc/passwd", "a/b", "PA", "", ".hidden", "pa italiana", "pa_italiana.yaml"])
def test_a_name_is_never_a_path(name: str, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="not a profile name"):
        load_profile(name, [tmp_path])


def test_an_unknown_profile_names_the_known_ones() -> None:
    with pytest.raises(ProfileError, match="known: determina, generic, legal, pa_italiana"):
        load_profile("boh")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("title: {it: A, en: B}\nextends: generic\ntitolo: x\n", 3, "titolo"),
        ("title: {it: A, en: B}\nextends: generic\nkinds:\n  - {value: a, label: {it: A, en: A}}\n  - {value: b}\n", 5, "label"),
        (
            "title: {it: A, en: B}\nextends: generic\nrules:\n  structure:\n    subject:\n      - 'ok'\n      - '(oggetto'\n",
            7,
            "regular expression",
        ),
        ("title: {it: A, en: B}\nextends: generic\nrules:\n  heading:\n    regional: '{boh} x'\n", 5, "no macro {boh}"),
        ("title: {it: A, en: B}\nextends: generic\nact_types:\n  - {value: a, label: {it: A, en: A}, role: spesa}\n", 4, "role"),
        ("title: [\n", 2, "YAML"),
        ("- a\n", 1, "mapping"),
    ],
)
def test_an_error_names_file_and_line(tmp_path: Path, text: str, line: int, reason: str) -> None:
    file = write(tmp_path, "rotto", text)
    with pytest.raises(ProfileError) as raised:
        load_profile("rotto", [tmp_path])
    assert f"{file}, line {line}" in str(raised.value)
    assert reason in str(raised.value)


def test_an_error_in_the_base_names_the_base(tmp_path: Path) -> None:
    base = write(tmp_path, "base", "title: {it: A, en: B}\nextends: generic\nact_types: 3\n")
    write(tmp_path, "figlio", "title: {it: C, en: D}\nextends: base\n")
    with pytest.raises(ProfileError, match=f"{base}, line 3"):
        load_profile("figlio", [tmp_path])


def test_profiles_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    write(tmp_path, "uno", "title: {it: A, en: B}\nextends: due\n")
    write(tmp_path, "due", "title: {it: A, en: B}\nextends: uno\n")
    with pytest.raises(ProfileError, match="extends itself"):
        load_profile("uno", [tmp_path])


def test_the_fingerprint_follows_the_bytes_of_the_file_and_of_its_base(tmp_path: Path) -> None:
    write(tmp_path, "verbali", MINIMAL)
    first = load_profile("verbali", [tmp_path]).fingerprint
    second_folder = tmp_path / "b"
    second_folder.mkdir()
    write(second_folder, "verbali", MINIMAL + "\n")
    assert first != load_profile("verbali", [second_folder]).fingerprint


def test_a_profile_is_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_profile("generic").name = "altro"  # type: ignore[misc]
