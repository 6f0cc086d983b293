"""A small hex-and-counter game: thirty counters with values, sizes, formations, starts, entries and two sides."""

from __future__ import annotations

__all__ = ["RIVER"]

RIVER = {
    "game.yaml": """kind: game
id: river
title: The River Line
source: {title: Rules of the River Line}
credits: Written for the tests of rcwkit.
counter_size: 5/8in
sides:
  blue: {title: Blue, short: B, colour: "#9DB8C9", mark: diamond, plays: true}
  green: {title: Green, short: G, colour: "#B7B98A", mark: square, plays: true}
formations:
  first: {title: First Corps, short: I, colour: "#B3201F"}
  second: {title: Second Corps, short: II, colour: "#E0B13A"}
  guard: {title: Guard Corps, short: G, colour: "#4B2E63"}
unit_types:
  infantry:
    {title: infantry unit, plural: infantry units, symbol: infantry, unit_size: division, reverse: reduced,
      values: [attack, defence, move], shown: "{attack}-{defence}-{move}"}
  cavalry:
    {title: cavalry unit, plural: cavalry units, symbol: cavalry, unit_size: brigade, reverse: reduced,
      values: [attack, defence, move], shown: "{attack}-{defence}-{move}"}
  artillery:
    {title: artillery unit, plural: artillery units, symbol: artillery, unit_size: III,
      values: [fire, range, move], shown: {bottom_left: "{fire}", bottom: "({range})", bottom_right: "{move}"}}
  armour:
    {title: armoured unit, plural: armoured units, symbol: armour, unit_size: II, reverse: reduced, layout: modern,
      values: [attack, defence, move], optional: [steps]}
  headquarters: {title: headquarters, plural: headquarters, symbol: headquarters, unit_size: XXX, layout: modern,
      values: [command, move]}
  leader: {title: leader, plural: leaders, symbol: leader, layout: leader, shape: round, size: 18mm,
      values: [command, bravery], shown: {left: "{command}", right: "{bravery}"}}
  ship: {title: ship, plural: ships, symbol: gunboat, layout: naval, size: 25x12.5mm,
      values: [guns, hull, speed], shown: {bottom_left: "{guns}", bottom: "{hull}", bottom_right: "{speed}"}}
  aircraft: {title: aircraft, plural: aircraft, symbol: recon_plane, layout: naval, shape: hex, size: 18mm,
      values: [range]}
  marker: {title: marker, plural: markers, symbol: arrow, layout: marker}
""",
    "blue.yaml": """kind: counters
id: blue
title: Blue units
source: Rules of the River Line
side: blue
counters:
  B1: {type: infantry, name: 1 Rifles, designation: "1", formation: first, values: {attack: 4, defence: 4, move: 3},
    reverse: {values: {attack: 2, defence: 3}}}
  B2: {type: infantry, name: 2 Rifles, designation: "2", formation: first, values: {attack: 4, defence: 4, move: 3},
    reverse: {values: {attack: 2, defence: 3}}}
  B3: {type: infantry, name: 3 Rifles, designation: "3", formation: second, values: {attack: 3, defence: 4, move: 3},
    reverse: {values: {attack: 1, defence: 2}}}
  B5: {type: infantry, name: 5 Guards, designation: "5", formation: guard, symbol: infantry+guards,
    values: {attack: 6, defence: 5, move: 4}, reverse: {values: {attack: 3, defence: 3}}}
  B7: {type: infantry, name: 7 Marines, designation: 2/7, parent: Fleet, symbol: infantry+marine, unit_size: regiment,
    values: {attack: 3, defence: 2, move: 4}, reverse: {values: {attack: 1, defence: 1}}, arrives: turn 3}
  B9: {type: infantry, name: 9 Militia, designation: "9", symbol: infantry+militia, unit_size: III,
    values: {attack: "[1]", defence: 2, move: 2}, reverse: none, copies: 2}
  Bc1: {type: cavalry, name: 1 Cavalry, designation: "1", formation: second, values: {attack: 2, defence: 1, move: 6},
    reverse: {values: {attack: 1}}}
  Bc2: {type: cavalry, name: 2 Cavalry, designation: "2", formation: guard, values: {attack: 2, defence: 1, move: 6},
    reverse: {values: {attack: 1}}}
  Ba1: {type: artillery, name: 1 Heavy, designation: "1", formation: first, symbol: artillery+heavy,
    values: {fire: 5, range: 4, move: 2}}
  Ba2: {type: artillery, name: 2 Field, designation: "2", formation: second, values: {fire: 3, range: 2, move: 3}}
  Bt1: {type: armour, name: 1 Tanks, designation: 1/A, parent: GHQ, values: {attack: 5, defence: 3, move: 5, steps: 2},
    reverse: {values: {attack: 3, steps: 1}}, turn: 5}
  Bhq: {type: headquarters, name: First Corps, designation: I, formation: first, values: {command: 4, move: 4}}
  Brandt: {type: leader, name: Brandt, values: {command: 3, bravery: 2}}
  Heron: {type: ship, name: Heron, values: {guns: 2, hull: 3, speed: 5}}
  Falcons: {type: aircraft, name: Falcons, values: {range: 12}}
""",
    "green.yaml": """kind: counters
id: green
title: Green units
source: Rules of the River Line
side: green
counters:
  G11: {type: infantry, name: 11 Division, designation: "11", parent: 4 Army, values: {attack: 3, defence: 5, move: 2},
    reverse: {values: {attack: 1, defence: 3}}}
  G12: {type: infantry, name: 12 Division, designation: "12", parent: 4 Army, values: {attack: 3, defence: 5, move: 2},
    reverse: {values: {attack: 1, defence: 3}}}
  G13: {type: infantry, name: 13 Division, designation: "13", parent: 4 Army, symbol: infantry+motorised,
    values: {attack: 4, defence: 4, move: 5}, reverse: {values: {attack: 2, defence: 2}}}
  G14: {type: infantry, name: 14 Mountain, designation: "14", parent: 6 Army, symbol: infantry+mountain,
    values: {attack: 3, defence: 4, move: 3}, reverse: {values: {attack: 1, defence: 2}}}
  Gp: {type: infantry, name: Partisans, designation: P, symbol: infantry+partisan, unit_size: battalion,
    values: {attack: 1, defence: 1, move: 3}, reverse: none, copies: 3, arrives: any clear hex behind Blue's lines}
  Gc1: {type: cavalry, name: Cossacks, designation: K, parent: 6 Army, values: {attack: 3, defence: 1, move: 7},
    reverse: {values: {attack: 2}}}
  Ga1: {type: artillery, name: 1 Battery, designation: "1", parent: 4 Army, symbol: artillery+cavalry,
    values: {fire: 3, range: 2, move: 6}}
  Gat: {type: armour, name: Train, designation: T, symbol: armour+railway, values: {attack: 4, defence: 4, move: 9},
    reverse: {values: {attack: 2}, state: damaged}}
  Ghq: {type: headquarters, name: 4 Army, designation: "4", unit_size: army, values: {command: 3, move: 3}}
  Orlov: {type: leader, name: Orlov, values: {command: 2, bravery: 4}, reverse: {state: wounded, values: {command: 1}}}
  Pike: {type: ship, name: Pike, symbol: destroyer, values: {guns: 3, hull: 2, speed: 7},
    reverse: {values: {guns: 1, speed: 3}, state: damaged}}
""",
    "markers.yaml": """kind: counters
id: markers
title: Markers
source: Rules of the River Line
side: blue
size: 1/2in
counters:
  Turn: {type: marker, name: Turn, arrives: box 1}
  Supply: {type: marker, name: Out of supply, symbol: lorry, copies: 4, arrives: when out of supply,
    reverse: {side: green, state: Green}}
""",
    "places.yaml": """kind: places
id: map
title: Map
source: Rules of the River Line
regions:
  west:
    title: West bank
    places: {0812: Mill, 0814: Ferry, 0911: Ridge, 1009: Wood, 1010: Depot, 1013: Station, 1112: Fort}
  east:
    title: East bank
    places: {1410: Bridge, 1412: Town, 1513: Quarry, 1609: Junction, 1711: Airfield, 1815: Harbour}
""",
    "setup.yaml": """kind: setup
id: campaign
title: Campaign
source: Rules of the River Line
forces:
  blue:
    at:
      West bank:
        0812: [B1]
        0814: [B2, Bc1]
        0911: [B3]
        1009: [B5, Bc2]
        1010: [Ba1, Ba2, Bhq, Brandt]
        1013: [B9 x2]
        1112: [Heron, Falcons]
  green:
    at:
      East bank:
        1410: [G11]
        1412: [(G12), Gc1]
        1513: [G13]
        1609: [G14, Ga1, Gat]
        1711: [Ghq, Orlov]
        1815: [Pike]
""",
    "scenarios.yaml": """kind: scenarios
id: scenarios
source: Rules of the River Line
scenarios:
  campaign: {title: Campaign, setup: campaign, length: Turns 1 to 12}
""",
}
"""Thirty kinds of counters in four documents, with a set-up; all facts are made up."""
