"""A domain: its fields, types, labels, words, weights and prompts, as frozen values."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar

from pydantic import Field

from digest_engine.profiles.rules import ActType, Choice, Kind, Label, Model, Organ, Pattern, Rules
from digest_engine.types import AmountRole, Language, VatFlag

C = TypeVar("C", bound=Choice)


class OwnField(Model):
    """A field of the domain. Those the engine does not know go to the payload with the prefix `sc_`. `pattern` reads it by rule."""

    name: str
    label: Label
    type: Literal["text", "number", "date", "list", "choice"] = "text"
    description: str = ""
    choices: tuple[str, ...] = ()
    pattern: Pattern | None = None


class SituatedPrompt(Model):
    """The prompt that situates passages in their act. `json_mode` asks for context and metadata in one JSON object."""

    system: str
    user: str
    json_mode: bool = False


class TextPrompt(Model):
    """A system part and a user part with `{placeholders}`."""

    system: str
    user: str


class Prompts(Model):
    """The words sent to a language model, filled in by `str.format` (literal braces are doubled).

    Placeholders — situated: document, passages, fields, act_types; digest: period, namespace, act_count, figures, evidence, left_out;
    answer: history, today, period, figures, evidence, question.
    """

    situated: SituatedPrompt
    digest: TextPrompt
    answer: TextPrompt


class Profile(Model):
    """A domain. `fingerprint` changes with any byte of its files."""

    name: str
    title: Label
    language: Language = "it"
    extends: str = ""
    macros: Mapping[str, str] = Field(default_factory=dict)
    field_labels: Mapping[str, Label] = Field(default_factory=dict)
    role_labels: Mapping[AmountRole, Label] = Field(default_factory=dict)
    vat_labels: Mapping[VatFlag, Label] = Field(default_factory=dict)
    review_labels: Mapping[str, Label] = Field(default_factory=dict)
    kinds: tuple[Kind, ...] = ()
    organs: tuple[Organ, ...] = ()
    act_types: tuple[ActType, ...] = ()
    default_act_type: str = ""
    metadata: tuple[OwnField, ...] = ()
    rules: Rules = Rules()
    prompts: Prompts
    fingerprint: str = ""

    def act_type(self, name: str) -> ActType | None:
        """The act type with this value or alias, case and separators apart; None where the profile has none such."""
        return _by_name(self.act_types, name)

    def act_type_label(self, value: str, language: Language) -> str:
        """The label of an act type; the value itself where the profile does not know it."""
        return _label(self.act_types, value, language)

    def kind_label(self, value: str, language: Language) -> str:
        """The label of a kind of act."""
        return _label(self.kinds, value, language)

    def organ_label(self, value: str, language: Language) -> str:
        """The label of an organ."""
        return _label(self.organs, value, language)

    def field_label(self, name: str, language: Language) -> str:
        """The label of a field, own fields included."""
        own = {field.name: field.label for field in self.metadata}
        label = self.field_labels.get(name) or own.get(name)
        return label.text(language) if label else name

    def role_label(self, role: AmountRole, language: Language) -> str:
        """The label of an amount role."""
        return self.role_labels[role].text(language) if role in self.role_labels else role

    def vat_label(self, flag: VatFlag, language: Language) -> str:
        """The label of a VAT flag."""
        return self.vat_labels[flag].text(language) if flag in self.vat_labels else flag

    def review_label(self, flag: str, language: Language) -> str:
        """What a review flag (`amount_rivals`, `model_disagrees:amount`) says to the reader; the field it names is labelled too."""
        code, _colon, detail = flag.partition(":")
        text = self.review_labels[code].text(language) if code in self.review_labels else code
        return f"{text}: {self.field_label(detail, language)}" if detail else text


def _plain(name: str) -> str:
    return re.sub(r"[\s_\-]+", "_", name.strip().lower())


def _by_name(choices: Sequence[C], name: str) -> C | None:
    wanted = _plain(name)
    return next((choice for choice in choices if wanted == choice.value or wanted in map(_plain, choice.aliases)), None)


def _label(choices: Sequence[Choice], value: str, language: Language) -> str:
    choice = next((choice for choice in choices if choice.value == value), None)
    return choice.label.text(language) if choice else value
