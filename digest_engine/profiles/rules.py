"""The rules of a profile: how an act of this domain is read. Words, patterns and weights are data; this module only types them.

Patterns are written on *folded* text (lower case, no accents, straight quotes): one space stands for any run of white space (`\\s+`;
` ?` for `\\s*`), `^` and `$` match at line ends, and `{name}` is replaced by the macro of that name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from digest_engine.types import AmountRole, Language, VatFlag

_TOKEN = re.compile(r"\(\?<[!=](?:\\.|[^()\\])*\)|\[(?:\\.|[^\]\\])*\]|\\.| [?*+]?| (?=\{)")
_SPACES = {" ": r"\s+", " ?": r"\s*", " *": r"\s*", " +": r"\s+"}


def folded_pattern(source: object) -> re.Pattern[str]:
    """`source` compiled for folded text. Raises ValueError where it is not a pattern."""
    if isinstance(source, re.Pattern):
        return source
    if not isinstance(source, str) or not source:
        raise ValueError("a pattern is a non-empty text")
    try:
        return re.compile(_TOKEN.sub(_widen, source), re.MULTILINE)
    except re.error as error:
        raise ValueError(f"not a regular expression: {error}") from error


def _widen(match: re.Match[str]) -> str:
    token = match.group()
    if token.startswith(" "):
        return _SPACES[token]
    # Look-behinds need a fixed width and classes stand for one character: there, one white-space character.
    return token.replace(" ", r"\s") if token.startswith(("[", "(?<")) else token


Pattern = Annotated[re.Pattern[str], BeforeValidator(folded_pattern)]
Patterns = tuple[Pattern, ...]


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Label(Model):
    """What the reader sees, in each language."""

    it: str
    en: str

    def text(self, language: Language) -> str:
        """The label in `language`."""
        return self.it if language == "it" else self.en


class Choice(Model):
    """An allowed value, its label and the other names that mean it."""

    value: str
    label: Label
    aliases: tuple[str, ...] = ()


class RoleByWords(Model):
    """The amount takes `role` where `pattern` is found in the subject or the operative part."""

    pattern: Pattern
    role: AmountRole


class ActType(Choice):
    """An act type, with the role of its amounts."""

    role: AmountRole = "altro"
    role_by_words: tuple[RoleByWords, ...] = ()


class Kind(Choice):
    """A kind of act and how headings and operative parts name it. A `fallback` kind is believed only where no other is named."""

    heading: Patterns = ()
    fallback: bool = False
    operative: Patterns = ()


class Organ(Choice):
    """An organ, how headings name it, and the kind of act that it adopts where nothing else says the kind."""

    heading: Patterns = ()
    kind: str = ""


class Cue(Model):
    """A named pattern that adds `weight` where it is found."""

    name: str
    pattern: Pattern
    weight: float = 1.0


class TypeCue(Model):
    """A pattern that speaks for or against act types. `where` says in which parts it is looked for."""

    pattern: Pattern
    weights: Mapping[str, float]
    where: tuple[Literal["subject", "operative"], ...] = ("subject",)


class AmountCue(Cue):
    """A pattern beside an amount. `side` is where it stands: directly before, directly after, or at the head of the item that holds it.

    `vat` is what it says of VAT; `types` restricts it to some act types.
    """

    side: Literal["before", "after", "item"] = "before"
    vat: VatFlag | None = None
    types: tuple[str, ...] = ()


class FoundIn(Model):
    """A pattern with the named group `value` (and `date`, `year`, `name` where they apply)."""

    name: str
    pattern: Pattern
    weight: float = 1.0
    template: str = ""


class Structure(Model):
    """How the parts of an act are recognised. `subject_end` ends a subject where a line begins, `subject_cut` anywhere."""

    subject: Patterns = ()
    subject_end: Patterns = ()
    subject_cut: Patterns = ()
    subject_noise: Patterns = ()
    abbreviations: Patterns = ()
    premises: Patterns = ()
    operative: tuple[str, ...] = ()
    operative_after: Patterns = ()
    not_operative_after: Patterns = ()
    proposal: Patterns = ()
    proposal_operative: Patterns = ()
    closing: Patterns = ()
    accounting: Patterns = ()
    publication: Patterns = ()
    item: Pattern | None = None


class Heading(Model):
    """Where number, date and issuer of the act stand. A number after `number_never_before` is none; after or before noise, a weak
    one. A date after `date_never_before` is that of an opinion or a publication.
    """

    numbers: tuple[FoundIn, ...] = ()
    number_never_before: Patterns = ()
    number_noise_before: Patterns = ()
    number_noise_after: Patterns = ()
    dates: tuple[FoundIn, ...] = ()
    date_noise: Pattern | None = None
    date_never_before: Patterns = ()
    closing_dates: tuple[FoundIn, ...] = ()
    publication_from: Patterns = ()
    publication_to: Patterns = ()
    issuers: tuple[FoundIn, ...] = ()
    issuer_stops: Pattern | None = None
    issuer_rewrites: tuple[FoundIn, ...] = ()
    regional: Pattern | None = None
    regions: Mapping[str, Pattern] = Field(default_factory=dict)
    small_words: tuple[str, ...] = ()
    typed_accents: Mapping[str, str] = Field(default_factory=dict)
    acronyms: tuple[str, ...] = ()
    kind_noise: Patterns = ()
    kind_by_subject: tuple[FoundIn, ...] = ()


class NumberWords(Model):
    """Numbers in words: additive words, multipliers, and the words between units and cents."""

    add: Mapping[str, int] = Field(default_factory=dict)
    multiply: Mapping[str, int] = Field(default_factory=dict)
    cents: Pattern | None = None


class Amounts(Model):
    """How amounts are written and which one is the act's own. More than `table` amounts in a decision, none a total, are tariffs. An amount
    of the premises with a cue in `not_gross` is not the total of a net amount, whatever the arithmetic says.
    """

    currency: tuple[str, ...] = ("€",)
    millions: Mapping[str, int] = Field(default_factory=dict)
    not_money_after: Pattern | None = None
    not_money_before: Pattern | None = None
    words: NumberWords = NumberWords()
    actions: tuple[Cue, ...] = ()
    cues: tuple[AmountCue, ...] = ()
    vat_rates: tuple[Decimal, ...] = ()
    sections: Mapping[str, float] = Field(default_factory=dict)
    resolve: Patterns = ()
    summed_types: tuple[str, ...] = ()
    not_gross: tuple[str, ...] = ()
    threshold: float = 1.0
    table: int = 15
    lot: Pattern | None = None


class Codes(Model):
    """Codes with a fixed form. `cited` are the words before a code that belongs to another act.

    `cig_column` is the heading of a table with a column of CIGs; `cell` is what may be one in the rows below it.
    """

    cig: Pattern | None = None
    cig_column: Pattern | None = None
    cell: Pattern | None = None
    cup: Pattern | None = None
    cited: Pattern | None = None
    vat_number: Pattern | None = None


class Parties(Model):
    """Supplier, office and person in charge. The name of a supplier ends with its legal form."""

    suppliers: tuple[FoundIn, ...] = ()
    legal_forms: Pattern | None = None
    supplier_stops: Pattern | None = None
    not_supplier: Pattern | None = None
    offices: tuple[FoundIn, ...] = ()
    rup: tuple[FoundIn, ...] = ()
    person_stops: Pattern | None = None


class RelationRule(Model):
    """What the act does to another: `pattern` marks the verb, `target` (groups kind, number, date, year) the act it names."""

    kind: str
    pattern: Pattern


class Relations(Model):
    """Relations to other acts."""

    rules: tuple[RelationRule, ...] = ()
    target: Pattern | None = None
    subject_only: tuple[str, ...] = ()


class Rows(Model):
    """Names that lists of acts give to our fields: field → header names (folded, `_` and spaces alike)."""

    columns: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    amounts: tuple[str, ...] = ()
    amount_roles: Mapping[str, AmountRole] = Field(default_factory=dict)
    subject_noise: Patterns = ()


class Rules(Model):
    """Everything the reader of acts follows."""

    structure: Structure = Structure()
    heading: Heading = Heading()
    amounts: Amounts = Amounts()
    codes: Codes = Codes()
    parties: Parties = Parties()
    relations: Relations = Relations()
    rows: Rows = Rows()
    type_masks: Patterns = ()
    type_cues: tuple[TypeCue, ...] = ()
    type_threshold: float = 1.0
    topics: Mapping[str, Pattern] = Field(default_factory=dict)
    personnel_roles: Mapping[str, Pattern] = Field(default_factory=dict)
    temporal_scopes: Mapping[str, Pattern] = Field(default_factory=dict)
