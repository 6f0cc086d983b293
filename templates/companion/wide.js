// Marks tables and the links to the parts where they are wider than their boxes.

import { scrolling, watch } from "./scrolling.js";

watch(document.getElementById("parts"));
scrolling(document);
