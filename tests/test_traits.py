"""VASSAL's flat trait texts: writing and parsing are inverse, and parse what VASSAL writes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.export.traits import (
    FLIP,
    Trait,
    basic,
    clone,
    decode,
    delete,
    encode,
    expression,
    immobile,
    key,
    label,
    layer,
    literal,
    mark,
    mask,
    moved,
    named,
    parse,
    piece,
    prototype,
    report,
    rotate,
    send,
    to_deck,
    trail,
    trigger,
)
from rcwkit.source.language import ENGLISH

NASTY = st.text(alphabet="\\',;/+\tab ", max_size=12)
DELIMITERS = st.sampled_from(",;/\t+")
TRAITS = st.builds(
    Trait,
    st.sampled_from(["emb2", "mark", "obs", "prototype", "piece"]),
    st.lists(NASTY, min_size=1, max_size=4).map(tuple),
    st.lists(NASTY, min_size=1, max_size=3).map(tuple),
)


@given(st.lists(NASTY, min_size=1, max_size=5), DELIMITERS)
def test_a_sequence_comes_back_as_it_was(texts: list[str], delimiter: str) -> None:
    assert decode(encode(texts, delimiter), delimiter) == texts


@given(
    st.recursive(
        NASTY, lambda inner: st.lists(inner, min_size=1, max_size=3).map(lambda texts: encode(texts, ";")), max_leaves=8
    ),
    DELIMITERS,
)
def test_a_sequence_within_sequences_comes_back_as_it_was(text: str, delimiter: str) -> None:
    wrapped = encode((text, encode((text, "x"), delimiter)), delimiter)
    outer = decode(wrapped, delimiter)
    assert outer[0] == text
    assert decode(outer[1], delimiter) == [text, "x"]


@given(st.lists(TRAITS, min_size=1, max_size=6))
def test_a_piece_comes_back_as_it_was(traits: list[Trait]) -> None:
    assert parse(piece(traits)) == tuple(traits)


@pytest.mark.parametrize(
    ("texts", "delimiter", "expected"),
    [
        (("A", "B,C"), ",", r"A,B\,C"),
        (("A", r"B\,C"), ",", r"A,B\\,C"),
        (("a\\", "b"), ";", r"'a\';b"),
        (("'quoted'", "b"), ";", "''quoted'';b"),
        (("'half", "half'"), ";", "'half;half'"),
        (("", ""), ";", ";"),
        (("",), ";", ""),
    ],
)
def test_sequences_are_written_as_vassal_writes_them(texts: tuple[str, ...], delimiter: str, expected: str) -> None:
    assert encode(texts, delimiter) == expected
    assert decode(expected, delimiter) == list(texts)


@pytest.mark.parametrize(("sequence", "texts"), [("'", ["'"]), ("''", [""]), ("'a", ["'a"]), ("a'", ["a'"])])
def test_only_a_pair_of_quotes_is_taken_off(sequence: str, texts: list[str]) -> None:
    assert decode(sequence, ";") == texts


def test_each_trait_further_in_has_one_more_backslash() -> None:
    text = piece((prototype("Red"), mark(Side="Red"), report([FLIP], "$pieceName$"), basic("a.png", "Ra1", 7)))
    kinds, states = decode(text.removeprefix("+/"), "/")[1:]
    assert kinds == "prototype;Red\tmark;Side\\\treport;70\\,130;$pieceName$;;;;false\\\\\tpiece;;;a.png;Ra1"
    assert states == "\tRed\\\t-1\\\\\tnull;0;0;7;0"


def test_a_piece_as_vassal_saves_it_is_read() -> None:
    text = "+/null/delete;Delete;68,130;\tborder;;;2;102,102,102;;AND\\\tpiece;;;;/\t\\\tnull;5;5;;0"
    assert [(trait.name, len(trait.fields), trait.state) for trait in parse(text)] == [
        ("delete", 3, ("",)),
        ("border", 6, ("",)),
        ("piece", 4, ("null", "5", "5", "", "0")),
    ]


def test_a_reverse_lies_over_the_front_and_is_up_when_turned() -> None:
    up, down = (layer("back.png", "1 Army (reduced)", "Reduce", turned=turned) for turned in (True, False))
    assert (up.state, down.state) == (("2",), ("1",))
    # The fields by position in VASSAL's Layer trait: command and key that raise the level, pictures, names, loop,
    # version, always active.
    assert len(up.fields) == 29
    assert up.fields[3] == "Reduce"
    assert up.fields[27] == FLIP
    assert decode(up.fields[15], ",") == ["", "back.png"]
    assert decode(up.fields[16], ",") == ["", "1 Army (reduced)"]
    assert (up.fields[17], up.fields[24], up.fields[25]) == ("true", "1", "true")


def test_a_masked_card_is_seen_by_its_player_alone() -> None:
    trait = mask("back.png", "eye.svg", "a card of Events", ENGLISH)
    assert trait.fields[:6] == (FLIP, "back.png", "Turn over", "Geye.svg", "a card of Events", "player:")
    assert trait.state == ("null", "")


@pytest.mark.parametrize(
    "text", ["", "+/null/piece;;;a;b", "null/piece;;;a;b/null;0;0;;0", "-/1", "piece;;;a;b/null;0;0;;0"]
)
def test_what_adds_no_piece_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a piece"):
        parse(text)


def test_traits_have_the_fields_of_their_kind() -> None:
    """Counted in VASSAL 3.6 and 3.7; 3.7 fills in those that it added."""
    counts = {
        moved("m.svg", (-30, -30), ENGLISH): 11,
        trail(ENGLISH): 16,
        send("Out of play", key("E"), "Board", "Lost"): 18,
        to_deck("Discard", key("K"), "Discards"): 8,
        rotate(8, ENGLISH): 13,
        trigger("To Lost", key("E"), [named("lost"), key("M")]): 17,
        label("Write on it", key("L"), 13, ("b", -10)): 18,
        immobile(): 4,
        clone(ENGLISH): 3,
        delete(ENGLISH): 3,
    }
    assert {trait.name: len(trait.fields) for trait in counts} == {trait.name: count for trait, count in counts.items()}
    assert named("shuffle") == "57348,0,shuffle"
    for trait in counts:
        assert parse(piece((trait, basic("a.png", "A", 1))))[0] == trait


def test_an_expression_joins_texts_and_properties() -> None:
    said = expression('$player$: "$pieceName$" to {$where$}', player="(PlayerName)")
    assert said == '{(PlayerName) + ": \\"" + pieceName + "\\" to (" + where + ")"}'
    assert literal("a\\b $x {y}") == '"a\\\\b x (y)"'
