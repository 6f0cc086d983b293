"""The READMEs and guides are true: their commands run, their YAML loads, the errors they quote occur."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections import Counter as Tally
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from conftest import NUMBERS
from PIL import Image
from rcwkit.bundled import bundled
from rcwkit.cli import main
from rcwkit.diagnostics import InputError, frame
from rcwkit.dice.conditions import Compare, Items, Logic, parse_condition
from rcwkit.dice.counters import Counter, back_values_of
from rcwkit.faces.counters import faces
from rcwkit.faces.faces import Faces
from rcwkit.game.catalogue import locate
from rcwkit.game.loader import load, validate
from rcwkit.kinds.aids.kind import Ruling
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.checks import check
from rcwkit.screens import manual
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import Project
from rcwkit.source.settings import CHOICES, read
from rcwkit.source.sheets import filled
from rcwkit.source.yaml import parse
from tests_support import TOY, write

ROOT = Path(__file__).parent.parent
GUIDES = [f"data/manual/{name}.md" for name in manual.GUIDES]
PAGES = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", *GUIDES, "data/README.md", "templates/README.md", "tests/README.md", "CONTRIBUTING.md")
}


def blocks(page: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGES[page], re.S)


def commands(page: str) -> list[str]:
    lines = [line for block in blocks(page, "sh") for line in block.splitlines()]
    return [line.partition(" #")[0].strip() for line in lines if line.startswith("rcwkit ")]


SLOW = (
    "kit",
    "printed",
    "pictures",
    "export",
    "proof",
    "preview",
    "watch",
    "companion",
    "import",
    "manual",
    "fetch",
    "share",
)
"""These commands have tests of their own, so only their arguments are read. Of builds, only the new game's is run."""


def quick(command: str) -> bool:
    words = shlex.split(command)
    return (
        words[1] not in SLOW
        and "mill" not in words  # of the guides that make it, which have a test of their own
        and not {"--sheet", "--layout", "--pages", "--from"} & set(words)
        and (words[1] != "build" or words[2:] == ["my_game"])
    )


@pytest.mark.parametrize("page", PAGES)
def test_the_arguments_of_every_command_can_be_read(page: str) -> None:
    for command in commands(page):
        group: click.Command | None = main
        words = shlex.split(command.partition(" > ")[0])[1:]
        while isinstance(group, click.Group):
            # The first command of `import` need not be named.
            known = group.list_commands(click.Context(group))
            name = words.pop(0) if words[0] in known else next(iter(group.commands))
            group = group.get_command(click.Context(group), name)
        assert group is not None, command
        try:
            group.make_context("rcwkit", words)
        except click.BadParameter as error:  # files and folders of the reader's own
            assert "does not exist" in error.message, command


def test_the_readme_is_short_and_each_guide_asks_and_answers() -> None:
    assert len(PAGES["README.md"].splitlines()) <= 120
    assert sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "data" / "manual").glob("*.md")) == sorted(
        GUIDES
    )
    for page in GUIDES:
        headings = re.findall(r"^#+ (.+)", PROSE[page], re.M)
        assert [head for head in headings if not head.endswith("?") and head != "Not yet"] == [], page
        assert 250 <= len(PROSE[page].split()) <= 900, page


def test_every_command_of_the_tool_is_in_the_guides() -> None:
    context = click.Context(main)
    written = [command for page in ("README.md", *GUIDES) for command in commands(page)]
    assert sorted({*main.list_commands(context)} - {command.split()[1] for command in written}) == []
    export = main.get_command(context, "export")
    assert isinstance(export, click.Group)
    assert set(export.commands) <= {command.split()[2] for command in written if command.startswith("rcwkit export ")}


def test_the_quick_commands_run_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    ran, secret = 0, ""
    for command in dict.fromkeys(command for page in PAGES for command in commands(page) if quick(command)):
        words, _, target = command.replace("SECRET", secret).partition(" > ")
        result = CliRunner().invoke(main, shlex.split(words)[1:], input="\n" * 20)
        assert result.exit_code == 0, f"{command}: {result.stderr}"
        ran += 1
        if words.startswith("rcwkit mail commit"):
            secret = result.stderr.split()[-1]
        if target:
            Path(target).write_text(result.stdout, encoding="utf-8")
    assert ran >= 18
    assert (tmp_path / "build" / "my_game" / "counters.pdf").is_file()


SERVED = ("preview", "watch", "fetch")
"""They run until they are stopped, or need a network."""
SMALL = {
    **dict.fromkeys(("triumph_of_chaos", "soviet_dawn", "white_general", "my_game", "my_wargame"), "toy"),
    "build/white_general/counters.pdf": "build/toy/counters.pdf",
    "my_game/sheets/skills.csv": "toy/sheets/skills.csv",
    "my_game/skills.yaml": "toy/skills.yaml",
    "intro_1918": "campaign",
    "ukraine": "turn9",
    "controller=red": "lead=red",
}
"""Words of commands for included games, and what stands there for a small one."""


