"""One question, read: its language, masks, filters, topic and signals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from digest_engine.query.intent.amounts import Amounts, find_amounts, inverted
from digest_engine.query.intent.filters import ActWords, read_act_words
from digest_engine.query.intent.names import FilterVocabulary, FoundName, find_act_names, find_names, masks_of
from digest_engine.query.intent.patterns import Match
from digest_engine.query.intent.references import ActReference, Codes, find_act_references, find_codes, find_quotes
from digest_engine.query.intent.signals import Scoring, heads, score
from digest_engine.query.intent.tokens import MAX_TOKENS, Line, Mask, Token, as_line, mask, tokenize
from digest_engine.query.intent.topic import content_words, read_topic
from digest_engine.query.intent.vocabulary import LANGUAGES, FilterWord, Vocabulary, load_vocabulary
from digest_engine.types import Language, Period

_REACH = 5
RESTRICTING = frozenset({"has_amount", "missing", "role"})
NAMING = frozenset({"act_type", "kind", "organ"})


@dataclass(frozen=True, slots=True)
class Reading:
    """What the words of one question say.

    `facts` are the named conditions that signals may ask for; `begins` the heads of its clauses.
    `topic` are the words of the subject that became no other filter, `left_out` those that no filter can express.
    """

    question: str
    vocabulary: Vocabulary
    line: Line
    facts: frozenset[str]
    codes: Codes
    references: tuple[ActReference, ...]
    amounts: Amounts
    names: tuple[FoundName, ...]
    acts: ActWords
    topic: tuple[str, ...]
    left_out: tuple[str, ...]
    buying: bool
    scoring: Scoring
    begins: frozenset[int]
    cut: bool = False

    def says(self, phrases: str) -> bool:
        """True where a phrase of the named list stands in the question (at the head of a clause, where the list says so)."""
        return bool(self.vocabulary.phrases[phrases].find(self.line, self.begins))

    @property
    def subject(self) -> tuple[str, ...]:
        """All content words, also those that became filters."""
        return content_words(self.line, vocabulary=self.vocabulary)

    @property
    def points_back(self) -> bool:
        """True where a word stands for something said before ("those", "it")."""
        back = self.vocabulary.lists["anaphora"]
        return any(token.norm in back for token in self.line.tokens)


def read_question(question: str, *, periods: Sequence[Period], known: FilterVocabulary | None = None, buying: bool = False) -> Reading:
    """Read `question`, whose own periods (with their spans) are `periods`. `buying`: it goes on about purchases, whatever its words."""
    tokens = tokenize(question)
    vocabulary = load_vocabulary(language_of(tokens))
    codes = find_codes(question)
    spans = [period.span for period in periods if period.span[1] > period.span[0]]
    references = find_act_references(question, language=vocabulary.language, taken=spans)
    amounts = find_amounts(tokens, vocabulary=vocabulary)
    masks = [*find_quotes(question), *codes.masks, *_reference_masks(references), *(Mask(a, b, "period") for a, b in spans), *amounts.masks]
    masked = mask(tokens, masks, question)
    names = find_names(masked, vocabulary=vocabulary, known=known)
    line = as_line(mask(masked, masks_of(names, masked), question))
    buying = buying or any(token.norm in vocabulary.lists["buying"] for token in line.tokens)
    aliases = [
        Match(FilterWord({name.field: list(name.values)}), "", name.first, name.end, {})
        for name in find_act_names(line.tokens, known=known)
    ]
    exceptions = [match.end for match in vocabulary.exceptions.find(line)]
    acts = read_act_words(line, vocabulary=vocabulary, buying=buying, exceptions=exceptions, known=aliases)
    topic = read_topic(line, vocabulary=vocabulary, used=acts.used | _resolved(names, line))
    if amounts.bounds and _excludes_amount(line, exceptions, vocabulary):
        amounts = inverted(amounts)
    denied = (*acts.denied, *topic.denied)
    left_out = (*topic.joined, *denied)
    facts = _facts(periods, codes, references, amounts, names, acts, aliases, line, denied)
    begins = heads(line, vocabulary)
    scoring = score(line, vocabulary=vocabulary, facts=facts, topic_words=len(topic.words), begins=begins)
    cut = len(tokens) == MAX_TOKENS
    return Reading(
        question, vocabulary, line, facts, codes, references, amounts, names, acts, topic.words, left_out, buying, scoring, begins, cut
    )


def language_of(tokens: Sequence[Token]) -> Language:
    """The language whose words are more frequent; a tie is Italian."""
    words = {token.norm for token in tokens}
    return max(LANGUAGES, key=lambda language: len(words & load_vocabulary(language).language_words))


def _resolved(names: Sequence[FoundName], line: Line) -> frozenset[int]:
    """Placeholders of names that became filters: they restrict by field and not by the words of the subject."""
    if not names:
        return frozenset()
    placeholders = [index for index, token in enumerate(line.tokens) if token.norm == "#name"]
    return frozenset(index for index, name in zip(placeholders, names, strict=True) if name.field)


def _excludes_amount(line: Line, exceptions: Sequence[int], vocabulary: Vocabulary) -> bool:
    """True where the amount follows "except": those under 1,000 euro left out are those of 1,000 and more."""
    light = vocabulary.noise
    for end in exceptions:
        for token in line.tokens[end : end + _REACH]:
            if token.norm == "#money":
                return True
            if token.norm not in light:
                break
    return False


def _reference_masks(references: Sequence[ActReference]) -> list[Mask]:
    return [Mask(reference.start, reference.end, "ref") for reference in references]


def _facts(
    periods: Sequence[Period],
    codes: Codes,
    references: Sequence[ActReference],
    amounts: Amounts,
    names: Sequence[FoundName],
    acts: ActWords,
    aliases: Sequence[Match[FilterWord]],
    line: Line,
    denied: Sequence[str],
) -> frozenset[str]:
    named = acts.values.keys()
    codes_found = bool(codes.cig or codes.cup)
    held = {
        "period": bool(periods),
        "range": any(period.start is None or period.end is None or period.start != period.end for period in periods),
        "several": len(periods) > 1,
        "reference": bool(references),
        "code": codes_found,
        "filter": bool(amounts.bounds) or codes_found or not named.isdisjoint(RESTRICTING),
        "type": not named.isdisjoint(NAMING),
        "name": bool(names),
        "supplier": any(name.field == "supplier" for name in names),
        "alias": bool(aliases),
        "denied": bool(denied),
        "quote": any(token.norm == "#quote" for token in line.tokens),
    }
    return frozenset(name for name, holds in held.items() if holds)
