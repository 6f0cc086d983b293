"""Load files into a game: every error at its place, once, with a hint."""

from __future__ import annotations

import pytest
from rcwkit.diagnostics import InputError, frame, sort
from rcwkit.faces.layouts import LayoutBox
from rcwkit.game.loader import load
from tests_support import WriteGame

GAME = """kind: game
id: toy
title: Toy
source: {title: Toy rules}
credits: Nobody's.
sides:
  red: {title: Red, short: R, colour: "#B3201F", mark: star, plays: true}
unit_types:
  army: {title: army, plural: armies, symbol: infantry, reverse: reduced}
"""


def errors(write_game: WriteGame, name: str, text: str) -> list[str]:
    project = write_game({"game.yaml": GAME, name: text})
    with pytest.raises(InputError) as caught:
        load(project)
    return [frame(d, project.line(d.span)) for d in sort(caught.value.diagnostics)]


def test_a_misspelt_key_is_one_error_with_the_key_that_is_meant(write_game: WriteGame) -> None:
    found = errors(write_game, "s.yaml", "kind: setup\nid: campaign\ntitel: Campaign\nsource: x\nforces: {}\n")
    assert found == [
        "game/s.yaml:3:1: error[E122]: unknown key 'titel'\n  |\n3 | titel: Campaign\n  | ^^^^^ did you mean 'title'?"
    ]


def test_nested_misspelt_keys_get_the_keys_of_their_own_model(write_game: WriteGame) -> None:
    text = "kind: counters\nid: c\ntitle: C\nsource: x\nside: red\ncounters:\n  A1: {type: army, name: A, copis: 2}\n"
    (found,) = errors(write_game, "c.yaml", text)
    assert found.startswith("game/c.yaml:7:29: error[E122]: unknown key 'copis'")
    assert found.endswith("did you mean 'copies'?")


def test_an_unknown_key_that_is_like_no_other_is_told_with_the_keys_there_are(write_game: WriteGame) -> None:
    (found,) = errors(write_game, "s.yaml", "kind: layouts\nid: a\nlayouts: {b: {boxes: {}, zzz: 1}}\n")
    assert found.endswith(" possible keys: extends, let, boxes")


def test_of_many_possible_keys_the_first_thirty_are_listed(write_game: WriteGame) -> None:
    (found,) = errors(write_game, "s.yaml", "kind: layouts\nid: a\nlayouts: {b: {boxes: {c: {zzz: 1}}}}\n")
    listed = found.partition(" possible keys: ")[2].split(", ")
    assert (len(listed), listed[-1].partition(" ")[2]) == (30, f"and {len(LayoutBox.model_fields) - 30} more")
    assert set(listed[:-1]) <= set(LayoutBox.model_fields)


def test_an_unquoted_rule_number_is_explained(write_game: WriteGame) -> None:
    (found,) = errors(write_game, "s.yaml", "kind: setup\nid: campaign\ntitle: C\nrule: 14.1\nsource: x\nforces: {}\n")
    assert "game/s.yaml:4:7: error[E124]: '14.1' is not text" in found
    assert found.endswith('quote it: "14.1"')


def test_a_value_where_a_list_is_meant(write_game: WriteGame) -> None:
    text = "kind: setup\nid: c\ntitle: C\nsource: x\nforces:\n  red:\n    at:\n      North:\n        715 X: A1\n"
    (found,) = errors(write_game, "s.yaml", text)
    assert "9:16: error[E124]: 'A1' has to be a list or a mapping" in found
    assert found.endswith("write [A1]")


def test_missing_keys_are_named_together(write_game: WriteGame) -> None:
    (found,) = errors(write_game, "s.yaml", "kind: setup\nid: c\n")
    assert "error[E123]: missing keys title, forces" in found


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("id: x\n", "E120", "one of: game"),
        ("kind: countres\n", "E121", "did you mean 'counters'?"),
        ("- a\n", "E120", ""),
    ],
)
def test_the_kind_is_checked_first(write_game: WriteGame, text: str, code: str, hint: str) -> None:
    (found,) = errors(write_game, "s.yaml", text)
    assert f"error[{code}]" in found
    assert hint in found


