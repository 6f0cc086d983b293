"""The audit: each mistake gives its diagnostic at its place, and a sound game gives none."""

from __future__ import annotations

import re

import pytest
from tests_support import TOY

from generator.checks import check
from generator.diagnostics import Severity, frame, sort
from generator.game import Game
from generator.loader import load

# (file, what stands there, what is written instead, code, the text it points at, part of the hint)
MISTAKES = [
    ("setup.yaml", "[Rc16]\n        701", "[Rc61]\n        701", "E210", "Rc61", "did you mean 'Rc16'?"),
    ("setup.yaml", "reserve: [Rc16]", "reserve: [Rc16 x2]", "E215", "Rc16 x2", ""),
    ("setup.yaml", "[Ra1]", "[(Rc16)]", "E214", "(Rc16)", "without brackets"),
    ("setup.yaml", "[Ra1]", "[Wa1]", "E213", "Wa1", ""),
    ("setup.yaml", "701 Petrograd:", "702 Petrograd:", "E211", "702 Petrograd", "did you mean '701 Petrograd'?"),
    ("setup.yaml", "701 Petrograd:", "701 Petrogard:", "E211", "701 Petrogard", "write '701 Petrograd'"),
    ("setup.yaml", "638 Norlinsk:", "638 Norlinsk: [Ra1]\n        701 Petrograd:", "E212", "701 Petrograd", ""),
    ("setup.yaml", "East:", "Eats:", "E212", "Eats", "did you mean 'East'?"),
    ("setup.yaml", "army: 2", "army: 3", "W217", "3", "name the ruling"),
    ("setup.yaml", "army: 2", "amry: 2", "E221", "amry", "did you mean 'army'?"),
    ("setup.yaml", "  red:\n    declared", "  rde:\n    declared", "E220", "rde", "did you mean 'red'?"),
    ("setup.yaml", "marker: VP", "marker: PV", "E210", "PV", "did you mean 'VP'?"),
    ("setup.yaml", "ukraine: neutral", "ukraine: nuetral", "E222", "nuetral", "did you mean 'neutral'?"),
    ("setup.yaml", "control:", "contorl:", "E222", "contorl", "did you mean 'control'?"),
    ("white.yaml", ", arrives: turn 2", "", "W216", "Wa1", "arrives"),
    ("white.yaml", "type: army", "type: amry", "E221", "amry", "did you mean 'army'?"),
    ("white.yaml", "side: white", "side: wihte", "E220", "wihte", "did you mean 'white'?"),
    ("white.yaml", "Wa1:", "Ra1:", "E201", "Ra1", "rename"),
    ("tracks.yaml", "start: neutral", "start: nuetral", "E222", "nuetral", "did you mean 'neutral'?"),
    ("tracks.yaml", "box: white", "box: wihte", "E222", "wihte", "did you mean 'white'?"),
    ("tables.yaml", "2-6: [neutral, neutral]", "3-6: [neutral, neutral]", "E230", "3-6", ""),
    ("tables.yaml", "2-6: [neutral, neutral]", "1-6: [neutral, neutral]", "E231", "1-6", ""),
    ("tables.yaml", "2-6: [neutral, neutral]", "2-5: [neutral, neutral]", "E230", "2-5", "1d6 goes up to 6"),
    ("tables.yaml", "2-6: [neutral, neutral]", "6-2: [neutral, neutral]", "E230", "6-2", ""),
    ("tables.yaml", "2-6: [neutral, neutral]", "2-6: [neutral, neutral], 7: [neutral, neutral]", "E232", "7", ""),
    ("tables.yaml", "[neutral, neutral]", "[neutral]", "E233", "[", ""),
    ("tables.yaml", "beyond: clamp", "beyond: rows", "E230", "1", ""),
    ("procedures.yaml", "{1-3: full, 4-6: reduced}", "{1-2: full, 4-6: reduced}", "E230", "4-6", ""),
    ("procedures.yaml", "then: {reduced:", "then: {redcued:", "E241", "redcued", "did you mean 'reduced'?"),
    ("procedures.yaml", "any: {armies: reduced}", "any: {amries: reduced}", "E240", "{", "did you mean 'armies'?"),
    ("procedures.yaml", "any: {armies: reduced}", "any: {armies: redcued}", "E241", "{", "did you mean 'reduced'?"),
    ("procedures.yaml", "units: [army]", "units: [amry]", "E221", "amry", "did you mean 'army'?"),
    ("procedures.yaml", "exceptions: {Wa1:", "exceptions: {Wa2:", "E210", "Wa2", "did you mean 'Wa1'?"),
    ("procedures.yaml", "table: turn9", "table: trun9", "E223", "trun9", "did you mean 'turn9'?"),
    ("procedures.yaml", "column: red}", "column: rde}", "E235", "rde", "did you mean 'red'?"),
    ("procedures.yaml", "inputs: {lead:", "inputs: {laed:", "E240", "turn9", "add it to the inputs"),
    ("scenarios.yaml", "setup: campaign", "setup: campagin", "E227", "campagin", "did you mean 'campaign'?"),
    ("scenarios.yaml", "options: [reductions]", "options: [reductons]", "E224", "reductons", "did you mean 'reductions'?"),
    ("scenarios.yaml", "options: [reductions]", "change: {without_units: [Ra3]}", "E228", "Ra3", "did you mean 'Ra"),
    ("aids.yaml", "table: turn9", "table: turn8", "E223", "turn8", "did you mean 'turn9'?"),
    ("cards.yaml", "row: ukraine", "row: ukriane", "E222", "ukriane", "did you mean 'ukraine'?"),
    ("cards.yaml", "owner: red", "owner: rde", "E220", "rde", "did you mean 'red'?"),
    ("cards.yaml", "owner: red", "owner: red, rulings: [total]", "E225", "total", "did you mean 'totals'?"),
]