def test_the_other_commands_run_on_a_small_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    save_sheets(write(tmp_path / "toy", TOY))
    write(tmp_path / "our_table", {"values.yaml": TOY["values.yaml"].replace("attack: }", "attack: 3}")})
    Path("units.csv").write_text("name,attack\n1st Foot,3\n", encoding="utf-8")
    Path("cards.csv").write_text("name,text\nFog,No fire.\n", encoding="utf-8")
    Image.new("RGB", (600, 400), "white").save("board.png")
    Path("board.csv").write_text("place,x,y\n701,60,60\n715,300,60\n638,400,200\n", encoding="utf-8")

    def run(line: str) -> None:
        result = CliRunner().invoke(main, shlex.split(line)[1:])
        assert result.exit_code == 0, f"{line}: {result.stderr}"

    for name in ("record.json", "reductions.json"):
        Path(name).write_text(
            CliRunner().invoke(main, ["roll", "toy", "reductions", "--json"]).stdout, encoding="utf-8"
        )
    run("rcwkit export vassal toy --out modules")
    (module,) = Path("modules").rglob("*.vmod")
    shutil.copy(module, "module.vmod")
    run("rcwkit calibrate --name home --back 0.75,-0.25 --scale 99.4")
    written = [command for page in PAGES for command in commands(page) if not quick(command)]
    for command in dict.fromkeys(written):
        words = shlex.split(command)
        if words[1] not in SERVED and "mill" not in words and words[1:] != ["build"]:  # of all the included games
            run(command if words[1] == "new" else shlex.join(SMALL.get(word, word) for word in words))


def test_the_settings_of_the_guides_hold(tmp_path: Path) -> None:
    (block,) = blocks("data/manual/print.md", "toml")
    (tmp_path / "rcwkit.toml").write_text(block, encoding="utf-8")
    settings = read(tmp_path / "rcwkit.toml", tmp_path)
    assert (settings.found, set(settings.values)) == ((), set(CHOICES))


def save_sheets(folder: Path) -> None:
    """Save the spreadsheets of the data's README under the names that it gives, in a game's folder."""
    found = re.findall(r"as `my_game/(\S+)`:\n\n```csv\n(.*?)```", PAGES["data/README.md"], re.S)
    assert found
    for name, text in found:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "block"),
    [
        (page, block)
        for page in PAGES
        if "`mill/" not in PAGES[page]  # whose blocks belong together
        for block in blocks(page, "yaml")
        if "kind:" in block
    ],
)
def test_the_yaml_of_the_docs_is_valid(tmp_path: Path, page: str, block: str) -> None:
    save_sheets(tmp_path)
    assert validate(filled(parse(block, page), Project(tmp_path)), page).kind


