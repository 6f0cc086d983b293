// Marks tables and the links to the parts where they are wider than their boxes.

import { each } from "./parts.js";
import { scrolling, watch } from "./scrolling.js";

watch(document.getElementById("parts"));
each(scrolling);
