// Makes the pages of the sandbox live: activity appears, and forms respond in place. All pages work without it.
import { addThemeSwitch, showCurrentEntry } from "../../../look/browser/index.ts";
import { runClocks } from "./clocks.ts";
import { takeForms } from "./forms.ts";
import { Live } from "./live.ts";
import { Renewal } from "./renewal.ts";

const renewal = new Renewal();
const live = new Live(document.body.dataset["world"] ?? "demo", {
  something: () => renewal.soon(),
  // What happened meanwhile was not received
  begun: () => renewal.soon(),
});

// The server knows nothing of the switch: a renewal leaves it where it is
addThemeSwitch().dataset["own"] = "";
showCurrentEntry();
runClocks();
takeForms(renewal);
live.start();

// A notice is not shown again when the page is reloaded
const here = new URL(location.href);
if (here.searchParams.has("notice")) {
  here.searchParams.delete("notice");
  history.replaceState(null, "", here);
}
