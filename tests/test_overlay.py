"""Overlays add and replace by kind and id; errors name their files; the base stays unchanged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.cli import main
from rcwkit.diagnostics import InputError, Span
from rcwkit.dice.counters import Counter
from rcwkit.game.catalogue import locate
from rcwkit.game.loader import lay_over, load
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.build import inspected
from rcwkit.source.yaml import Node
from tests_support import TOY, write

# A made-up overlay: the owner of a copy fills in a card's text and a counter's rating.
MINE = {
    "cards.yaml": """kind: cards
id: factions
cards:
  ukraine: {title: Ukraine, owner: red, sections: [{head: Event, text: My own note of the card.}]}
  extra: {title: An extra card}
""",
    "red.yaml": "kind: counters\nid: red\ncounters:\n  Ra1: {type: army, name: 1 Army 5-3}\n",
}


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return write(tmp_path / "toy", TOY)


def test_entries_are_added_and_replaced(toy: Path, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine", MINE)
    game = load(locate(str(toy), (mine,)))
    deck = game[Deck]["factions"].value
    assert list(deck.cards) == ["ukraine", "extra"]
    assert deck.cards["ukraine"].sections[0].text == "My own note of the card."
    assert deck.title == "Factions"
    assert game[Counter]["Ra1"].value.name == "1 Army 5-3"
    assert game[Counter]["Ra2"].value.name == "2 Army"
    assert game[Counter]["Ra1"].span.file == f"{mine.as_posix()}/red.yaml"


def test_the_local_folder_is_an_overlay_by_default(toy: Path) -> None:
    write(toy / "local", MINE)
    assert "extra" in load(locate(str(toy)))[Deck]["factions"].value.cards


def test_errors_name_the_overlays_file_and_line(toy: Path, tmp_path: Path) -> None:
    mine = write(
        tmp_path / "mine", {"red.yaml": "kind: counters\nid: red\ncounters:\n  Ra1: {type: army, nmae: 1 Army}\n"}
    )
    result = CliRunner().invoke(main, ["check", str(toy), "--overlay", str(mine)])
    assert result.exit_code == 2
    assert f"{mine.as_posix()}/red.yaml:4:21: error[E122]: unknown key 'nmae'" in result.stderr
    assert "4 |   Ra1: {type: army, nmae: 1 Army}" in result.stderr


def test_two_overlays_that_give_the_same_entry_are_both_named(toy: Path, tmp_path: Path) -> None:
    one, two = write(tmp_path / "one", MINE), write(tmp_path / "two", MINE)
    with pytest.raises(InputError) as caught:
        load(locate(str(toy), (one, two)))
    found = {d.code: d for d in caught.value.diagnostics}
    assert found["E205"].span.file.startswith(two.as_posix())
    assert str(found["E205"].related[0][1]).startswith(one.as_posix())


def test_an_overlay_of_another_game_is_refused(toy: Path, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine", {"game.yaml": "kind: game\nid: toys\ntitle: Mine\n"})
    with pytest.raises(InputError) as caught:
        load(locate(str(toy), (mine,)))
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == ("E206", "'toys' is another game than 'toy', over which it is laid")
    assert (str(found.span), found.hint) == (
        f"{mine.as_posix()}/game.yaml:2:5",
        "write id: toy, or leave the id out",
    )
    for own in ("id: toy\n", ""):
        (mine / "game.yaml").write_text(f"kind: game\n{own}title: Mine\n", encoding="utf-8")
        assert (load(locate(str(toy), (mine,))).info.id, load(locate(str(toy), (mine,))).info.title) == ("toy", "Mine")


def test_a_misspelt_id_of_a_document_is_told_beside_what_it_lacks(toy: Path, tmp_path: Path) -> None:
    mine = write(tmp_path / "mine", {"cards.yaml": MINE["cards.yaml"].replace("id: factions", "id: factoins")})
    with pytest.raises(InputError) as caught:
        load(locate(str(toy), (mine,)))
    found = [(one.code, one.span.line, one.hint) for one in caught.value.diagnostics]
    assert found[0] == ("E206", 2, "did you mean 'factions'?")
    assert [one.message for one in caught.value.diagnostics[1:]] == ["missing key 'title'"]
    whole = MINE["cards.yaml"].replace("id: factions", "id: faction\ntitle: New\nsource: Mine")
    (mine / "cards.yaml").write_text(whole.replace("ukraine:", "other:"), encoding="utf-8")
    game, told = inspected(locate(str(toy), (mine,)))
    assert game[Deck]["faction"].value.title == "New"
    assert [(one.span.line, one.hint) for one in told if one.code == "W206"] == [(2, "did you mean 'factions'?")]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("ukraien", "did you mean 'ukraine'?"),
        ("Ukraine", "did you mean 'ukraine'?"),
        ("ukaine", "did you mean 'ukraine'?"),
        ("ukraine2", None),
        ("poland", None),
        ("ukraine", None),
    ],
)
def test_an_entry_almost_named_as_one_of_the_game_is_told_of(
    toy: Path, tmp_path: Path, name: str, hint: str | None
) -> None:
    mine = write(tmp_path / "mine", {"cards.yaml": MINE["cards.yaml"].replace("ukraine:", f"{name}:", 1)})
    told = [one for one in inspected(locate(str(toy), (mine,)))[1] if one.code == "W206"]
    assert [one.hint for one in told] == [hint for _ in told] == ([hint] if hint else [])
    assert all(str(one.span) == f"{mine.as_posix()}/cards.yaml:4:3" for one in told)


def test_a_record_rolled_under_an_overlay_verifies_only_under_it(tmp_path: Path) -> None:
    coin = "{title: Coin, steps: [{id: toss, roll: 1d2, rows: {1: heads, 2: tails}}]}"
    rows = f"kind: procedures\nid: extra\ntitle: Extra\nsource: mine\nprocedures:\n  coin: {coin}\n"
    mine = write(tmp_path / "mine", {"p.yaml": rows})
    run = CliRunner().invoke
    record = tmp_path / "record.json"
    record.write_text(
        run(main, ["roll", "triumph_of_chaos", "coin", "--overlay", str(mine), "--json"]).stdout, encoding="utf-8"
    )
    assert json.loads(record.read_text(encoding="utf-8"))["procedure"] == "coin"
    assert run(main, ["verify", str(record), "--overlay", str(mine)]).exit_code == 0
    assert run(main, ["verify", str(record)]).exit_code == 2


SPAN = Span("f.yaml")
scalars = st.integers(0, 3).map(lambda value: Node(value, SPAN))
entries = st.dictionaries(st.sampled_from("abc"), scalars, max_size=3).map(
    lambda found: Node({key: (Node(key, SPAN), value) for key, value in found.items()}, SPAN)
)


def document(kind: str, name: str, body: Node) -> Node:
    fixed = {"kind": kind, "id": name}
    return Node(
        {key: (Node(key, SPAN), Node(value, SPAN)) for key, value in fixed.items()}
        | {"things": (Node("things", SPAN), body)},
        SPAN,
    )


documents = st.builds(document, st.sampled_from(["cards", "tables"]), st.sampled_from("xy"), entries)


def unique(found: list[Node]) -> list[tuple[str, Node]]:
    by_name = {(node.value["kind"][1].value, node.value["id"][1].value): node for node in found}
    return [(f"{kind}-{name}.yaml", node) for (kind, name), node in by_name.items()]


@given(st.lists(documents, max_size=4).map(unique), st.lists(documents, max_size=4).map(unique))
def test_the_base_is_unchanged_and_an_empty_overlay_is_the_identity(
    base: list[tuple[str, Node]], over: list[tuple[str, Node]]
) -> None:
    before = [(name, node.plain()) for name, node in base]
    assert lay_over(base, []) == base
    merged = lay_over(base, over)
    assert [(name, node.plain()) for name, node in base] == before
    plain = {(node.plain()["kind"], node.plain()["id"]): node.plain()["things"] for _, node in merged}
    for _, node in over:
        mine = node.plain()
        assert mine["things"].items() <= plain[mine["kind"], mine["id"]].items()
    for _, node in base:
        theirs = node.plain()
        assert theirs["things"].keys() <= plain[theirs["kind"], theirs["id"]].keys()