def test_the_overlay_of_the_data_readme_applies_to_the_game_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bug: the command named a folder that no earlier line had made."""
    monkeypatch.chdir(tmp_path)
    (overlay,) = [block for block in blocks("data/README.md", "yaml") if "# an overlay" in block]
    (named,) = re.findall(r"Save this one as\n`(\S+)`:\n\n```yaml\n" + re.escape(overlay), PAGES["data/README.md"])
    (command,) = [command for command in commands("data/README.md") if "--overlay" in command]
    Path(named).parent.mkdir()
    Path(named).write_text(overlay, encoding="utf-8")
    result = CliRunner().invoke(main, ["check", *shlex.split(command)[2:]])
    assert result.exit_code == 0, result.stderr
    words = shlex.split(command)
    assert set(load(locate(words[2], (Path(words[-1]),)))[Ruling]) > set(load(locate(words[2]))[Ruling])


def test_the_games_of_the_data_readme_hold_together(tmp_path: Path) -> None:
    """Write the whole documents of each section with a game, and those of all other sections, into one folder each."""
    written = 0
    for section in re.split(r"^## ", PAGES["data/README.md"], flags=re.M):
        found = [block for block in re.findall(r"```yaml\n(.*?)```", section, re.S) if "kind:" in block]
        title = section.partition("\n")[0] if any("kind: game" in block for block in found) else "Add a game"
        folder = tmp_path / title.lower().replace(" ", "_")
        folder.mkdir(exist_ok=True)
        for block in found:
            if "# an overlay" not in block and "# for triumph_of_chaos" not in block:
                written += 1
                (folder / f"{written}.yaml").write_text(block, encoding="utf-8")
    (text,) = blocks("data/README.md", "markdown")
    (tmp_path / "add_a_game" / "morning.md").write_text(text, encoding="utf-8")
    save_sheets(tmp_path / "add_a_game")
    skills = load(locate(str(tmp_path / "add_a_game")))[Deck]["skills"].value.cards
    assert [section.head for section in skills["smoke"].sections] == ["Effect", "Needs"]
    assert skills["drift"].sections[1].items == ("Reeds", "Night")
    for folder in tmp_path.iterdir():
        game = load(locate(str(folder)))
        assert [one for one in check(game) if one.code[0] in "EW" and one.code != "W216"] == []
        drawing = Faces(game, game.setter())
        assert all(faces(drawing, item) for item in game[Counter].values())
        assert drawing.setter.found == []


def test_the_list_of_values_of_the_data_readme_applies_to_its_game(tmp_path: Path) -> None:
    (block,) = [block for block in blocks("data/README.md", "yaml") if "# for triumph_of_chaos" in block]
    (tmp_path / "values_army.yaml").write_text(block, encoding="utf-8")
    game = load(locate("triumph_of_chaos", (tmp_path,)))
    assert back_values_of(game, "Ra1") == {"combat": "8", "loss": "9", "move": "9"}
    codes = {found.code for found in check(game)} - {"N218", "N290"}
    assert codes == {"W259", "N262"}


def test_the_error_in_the_guides_is_the_tools_own(tmp_path: Path) -> None:
    folder = tmp_path / "triumph_of_chaos"
    shutil.copytree(bundled("data") / "triumph_of_chaos", folder)
    path = folder / "setup" / "campaign.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("715 Petrozavodsk: [Rc16]", "715 Petrozavodsk: [Rc61]"),
        encoding="utf-8",
    )
    project = Project(folder, shown="data/triumph_of_chaos")
    try:
        found = check(load(project))
    except InputError as error:
        found = error.diagnostics
    (unknown,) = [d for d in found if d.code == "E210"]
    assert frame(unknown, project.line(unknown.span)) in PAGES["data/manual/change.md"]


def test_the_tutorial_holds_at_each_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    steps = re.split(r"^## ", PAGES["data/manual/tutorial.md"], flags=re.M)[1:]
    assert len(steps) == 7
    for step in steps:
        saved(step)
        for command in (
            "rcwkit check mill",
            *re.findall(r"^rcwkit .+", "\n".join(re.findall(r"```sh\n(.*?)```", step, re.S)), re.M),
        ):
            result = CliRunner().invoke(main, shlex.split(command)[1:])
            assert result.exit_code == 0, f"{command}: {result.stderr}"
            assert not re.search(r"(error|warning)\[", result.output), f"{command}: {result.output}"
        made = {path.name for path in Path("build/mill").glob("*.pdf")}
        if "rcwkit build" in step:
            assert {*re.findall(r"`([\w-]+\.pdf)`", step)} <= made
    assert {"setup-dawn.pdf", "charts.pdf", "cards-events.pdf"} <= made


def saved(text: str) -> list[str]:
    """Save the files of a page under the names that it gives; return those of documents."""
    files = re.findall(r"^`(mill/\S+)`:\n\n```\w+\n(.*?)```", text, re.M | re.S)
    for name, block in files:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(block, encoding="utf-8")
    return [name for name, _ in files]


@pytest.mark.parametrize("page", [page for page in GUIDES if "`mill/" in PAGES[page] and "tutorial" not in page])
def test_a_guide_goes_on_with_the_game_of_the_tutorial(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.chdir(tmp_path)
    saved(PAGES["data/manual/tutorial.md"])
    names = saved(PAGES[page])
    assert len(names) + 1 >= PAGES[page].count("```yaml"), "every document has a name"
    for command in ("rcwkit check mill", *(one for one in commands(page) if "mill" in shlex.split(one))):
        if "--with" not in command and command.split()[1] not in SLOW:
            result = CliRunner().invoke(main, shlex.split(command)[1:])
            assert result.exit_code == 0, f"{command}: {result.stderr}"
            found = {*re.findall(r"(?:error|warning)\[(\w+)\]", result.output)}
            assert found <= {*re.findall(r"\b[EW]\d{3}\b", PAGES[page])}, f"{command}: {result.output}"


LINKS = [
    (page, name)
    for page, text in PAGES.items()
    for name in re.findall(r"\]\(([^)#:]+)\)", re.sub(r"(?<!\[)`[^`\n]+`", "", text))
]


@pytest.mark.parametrize(("page", "name"), LINKS)
def test_links_lead_somewhere(page: str, name: str) -> None:
    assert ((ROOT / page).parent / name).exists()


PROSE = {
    page: re.sub(r"(?<!\[)`[^`\n]+`", "", re.sub(r"^(`{3,}).*?^\1", "", text, flags=re.S | re.M))
    for page, text in PAGES.items()
}
ANCHORS = {
    page: [
        *re.findall(r'<a id="([^"]+)"></a>', text),
        *(re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall(r"^#+ (.+)", text, re.M)),
    ]
    for page, text in PROSE.items()
}


@pytest.mark.parametrize("page", PAGES)
def test_links_to_places_in_a_page_lead_to_one_place(page: str) -> None:
    assert sorted(name for name, count in Tally(ANCHORS[page]).items() if count > 1) == []
    for other, name in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", PROSE[page]):
        target = ((ROOT / page).parent / other).resolve().relative_to(ROOT).as_posix() if other else page
        assert name in ANCHORS[target], f"{other}#{name}"


def keys(table: str) -> dict[str, bool]:
    """Return the keys of a table of the reference, and whether each is required."""
    return {key: bool(bold) for bold, key in re.findall(r"^\| (\*\*)?`(\w+)`", table, re.M)}


def needed(schema: dict[str, Any]) -> dict[str, bool]:
    """Return the keys of a model's schema but `kind`, and whether each is required."""
    return {key: key in schema.get("required", ()) for key in schema["properties"] if key != "kind"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_that_a_schema_has_is_in_the_reference_of_its_kind(kind: str) -> None:
    """Bug: where two kinds had models of one name, the second, and what only that takes, was left out."""
    schema = json.loads(CliRunner().invoke(main, ["schema", kind]).stdout)
    page = manual.replaced(PAGES["data/README.md"])
    tables = dict(re.findall(r'<a id="(\w+)"></a>([^\n]*\n\n\|.*?)\n\n', page, re.S))
    (section,) = re.findall(rf"<code>kind: {kind}</code>.*?\n\n(.*?)\n\n", page, re.S)
    assert keys(section) == needed(schema)
    reached, waiting = set[str](), [section]
    while waiting:
        new = set(re.findall(r"\]\(#(\w+)\)", waiting.pop())) - reached
        reached |= new
        waiting += [tables[name] for name in new]
    forms = {
        form["$ref"].rpartition("/")[2]: name
        for name, inner in schema.get("$defs", {}).items()
        for form in inner.get("oneOf", ())
    }
    for name, inner in schema.get("$defs", {}).items():
        assert forms.get(name, name).lower() in reached, name
        written = keys(tables[forms.get(name, name).lower()])
        if name in forms:
            assert needed(inner).items() <= written.items(), name
        elif name not in forms.values():
            assert needed(inner) == written, name


def test_the_reference_tells_steps_of_procedures_from_those_of_counters() -> None:
    page = PAGES["data/README.md"].partition("<summary><code>kind: procedures</code>")[2].partition("</details>")[0]
    named = set(re.findall(r"^\*\*(\w+)\.\*\*", page, re.M))
    assert named >= {"Step", "Each", "Test", "Draw", "Move", "Effect"}
    assert "`for_each`" in page and "`slide`" in page


def test_the_reference_says_what_stands_for_a_key_left_out() -> None:
    page = PAGES["data/README.md"]
    assert re.search(r"^\| `counter_size` \| length, 5 to 150 mm; default `5/8in` \|", page, re.M)
    assert re.search(r"^\| `capitals` \| true or false; default true \|", page, re.M)
    assert re.search(r"^\| `cards` \| number, 6.5 to 12; default 8 \|", page, re.M)
    assert re.search(r"^\| `statistics` \| true or false \|", page, re.M)


def test_every_test_of_a_condition_is_in_the_table_of_conditions() -> None:
    (table,) = re.findall(r'<a id="condition"></a>.*?\n\n(.*?)\n\n', PAGES["data/README.md"], re.S)
    for row in table.splitlines()[2:]:
        (written,) = re.findall(r"^\| `(.+?)` \|", row)
        assert isinstance(parse_condition(parse(written, "README").plain()), Compare | Items | Logic)
    said = {"is", "not", "at_least", "at_most", "any", "every", "count", "value", "all", "either", "none"}
    assert said <= set(re.findall(r"\w+", "".join(re.findall(r"`[^`]+`", table))))


def test_the_reference_matches_the_models(request: pytest.FixtureRequest) -> None:
    page = manual.replaced(PAGES["data/README.md"])
    if request.config.getoption("--update"):
        (ROOT / "data" / "README.md").write_text(page, encoding="utf-8")
    else:
        assert page == PAGES["data/README.md"], "run pytest --update"


def test_the_table_of_faults_has_every_row() -> None:
    table = re.findall(r"^\| ([A-Z]\w?(?:-\d)?\d?) \|.* ([\d,]+) \|$", PAGES["tests/README.md"], re.MULTILINE)
    assert {row: int(number.replace(",", "")) for row, number in table} == NUMBERS
