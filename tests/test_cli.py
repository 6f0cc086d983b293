"""The command line as scripts and people see it: output, errors, exit codes, nothing written on a refusal."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rcwkit import cli
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.cli.group import COMMANDS
from rcwkit.diagnostics import Diagnostic, Span, annotation
from tests_support import SMALL, TOY, run, text_of, write


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    return write(tmp_path / "toy", TOY)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    return write(tmp_path / "toy", SMALL)


def test_commands_are_where_they_are_looked_for() -> None:
    homes = {path.stem for path in Path(cli.__file__).parent.glob("*.py") if "\nCOMMANDS" in path.read_text("utf-8")}
    assert {home for home, _ in COMMANDS.values()} == homes - {"group"}
    for home in homes - {"group"}:
        found = {command.name for command in import_module(f"rcwkit.cli.{home}").COMMANDS}
        assert found == {name for name, (module, _) in COMMANDS.items() if module == home}


def test_help_lists_each_command_once_on_one_line_in_its_group() -> None:
    said = CliRunner().invoke(main, ["--help"], terminal_width=80).stdout
    heads, lines = list[str](), list[str]()
    for line in said.partition("Print:\n")[2].splitlines():
        (heads if line and not line.startswith(" ") else lines).append(line)
    assert heads == ["Roll:", "Change:", "Share:", "For editors and shells:", "Options:"]
    listed = [line.split()[0] for line in lines if line.strip()]
    assert listed == [*COMMANDS, "--version", "-h,"]
    assert max(map(len, lines)) < 80


def loaded(*words: str) -> set[str]:
    """Return the modules that a command imports."""
    code = (
        "import sys; from rcwkit.cli import main\n"
        f"try: main({words!r}, standalone_mode=False)\nfinally: print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return {*done.stdout.split()}


def test_a_command_is_started_without_the_others() -> None:
    modules = loaded("check", "--help")
    assert "rcwkit.cli.kits" in modules
    assert not {"rcwkit.cli.dice", "rcwkit.cli.export", "rcwkit.source.base", "pydantic", "difflib"} & modules
    assert {name for name in loaded("--help") if name.startswith("rcwkit.cli.")} == {"rcwkit.cli.group"}
    assert not {"pydantic_core", "hashlib"} & loaded("roll", "--help")


def test_a_build_of_what_stands_loads_no_models(small: Path, tmp_path: Path) -> None:
    words = ("build", str(small), "--out", str(tmp_path / "out"), "--jobs", "1")
    assert "pydantic" in loaded(*words)
    assert not {"pydantic", "pydantic_core", "yaml", "PIL", "reportlab"} & loaded(*words)


def test_list_shows_the_contents_of_each_kit() -> None:
    facts = {game["id"]: game for game in json.loads(run("list", "--json").stdout)}
    triumph = facts["triumph_of_chaos"]
    assert triumph["title"] == "Triumph of Chaos"
    assert {"reductions", "ukraine"} <= set(triumph["procedures"])
    assert triumph["holds"]["scenarios"] == 2
    text = run("list").stdout
    assert all(name in text for name in facts)
    assert "   1 scenario\n" in text and "   2 scenarios\n" in text


def test_list_says_how_to_roll_what_a_game_has(toy: Path) -> None:
    short = run("list", "soviet_dawn").stdout
    assert "  Offensive                 rcwkit roll soviet_dawn offensive --set battle_value=0 --set box=1\n" in short
    assert short.endswith("\n  What each asks: rcwkit list soviet_dawn --questions\n")
    assert len(short.splitlines()) == 17
    assert len(short.partition("\n\n")[2].splitlines()) == 7, "a line for each roll, and one more"
    text = run("list", "soviet_dawn", "--questions").stdout
    assert "Offensive\n    rcwkit roll soviet_dawn offensive --set battle_value=0 --set box=1\n" in text
    assert "      box  Number of the box in which the Front stands: 1 to 9\n" in text
    assert "highest  Is that box the last, highest-numbered one of its track? yes, no; no if left out" in text
    triumph = run("list", "triumph_of_chaos", "--questions").stdout
    assert "ip.ITEM  Net influence points (White +, Red −): -30 to 30; 0 if left out\n" in triumph
    assert "        ITEM: astrakhan, belarus, " in triumph
    (own,) = json.loads(run("list", str(toy), "--json").stdout)
    for one in own["rolls"]:
        needed = [asked for asked in one["questions"] if asked["default"] is None]
        given = [word for asked in needed for word in ("--set", f"{asked['key']}={asked['example']}")]
        assert run("roll", str(toy), one["id"], *given).exit_code == 0, one["id"]


def test_single_files_are_made_beside_the_kit(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    assert run("build", "soviet_dawn", "--out", out, "--jobs", "1").exit_code == 0
    before = sorted(path.name for path in (tmp_path / "out" / "soviet_dawn").iterdir())
    assert run("build", "soviet_dawn", "--only", "rulings,cards", "--out", out, "--jobs", "1").exit_code == 0
    made = {path.name for path in (tmp_path / "out" / "soviet_dawn" / "only").glob("*.pdf")}
    assert made == {"rulings.pdf", "cards-options.pdf", "stand_ins.pdf"}, "the expansion cards are on shared sheets"
    assert sorted(path.name for path in (tmp_path / "out" / "soviet_dawn").iterdir()) == sorted([*before, "only"])
    wrong = run("build", "soviet_dawn", "--only", "ruling", "--out", out, "--jobs", "1")
    assert wrong.exit_code == 2
    assert "--only: error[E523]: no file 'ruling' in the kit of soviet_dawn" in wrong.stderr
    assert "did you mean 'rulings'?" in wrong.stderr
    titled = run("build", "soviet_dawn", "--only", "displays", "--out", out, "--jobs", "1")
    assert "'tracks' has Tracks, displays and counters" in titled.stderr
    shared = run("build", "soviet_dawn", "--only", "counters,cards-expansion", "--out", out, "--jobs", "1", "--json")
    files = json.loads(shared.stdout)["kits"][0]["files"]
    assert [one["name"] for one in files if one["pages"]] == ["stand_ins.pdf", "tracks.pdf"]
    assert run("build", "soviet_dawn", "--only", "rulings", "--since", "printed", "--out", out).exit_code == 2


def test_a_build_says_that_another_edition_was_there(small: Path, tmp_path: Path) -> None:
    words = ("build", str(small), "--out", str(tmp_path / "out"), "--jobs", "1")
    assert "another edition" not in run(*words).stderr + run(*words).stderr
    assert "held another edition (paper a4, ink full)" in run(*words, "--paper", "letter", "--ink", "low").stderr


def test_a_build_on_a_terminal_ends_with_what_to_open(small: Path, tmp_path: Path) -> None:
    if not hasattr(os, "openpty"):
        pytest.skip("no terminals here")

    def built() -> str:
        words = [sys.executable, "-m", "rcwkit", "build", str(small), "--out", str(tmp_path / "out"), "--jobs", "1"]
        ours, theirs = os.openpty()
        subprocess.run(words, stdout=theirs, stderr=subprocess.DEVNULL, check=True)
        os.close(theirs)
        with os.fdopen(ours, "rb", buffering=0) as stream:
            return stream.read(2**16).decode().replace("\r\n", "\n")

    folder = tmp_path / "out" / "toy"
    first = built()
    pages, files = len(list(folder.glob("*.pdf"))), json.loads((folder / "manifest.json").read_text())["shelves"]
    sheets = sum(shelf["sheets"] for shelf in files.values())
    assert f"toy: {pages} PDFs, " in first and f"on {sheets} sheets (a4), in {folder}\n" in first
    assert f"Begin with {folder / '0-print-guide.pdf'}\n" in first
    assert built() == f"toy: nothing changed since the last build, in {folder}\n"


@pytest.mark.parametrize("words", [("build", "--jobs", "1"), ("export", "csv"), ("pictures",)])
def test_a_path_of_too_many_folders_is_refused(toy: Path, words: tuple[str, ...]) -> None:
    """Bug: making the folders was an internal error."""
    result = run(*words, str(toy), "--out", "x/" * 2000)
    assert (result.exit_code, result.stderr) == (2, "out: error[E523]: a path of more than 256 folders\n")
    assert not Path("x").exists()


def test_check_is_quiet_about_a_sound_game(toy: Path) -> None:
    result = run("check", str(toy))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "1 game: 0 errors, 0 warnings, 0 notes\n")


def test_check_shows_everything_with_frames_and_exit_code_2(toy: Path) -> None:
    setup = toy / "setup.yaml"
    setup.write_text(
        setup.read_text(encoding="utf-8").replace("[Rc16]\n        701", "[Rc61]\n        707"), encoding="utf-8"
    )
    result = run("check", str(toy))
    assert result.exit_code == 2
    assert "error[E210]: unknown unit 'Rc61'" in result.stderr
    assert "did you mean 'Rc16'?" in result.stderr
    assert "error[E211]: unknown place '707 Petrograd'" in result.stderr
    assert "Traceback" not in result.stderr
    listed = json.loads(run("check", str(toy), "--json").stdout)
    assert {"E210", "E211"} <= {entry["code"] for entry in listed}


def test_warnings_fail_only_under_strict(toy: Path) -> None:
    white = toy / "white.yaml"
    white.write_text(white.read_text(encoding="utf-8").replace(", arrives: turn 2", ""), encoding="utf-8")
    assert run("check", str(toy)).exit_code == 0
    assert run("check", str(toy), "--strict").exit_code == 1


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("setup.yaml", "forces:", "froces:", "E122"),
        ("setup.yaml", "[Rc16]\n        701", "[Rc61]\n        701", "E210"),
        ("setup.yaml", "701 Petrograd:", "702 Petrograd:", "E211"),
        ("setup.yaml", "  red:\n    declared", "  rde:\n    declared", "E220"),
        ("procedures.yaml", "{1-3: full, 4-6: reduced}", "{1-3: full, 5-6: reduced}", "E230"),
        ("setup.yaml", "title: Campaign", "title: Campaign\ntitle: Again", "E117"),
        ("setup.yaml", "title: Campaign", "title: [Campaign", "E110"),
    ],
)
def test_a_bad_source_is_refused_and_the_output_stays(
    toy: Path, tmp_path: Path, file: str, old: str, new: str, code: str
) -> None:
    out = tmp_path / "build"
    (out / "toy").mkdir(parents=True)
    (out / "toy" / "kept.pdf").write_bytes(b"old")
    path = toy / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    result = run("build", str(toy), "--out", str(out))
    assert result.exit_code == 2
    assert result.stderr.count(f"error[{code}]") == 1
    assert f"{toy.as_posix()}/{file}:" in result.stderr
    assert [entry.name for entry in (out / "toy").iterdir()] == ["kept.pdf"]


def test_near_names_are_offered() -> None:
    assert "did you mean 'check'?" in run("chekc").stderr
    unknown = run("check", "triumph_of_chaso")
    assert (unknown.exit_code, "did you mean 'triumph_of_chaos'?" in unknown.stderr) == (2, True)
    procedure = run("roll", "triumph_of_chaos", "ukriane")
    assert (procedure.exit_code, "did you mean 'ukraine'?" in procedure.stderr) == (2, True)


def test_odds_are_exact_fractions_with_decimals_beside() -> None:
    data = json.loads(run("odds", "triumph_of_chaos", "ukraine", "--set", "controller=red", "--json").stdout)
    green = next(answer for answer in data["answers"] if answer["id"] == "any_green")
    assert green["probability"] == {"fraction": "91/216", "decimal": 0.421296}


def test_a_code_rolls_the_same_again_and_the_record_verifies(tmp_path: Path) -> None:
    first = run("roll", "triumph_of_chaos", "reductions", "--json").stdout
    code = json.loads(first)["seed"]
    second = json.loads(run("roll", "triumph_of_chaos", "reductions", "--seed", code, "--json").stdout)
    assert [entry["faces"] for entry in second["rolls"]] == [entry["faces"] for entry in json.loads(first)["rolls"]]
    assert (json.loads(first)["seed_from"], second["seed_from"]) == ("fresh", "given")
    record = tmp_path / "record.json"
    record.write_text(first, encoding="utf-8")
    assert "agrees" in run("verify", str(record)).stdout
    changed = json.loads(first)
    changed["rolls"][3]["faces"] = [changed["rolls"][3]["faces"][0] % 6 + 1]
    record.write_text(json.dumps(changed), encoding="utf-8")
    result = run("verify", str(record))
    assert result.exit_code == 2
    assert f"roll 4 ({changed['rolls'][3]['path']})" in result.stdout


def test_a_game_without_a_set_up_prints_its_rolls_alone(tmp_path: Path) -> None:
    sheet = tmp_path / "deck.pdf"
    out = "+".join(map(str, (*range(1, 8), *range(14, 61))))
    arguments = ("roll", "soviet_dawn", "deck_steady", "--set", "epoch=twilight", "--set", f"out={out}")
    result = run(*arguments, "--set", "cards=3", "--faces", "2,1,1", "--sheet", str(sheet))
    assert result.exit_code == 0, result.stderr
    assert "  = Cards shuffled: 3" in result.stdout.splitlines()
    said = text_of(sheet.read_bytes())
    drawn = re.findall(r"From the top down: .* -> card (\d+)", result.stdout)
    assert [f"{place}. card {card}" in said for place, card in enumerate(drawn, 1)] == [True] * 3
    assert "Under all these: card 8" in said


def test_one_step_is_rolled_again_and_the_rest_stays(tmp_path: Path) -> None:
    before = json.loads(run("roll", "triumph_of_chaos", "ukraine", "--set", "controller=red", "--json").stdout)
    record = tmp_path / "record.json"
    record.write_text(json.dumps(before), encoding="utf-8")
    after = json.loads(run("again", str(record), "peasants", "--keep", "UkrPeas2", "--json").stdout)
    old = {entry["path"]: entry for entry in before["rolls"]}
    for entry in after["rolls"]:
        again = entry["path"] in ("ukraine/peasants/UkrPeas1", "ukraine/peasants/UkrPeas3")
        assert entry["attempt"] == (2 if again else 1)
        if not again:
            assert entry["faces"] == old[entry["path"]]["faces"]
    assert after["history"][0]["again"] == "peasants"
    record.write_text(json.dumps(after), encoding="utf-8")
    assert "agrees" in run("verify", str(record)).stdout
    assert "E525" in run("again", str(record), "nothing").stderr
    kept = run("again", str(record), "petliura", "--out", str(record))
    code = kept.stdout.partition("  faces ")[2].split()[0]
    repeated = run("roll", "triumph_of_chaos", "ukraine", "--set", "controller=red", "--faces", code).stdout
    assert kept.stdout.replace(" typed]", "]") == repeated.replace(" typed]", "]")
    assert kept.stderr == f"record: {record}\n"
    assert [one["again"] for one in json.loads(record.read_text(encoding="utf-8"))["history"]] == [
        "peasants",
        "petliura",
    ]
    other = tmp_path / "notes.txt"
    other.write_text("mine", encoding="utf-8")
    assert run("again", str(record), "petliura", "--out", str(other)).exit_code == 2
    assert other.read_text(encoding="utf-8") == "mine"


def test_typed_faces_and_a_code_of_faces(tmp_path: Path) -> None:
    data = json.loads(run("roll", "triumph_of_chaos", "greek_serb", "--faces", "1", "--json").stdout)
    assert (data["rolls"][0]["typed"], data["typed_faces"]) == ([True], [1])
    assert data["seed"] is None
    code = json.loads(run("roll", "triumph_of_chaos", "greek_serb", "--faces", data["faces_code"], "--json").stdout)
    assert code["rolls"] == data["rolls"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["roll", "triumph_of_chaos", "nothing"], "no procedure or rolled table 'nothing'"),
        (
            ["roll", "triumph_of_chaos", "ukraine"],
            "--set: error[E500]: Who controls Ukraine? 'ukraine' needs an answer",
        ),
        (
            ["roll", "triumph_of_chaos", "ukraine", "--set", "controller=green"],
            "'green' is not an answer to 'controller'",
        ),
        (["roll", "triumph_of_chaos", "ukraine", "--set", "controler=red"], "did you mean 'controller'?"),
        (["roll", "triumph_of_chaos", "ukraine", "--set", "controller"], "not of the form key=value"),
        (["roll", "triumph_of_chaos", "greek_serb", "--seed", "7K3Q-X0AB-U"], "'U' at position 9"),
        (["roll", "triumph_of_chaos", "greek_serb", "--seed", "7K3Q-X0AB-0"], "check character"),
        (["roll", "triumph_of_chaos", "greek_serb", "--faces", "7"], "face 1 is 7"),
        (
            ["roll", "triumph_of_chaos", "greek_serb", "--faces", "1,2"],
            "too many faces: 2 given, the procedure needs 1",
        ),
        (["roll", "triumph_of_chaos", "ukraine", "--set", "controller=red", "--faces", "1,2"], "too few faces"),
        (["roll", "triumph_of_chaos", "greek_serb", "--faces", "x"], "'x' is not a face"),
        (["roll", "triumph_of_chaos", "reductions", "--set", "scenario=intro_1981"], "did you mean 'intro_1918'?"),
        (["verify", "/nonexistent.json"], "cannot be read"),
    ],
)
def test_bad_inputs_get_one_clear_line(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("error[") == 1


def printed(stdout: str) -> Any:
    """Return the JSON on stdout; before click 8.4, its runner puts typed input there too."""
    return json.loads(stdout[stdout.index("{") :])


def test_asking_shows_meanings_takes_back_and_rolls_blanks() -> None:
    asked = ["roll", "triumph_of_chaos", "black_guards", "--ask", "--json"]
    result = run(*asked, answers="9\n6\n")
    assert "1-4:" in result.stderr
    assert "9 is not on a d6" in result.stderr
    assert printed(result.stdout)["rolls"][0]["faces"] == [6]
    undone = run(
        "roll",
        "triumph_of_chaos",
        "ukraine",
        "--set",
        "controller=red",
        "--ask",
        "--json",
        answers="1\nu\n2\n" + "\n" * 30,
    )
    rolls = printed(undone.stdout)["rolls"]
    assert rolls[0]["faces"] == [2]
    assert [any(entry["typed"]) for entry in rolls] == [True, *[False] * (len(rolls) - 1)]


def test_a_request_lists_every_die() -> None:
    data = json.loads(run("request", "triumph_of_chaos", "ukraine", "--set", "controller=red", "--json").stdout)
    assert sum("peasants" in die["path"] for die in data["dice"]) == 3
    assert {die["die"] for die in data["dice"]} == {"d6"}


def test_dice_by_mail_end_in_a_code_that_both_can_check(tmp_path: Path) -> None:
    sealed, answered, revealed = (str(tmp_path / name) for name in ("1.json", "2.json", "3.json"))
    commitment = run("mail", "commit", "Anna", "Boris", "Ukraine, game 7")
    secret = commitment.stderr.strip().rpartition(" ")[2]
    Path(sealed).write_text(commitment.stdout, encoding="utf-8")
    answer = run("mail", "answer", sealed, "--out", answered)
    assert (answer.stdout, "Anna and Boris roll: Ukraine, game 7" in answer.stderr) == ("", True)
    digest = json.loads(Path(answered).read_text(encoding="utf-8"))["digest"]
    assert "exists; name a new file" in run("mail", "answer", sealed, "--out", answered).stderr
    assert json.loads(Path(answered).read_text(encoding="utf-8"))["digest"] == digest
    reveal = run("mail", "reveal", sealed, answered, secret, "--out", revealed)
    code = run("mail", "open", revealed, answered).stdout.strip()
    assert reveal.stderr == f"send this: {revealed}\nroll with: --seed {code}\n"
    assert run("mail", "open", revealed, digest.upper()).stdout.strip() == code
    assert run("roll", "triumph_of_chaos", "greek_serb", "--seed", code).exit_code == 0
    swapped = run("mail", "reveal", answered, sealed, secret)
    assert (
        f"{sealed}:1:1: error[E540]: the message does not fit: this is the commitment, not the answer" in swapped.stderr
    )
    unasked = run("mail", "open", revealed)
    assert (unasked.exit_code, "ANSWER|DIGEST" in unasked.stderr) == (2, True)


@pytest.mark.skipif(
    shutil.which("rcwkit", path=str(Path(sys.executable).parent)) is None,
    reason="rcwkit is not installed in this environment",
)
def test_the_installed_command_runs_from_any_folder(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).parent / "rcwkit"), "check", str(bundled("data") / "soviet_dawn")]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, "")
    missing = subprocess.run(
        [command[0], "check", "nowhere"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (missing.returncode, "error[E105]" in missing.stderr) == (2, True)


def test_pictures_of_a_game_as_json_and_as_text(toy: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    (kit,) = json.loads(run("pictures", str(toy), "--dpi", "40", "--out", out, "--jobs", "1", "--json").stdout)["kits"]
    assert kit["folder"] == f"{out}/toy/pieces" and "Ra1-back.png" in {file["name"] for file in kit["files"]}
    assert (
        f"{out}/toy/sheets  (6 pictures"
        in run("pictures", str(toy), "--what", "sheets", "--dpi", "40", "--out", out, "--jobs", "1").stdout
    )
    (toy / "red.yaml").write_text("kind: counters", encoding="utf-8")
    refused = run("pictures", str(toy), "--out", out)
    assert refused.exit_code == 2 and "error" in refused.stderr


def test_annotations_have_the_form_that_github_reads(tmp_path: Path) -> None:
    found = Diagnostic(
        "W217",
        "50% of a, b: none\nat all",
        Span("data/a,b:c.yaml", 3, 7, 4),
        "see",
        (("first here", Span("x.yaml", 2)),),
    )
    assert annotation(found) == (
        "::warning file=data/a%2Cb%3Ac.yaml,line=3,col=7,endColumn=11,title=rcwkit W217"
        "::50%25 of a, b: none%0Aat all (see)%0Afirst here: x.yaml:2:1"
    )
    assert annotation(Diagnostic("N290", "so", Span("a"))).startswith("::notice file=a,line=1,col=1,")


def test_check_and_build_annotate_errors_for_github(tmp_path: Path) -> None:
    write(
        tmp_path / "toy",
        {**TOY, "red.yaml": TOY["red.yaml"].replace("type: army, name: 2 Army", "type: amry, name: 2 Army")},
    )
    for words in (["check"], ["build", "--out", str(tmp_path / "out")]):
        result = CliRunner().invoke(main, [*words, str(tmp_path / "toy"), "--format", "github"])
        assert result.exit_code == 2
        place = f"file={tmp_path / 'toy'}/red.yaml,line=8,col=15,endColumn=19"
        assert f"::error {place},title=rcwkit E221::unknown unit type 'amry'" in result.stdout
    missing = CliRunner().invoke(main, ["check", "no_such_game", "--format", "github"])
    assert (missing.exit_code, missing.stdout[:30]) == (2, "::error file=no_such_game,line")


def test_check_finds_characters_that_the_fonts_lack(tmp_path: Path) -> None:
    write(tmp_path, {**TOY, "red.yaml": TOY["red.yaml"].replace("1 Army", "\u2605 Army")})
    result = CliRunner().invoke(main, ["check", str(tmp_path)])
    assert (result.exit_code, "red.yaml:7:27: error[E320]" in result.stderr) == (2, True)


def test_what_is_wrong_in_the_data_is_json_too_where_json_was_asked_for(tmp_path: Path) -> None:
    write(
        tmp_path, {**TOY, "red.yaml": TOY["red.yaml"].replace("type: army, name: 2 Army", "type: amry, name: 2 Army")}
    )
    for words in (
        ["odds", str(tmp_path), "reductions"],
        ["roll", str(tmp_path), "reductions"],
        ["check", str(tmp_path)],
    ):
        result = CliRunner().invoke(main, [*words, "--json"])
        found = json.loads(result.stdout)
        assert result.exit_code == 2
        listed = found["diagnostics"] if isinstance(found, dict) else found
        assert [one["code"] for one in listed if one["severity"] == "error"] == ["E221"]
    assert "8 |   Ra2: {type: amry" in CliRunner().invoke(main, ["odds", str(tmp_path), "reductions"]).stderr
