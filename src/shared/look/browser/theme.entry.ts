// Shows the page in the theme that a reader chose. It runs before the page is drawn, so that no other colours appear first.
import { recall } from "./choice.ts";

const chosen = recall("localStorage", "theme");
if (chosen) document.documentElement.dataset["theme"] = chosen;
