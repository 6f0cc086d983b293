"""Every code that the tool can raise is explained, and no other; the examples of reading fail as they claim."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.diagnostics import InputError
from rcwkit.game.loader import validate
from rcwkit.game.schema import explain, explanations
from rcwkit.source.yaml import parse

SOURCES = Path(__file__).parent.parent / "generator" / "rcwkit"
RAISED = {
    code for path in SOURCES.rglob("*.py") for code in re.findall(r'"([EWN]\d{3})"', path.read_text(encoding="utf-8"))
}
KNOWN = explanations()


def test_every_code_is_explained_and_no_other() -> None:
    assert sorted(RAISED - set(KNOWN)) == [], "explain it in templates/explain.yaml"
    assert sorted(set(KNOWN) - RAISED) == [], "no longer raised: take it out of templates/explain.yaml"
    assert len(KNOWN) > 80


@pytest.mark.parametrize("code", KNOWN)
def test_an_explanation_is_whole_and_short(code: str) -> None:
    one = KNOWN[code]
    assert all((one.title, one.cause, one.example, one.cure))
    assert len(one.title) <= 50
    assert len(one.cause) <= 160
    assert len(one.cure) <= 150
    assert one.cause.endswith(".")
    assert one.cure.rstrip("`)").endswith((".", "`"))


@pytest.mark.parametrize("code", [code for code in KNOWN if code[:3] in ("E11", "E12") or code == "E107"])
def test_the_examples_of_reading_give_their_codes(code: str) -> None:
    with pytest.raises(InputError) as error:
        validate(parse(KNOWN[code].example, "example"), "example")
    assert {found.code for found in error.value.diagnostics} == {code}


def test_a_code_is_found_however_it_is_written() -> None:
    assert explain("e210") == explain("[E210]") == explain("E21O") == KNOWN["E210"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("E211x", "E211"), ("W210", "E210"), ("210", ""), ("hello", "rcwkit explain")]
)
def test_a_near_code_is_suggested(typed: str, meant: str) -> None:
    with pytest.raises(InputError) as error:
        explain(typed)
    (found,) = error.value.diagnostics
    assert (found.code, meant in found.hint) == ("E523", True)


def test_the_command_explains_one_or_lists_all() -> None:
    said = CliRunner().invoke(main, ["explain", "E210"]).stdout
    assert said.startswith("error[E210]: an unknown unit\n")
    assert "    715 Petrozavodsk: [Rc61]\n" in said
    assert len(CliRunner().invoke(main, ["explain"]).stdout.splitlines()) == len(KNOWN)
    assert json.loads(CliRunner().invoke(main, ["explain", "w311", "--json"]).stdout)["title"] == "small text"
    assert CliRunner().invoke(main, ["explain", "E999"]).exit_code == 2