def found(write_game, files: dict[str, str]):
    project = write_game(files)
    return project, sort(check(load(project)))


def test_a_sound_game_has_nothing_to_say(write_game) -> None:
    assert found(write_game, TOY)[1] == []


@pytest.mark.parametrize(("file", "old", "new", "code", "at", "hint"), MISTAKES, ids=[f"{m[3]}-{m[4]}" for m in MISTAKES])
def test_each_mistake_is_said_at_its_place(write_game, file: str, old: str, new: str, code: str, at: str, hint: str) -> None:
    assert old in TOY[file]
    project, diagnostics = found(write_game, {**TOY, file: TOY[file].replace(old, new, 1)})
    wanted = [d for d in diagnostics if d.code == code]
    assert wanted, [str(d) for d in diagnostics]
    lines = [(project.line(d.span) or "")[d.span.column - 1 :] for d in wanted]
    (first,) = [d for d, line in zip(wanted, lines, strict=True) if line.startswith(at) and hint in d.hint][:1]
    assert first.span.file == f"game/{file}"
    assert all(d.severity is not Severity.NOTE for d in wanted)


def test_without_a_set_up_no_counter_is_called_unused(write_game) -> None:
    files = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml")}
    assert found(write_game, files)[1] == []


def test_a_scenario_may_leave_out_who_only_enters_later(write_game) -> None:
    text = TOY["scenarios.yaml"].replace("setup: campaign,", "setup: campaign, change: {without_forces: [OWNER]},")
    for owner, codes in (("white", []), ("green", ["E228"])):
        assert [d.code for d in found(write_game, {**TOY, "scenarios.yaml": text.replace("OWNER", owner)})[1]] == codes


def test_a_ruling_turns_a_wrong_total_into_a_note(write_game) -> None:
    text = TOY["setup.yaml"].replace("army: 2", "army: 3").replace("    at:", "    rulings: [totals]\n    at:", 1)
    diagnostics = found(write_game, {**TOY, "setup.yaml": text})[1]
    assert [(d.code, d.message) for d in diagnostics] == [("N218", "the source declares 3 army, its list has 2")]


def test_what_the_source_lacks_is_listed(write_game) -> None:
    text = TOY["game.yaml"] + 'missing:\n  - {what: Unit ratings, rule: "3.22", supply: write them on}\n'
    diagnostics = found(write_game, {**TOY, "game.yaml": text})[1]
    assert [(d.code, d.message, d.hint) for d in diagnostics] == [("N290", "not in the source: Unit ratings (3.22)", "write them on")]


def test_the_frame_shows_the_line_and_a_caret_under_it(write_game) -> None:
    project, diagnostics = found(write_game, {**TOY, "setup.yaml": TOY["setup.yaml"].replace("[Rc16]", "[Rc61]", 1)})
    (unknown,) = [d for d in diagnostics if d.code == "E210"]
    assert frame(unknown, project.line(unknown.span)) == (
        "game/setup.yaml:10:28: error[E210]: unknown unit 'Rc61'\n"
        "   |\n"
        "10 |         715 Petrozavodsk: [Rc61]\n"
        "   |                            ^^^^ did you mean 'Rc16'?"
    )


def test_triumph_of_chaos_has_no_errors_and_no_warnings(triumph: Game) -> None:
    assert [str(d) for d in check(triumph) if d.severity is not Severity.NOTE] == []


def test_codes_are_used_for_one_thing_each() -> None:
    from pathlib import Path

    sources = "\n".join(path.read_text(encoding="utf-8") for path in (Path(__file__).parent.parent / "generator").rglob("*.py"))
    codes = set(re.findall(r'"([EWN]\d{3})"', sources))
    assert {code for *_, code, _, _ in MISTAKES} <= codes