def test_errors_in_all_files_are_reported_together(write_game: WriteGame) -> None:
    project = write_game(
        {"game.yaml": GAME, "a.yaml": "kind: x\n", "b.yaml": "kind: setup\nid: [1]\n", "c.yaml": "a: 1\na: 2\n"}
    )
    with pytest.raises(InputError) as caught:
        load(project)
    assert {d.span.file for d in caught.value.diagnostics} == {"game/a.yaml", "game/b.yaml", "game/c.yaml"}


def test_two_games_in_one_folder_are_refused_naming_both(write_game: WriteGame) -> None:
    (found,) = errors(write_game, "z.yaml", GAME)
    assert "game/z.yaml:1:1: error[E200]" in found
    assert "first here: game/game.yaml:1:1" in found


def test_a_folder_without_a_game_is_refused(write_game: WriteGame) -> None:
    project = write_game({"r.yaml": "kind: rulings\nid: r\nsource: x\nrulings: {}\n"})
    with pytest.raises(InputError, match="no document with 'kind: game'"):
        load(project)


def test_a_value_of_none_of_several_kinds_is_reported_once(write_game: WriteGame) -> None:
    text = "kind: tables\nid: t\ntitle: T\nsource: x\ntables:\n  t: {title: T, rows: {1: true}}\n"
    (found,) = errors(write_game, "t.yaml", text)
    assert "error[E124]: 'true' has to be text, a whole number or a list" in found


def test_a_quote_that_closes_lines_later_is_shown_where_it_opens(write_game: WriteGame) -> None:
    with pytest.raises(InputError) as refused:
        load(write_game({"game.yaml": "kind: game\nid: 'pond\ntitle: The Pond\ncredits: Nobody's.\n"}))
    (found,) = refused.value.diagnostics
    assert (found.code, found.span.line, found.hint) == ("E110", 2, "the quote that opens here closes on line 4")


AIDS = "kind: aids\nid: a\nsource: s\naids: {turn: {title: Turn, sections: [{head: H, steps: [%s]}]}}\n"
MAPS = (
    "kind: maps\nid: m\ntitle: M\nsource: s\nhexes: {size: 19, columns: 2, rows: 2}\nground: sea\nterrain: {sea: %s}\n"
)


def test_a_text_with_a_colon_is_one_error_with_its_cure(write_game: WriteGame) -> None:
    """Bug: the list around it was told to be empty, and no hint said that the colon needs quotes."""
    (found,) = errors(write_game, "aids.yaml", AIDS % "Draw: a card.")
    assert "this has to be text, not a mapping" in found
    assert found.endswith('^ quote a text with a colon in it: "Draw: a card."')


def test_a_title_where_a_mapping_is_meant_is_shown_as_one(write_game: WriteGame) -> None:
    (found,) = errors(write_game, "maps.yaml", MAPS % "Open sea")
    assert "this has to be a mapping" in found and found.endswith("^^^^^^^^ write {title: Open sea}")


def test_a_game_document_that_cannot_be_read_is_the_only_error(write_game: WriteGame) -> None:
    """Bug: every other document lacked the source that it has from the game, and sheets were told to have no sides."""
    game = "kind: game\nid: toy\ntitle: Toy\nsource: {title: T}\nsides: {red: {title: Red, colour: #D98F7A}}\n"
    aids = (AIDS % "Draw.").replace("source: s\n", "")
    with pytest.raises(InputError) as error:
        load(write_game({"game.yaml": game, "aids.yaml": aids}))
    assert {(one.code, one.span.file.rpartition("/")[2]) for one in error.value.diagnostics} == {("E110", "game.yaml")}
