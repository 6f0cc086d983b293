"""New documents in a game: each kind is without errors from the start, and reads as a person would write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from rcwkit.diagnostics import Severity
from rcwkit.game.loader import load
from rcwkit.importing.begin import begin, document_of, documents
from rcwkit.kit.build import inspected
from rcwkit.screens.preview.editing import Editing
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.project import Project

BARE = "kind: game\nid: bare\ntitle: Bare\nsource: {title: Bare}\ncredits: Ours.\n"
BARE += 'sides: {red: {title: Red, short: Red, colour: "#B3201F", mark: star, plays: true}}\n'


def _editing(folder: Path) -> Editing:
    return Editing(Workshop(str(folder)))


def test_a_document_of_every_kind_is_added_to_a_game_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(BARE, encoding="utf-8")
    editing = _editing(tmp_path)
    assert len(documents()) > 12
    for kind in documents():
        editing.begin(kind, f"New: {kind}", {})
    game, found = inspected(Project(tmp_path))
    assert {one.model.kind for one in game.documents} == {"game", *documents()}
    assert [one for one in found if one.severity is Severity.ERROR] == []
    assert (tmp_path / "game.yaml").read_text(encoding="utf-8").startswith(BARE), "what was there stays"
    for _ in documents():
        editing.undo()
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["game.yaml"]


def test_a_document_is_taken_out_with_its_faces_unless_others_need_it(tmp_path: Path) -> None:
    begin(tmp_path / "deck", "cards")
    workshop = Workshop(str(tmp_path / "deck"))
    workshop.refresh()
    site = Site(workshop, PrintJobs(workshop.name))
    site.editing.begin("cards", "Convoy", {})
    workshop.refresh()
    own = {one["stem"]: one["own"] for one in workshop.state()["components"]}
    home = workshop.project.shown
    assert own["cards-convoy"] == f"{home}/convoy.yaml" and own["cards-harbour"] == f"{home}/cards.yaml"
    assert own["storage"] == "", "no document alone makes the boxes"
    there = sorted(path.name for path in (tmp_path / "deck").glob("*.yaml"))
    assert site.post("remove", {"file": own["cards-convoy"]}).status == 200
    assert sorted(path.name for path in (tmp_path / "deck").glob("*.yaml")) == [
        name for name in there if not name.startswith("convoy")
    ]
    site.post("undo", {})
    assert sorted(path.name for path in (tmp_path / "deck").glob("*.yaml")) == there
    assert site.post("remove", {"file": f"{home}/game.yaml"}).status == 422, "nothing is a game without it"
    assert site.post("remove", {"file": f"{home}/../secret.yaml"}).status == 422
    assert site.post("remove", {"file": f"{home}/layouts.yaml"}).status == 422, "the cards need it"
    assert sorted(path.name for path in (tmp_path / "deck").glob("*.yaml")) == there


def test_a_map_has_the_hexes_that_were_asked_for(tmp_path: Path) -> None:
    begin(tmp_path / "deck", "cards")
    given = {"columns": "12", "rows": "8", "size": "21", "top": "pointed"}
    file = _editing(tmp_path / "deck").begin("maps", "The Sound", given)
    assert file.endswith("/the_sound.yaml")
    text = (tmp_path / "deck" / "the_sound.yaml").read_text(encoding="utf-8")
    assert "hexes: {size: 21mm, columns: 12, rows: 8, top: pointed}" in text
    assert "title: The Sound\n" in text


def test_names_are_free_and_titles_quoted_where_they_must_be(tmp_path: Path) -> None:
    begin(tmp_path / "deck", "cards")
    game = load(Project(tmp_path / "deck"))
    assert document_of("cards", "Harbour", game, {}).name == "harbour_2"
    assert 'title: "7"\n' in document_of("booklet", "7", game, {}).text
    assert 'title: "Yes: #1"\n' in document_of("booklet", "Yes: #1", game, {}).text
    with pytest.raises(KeyError):
        document_of("game", "Another", game, {})
