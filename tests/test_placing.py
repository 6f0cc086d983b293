"""Counters put where a set-up has them by hand: what is written, and what is refused."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import InputError
from rcwkit.faces import faces
from rcwkit.game.game import Game
from rcwkit.importing.begin import begin
from rcwkit.kinds.kind import File, files_of
from rcwkit.kit.checks import check
from rcwkit.screens.preview.editing import Editing
from rcwkit.screens.preview.placing import SettingUp
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.sheets.paper import Paper
from rcwkit.type.text import Setter
from tests_support import TOY, write


@pytest.fixture(autouse=True)
def _nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcwkit.screens.preview.workshop.files_of", lambda game: ())


def _setting_up(folder: Path) -> SettingUp:
    workshop = Workshop(str(folder))
    workshop.refresh()
    assert workshop.game is not None, workshop.problems
    return SettingUp(workshop, Editing(workshop))


def _move(setting_up: SettingUp, setup: str, owner: str, unit: str, source: str, target: str, **more: Any) -> Any:
    return setting_up.change(setup, {"owner": owner, "unit": unit, "from": source, "to": target, **more})


def _force(shown: Any, owner: str) -> Any:
    return next(one for one in shown["forces"] if one["owner"] == owner)


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return write(tmp_path / "toy", TOY)


def test_cut_files_are_laid_out_once_for_the_check_and_the_picture(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[str] = []

    def noted(file: File, setter: Setter, room: Paper) -> Any:
        laid.extend([file.stem] if file.cut else [])
        return file.lay_out(setter, room)

    def noting(game: Game) -> list[File]:
        return [file._replace(lay_out=partial(noted, file)) for file in files_of(game)]

    for module in ("kit.build", "screens.preview.workshop"):
        monkeypatch.setattr(f"rcwkit.{module}.files_of", noting)
    setting_up = _setting_up(toy)
    laid.clear()
    _move(setting_up, "campaign", "red", "Ra1", "701", "715")
    checked = sorted(laid)
    assert checked
    setting_up.workshop.refresh([toy / "setup.yaml"])
    assert sorted(laid) == checked
    _move(setting_up, "campaign", "red", "Ra1", "715", "701")
    assert sorted(laid) == checked, "it is as it was when the preview began"


def test_faces_of_the_same_values_are_drawn_once(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    laid = faces._Press.laid

    def noted(press: Any, layout: str, scope: Any, size: Any, depth: int) -> Any:
        drawn.append(scope["counter"]["id"])
        return laid(press, layout, scope, size, depth)

    def counters(game: Game) -> list[File]:
        return [file for file in files_of(game) if file.stem.startswith("counters")]

    monkeypatch.setattr(faces._Press, "laid", noted)
    monkeypatch.setattr("rcwkit.screens.preview.workshop.files_of", counters)
    workshop = Workshop(str(toy))
    workshop.refresh()
    found, key, drawn[:] = [one.diagnostic for one in workshop.problems], next(iter(workshop.components)), []
    before = {piece.key: piece.front for piece in workshop.components[key].shown}
    text = (toy / "red.yaml").read_text(encoding="utf-8")
    (toy / "red.yaml").write_text("# A line more\n" + text.replace("name: 1 Army", "name: Guards"))
    workshop.refresh([toy / "red.yaml"])
    after = {piece.key: piece.front for piece in workshop.components[key].shown}
    assert {*drawn} == {"Ra1"}
    assert [name for name, face in after.items() if face.hash != before[name].hash] == ["Ra1"]
    lines = {name: [int(one[name].at.partition("red.yaml:")[2] or 0) for one in (before, after)] for name in after}
    own = [pair for pair in lines.values() if all(pair)]
    assert len(own) > 1 and all(then + 1 == now for then, now in own), "all of them stand a line further down"
    assert len(workshop.problems) == len(found)


def test_a_game_is_checked_once_for_an_edit_and_again_with_another_picture(
    toy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[Game] = []

    def noted(game: Game) -> list[Any]:
        checked.append(game)
        return check(game)

    monkeypatch.setattr("rcwkit.screens.preview.workshop.check", noted)
    setting_up = _setting_up(toy)
    checked.clear()
    _move(setting_up, "campaign", "red", "Ra1", "701", "715")
    setting_up.workshop.refresh([toy / "setup.yaml"])
    assert len(checked) == 1
    (toy / "emblem.svg").write_text("<svg/>", encoding="utf-8")
    setting_up.workshop.refresh([toy / "emblem.svg"])
    assert len(checked) == 2


def test_every_place_is_shown_and_counters_on_none_wait_in_a_pool(toy: Path) -> None:
    shown = _setting_up(toy).shown("campaign")
    assert [place["id"] for place in shown["places"]][:2] == ["715", "701"]
    red = _force(shown, "red")
    assert red["stands"]["701"] == [{"unit": "Ra1", "reversed": False}]
    assert red["reserve"] == [{"unit": "Rc16", "reversed": False}]
    assert red["pool"] == []
    assert shown["title"]
    assert shown["chips"]["Ra1 reversed"].startswith("<svg")


def test_a_counter_leaves_its_place_comes_back_and_waits_in_reserve(toy: Path) -> None:
    setting_up = _setting_up(toy)
    before = (toy / "setup.yaml").read_text(encoding="utf-8")
    shown = _move(setting_up, "campaign", "red", "Ra1", "701", "715")
    after = before.replace("[Rc16]\n        701 Petrograd: [Ra1]", "[Rc16, Ra1]")
    assert (toy / "setup.yaml").read_text(encoding="utf-8") == after != before
    assert shown["written"][0]["file"] == "setup.yaml"
    assert "701" in [place["id"] for place in shown["places"]], "an empty place stays"
    _move(setting_up, "campaign", "red", "Ra1", "715", "701")
    assert "701 Petrograd: [Ra1]" in (toy / "setup.yaml").read_text(encoding="utf-8")
    _move(setting_up, "campaign", "red", "Ra1", "701", "701", turn=True)
    assert "701 Petrograd: [(Ra1)]" in (toy / "setup.yaml").read_text(encoding="utf-8")
    shown = _move(setting_up, "campaign", "red", "Ra1", "701", "pool", reversed=True)
    assert "Ra1" in {one["unit"] for one in _force(shown, "red")["pool"]}
    for _ in range(4):
        setting_up.editing.undo()
    assert (toy / "setup.yaml").read_text(encoding="utf-8") == before


def test_copies_move_one_by_one_to_places_that_had_none(tmp_path: Path) -> None:
    begin(tmp_path / "area", "area")
    setting_up = _setting_up(tmp_path / "area")
    place = "7"
    _move(setting_up, "autumn", "crown", "Guard", "1", place)
    text = (tmp_path / "area" / "setup.yaml").read_text(encoding="utf-8")
    name = next(one["name"] for one in setting_up.shown("autumn")["places"] if one["id"] == place)
    assert "1 Residence: [Guard, Aldane]" in text
    assert f"{place} {name}: [Guard]" in text
    _move(setting_up, "autumn", "rising", "Band", "reserve", "12")
    text = (tmp_path / "area" / "setup.yaml").read_text(encoding="utf-8")
    assert "reserve: [Band, Miners]" in text
    assert "12 High Camp: [Band x4, Ilse]" in text


def test_moves_go_into_the_sheet_that_a_set_up_reads(tmp_path: Path) -> None:
    begin(tmp_path / "hex", "hex")
    setting_up, sheet = _setting_up(tmp_path / "hex"), tmp_path / "hex" / "sheets" / "setup.csv"
    before = sheet.read_text(encoding="utf-8")
    shown = _move(setting_up, "dawn", "tribes", "T1", "0604", "0101")
    assert shown["maps"] == ["desert"]
    region = next(one["region"] for one in shown["places"] if one["id"] == "0101")
    wanted = before.replace("0604,T1; T2,", "0604,T2,") + f"{region},0101,T1,Tribes\n"
    assert sheet.read_text(encoding="utf-8") == wanted
    assert _force(shown, "tribes")["stands"]["0101"] == [{"unit": "T1", "reversed": False}]
    _move(setting_up, "dawn", "tribes", "T1", "0101", "0604")
    assert "0604,T2; T1,Tribes" in sheet.read_text(encoding="utf-8")


def test_what_is_no_move_is_refused(toy: Path) -> None:
    setting_up = _setting_up(toy)
    before = (toy / "setup.yaml").read_bytes()
    for wanted in (
        {},
        {"owner": "red", "unit": "Ra1", "from": "715", "to": "701"},
        {"owner": "nobody", "unit": "Ra1", "from": "701", "to": "715"},
        {"owner": "red", "unit": "Ra1", "from": "701", "to": "nowhere"},
    ):
        with pytest.raises(InputError):
            setting_up.change("campaign", wanted)
    with pytest.raises(InputError):
        setting_up.shown("none")
    assert (toy / "setup.yaml").read_bytes() == before
