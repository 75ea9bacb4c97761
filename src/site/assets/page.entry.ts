// Makes a page easier to use where scripts run: copy buttons, tabs for the languages, marks that a link opens, a switch of the theme, and the navigation at its place. Everything is readable without it.
import { addThemeSwitch, showCurrentEntry } from "../../shared/look/browser/index.ts";
import { copyButton } from "./copy-button.ts";
import { addTabs } from "./tabs.ts";

for (const code of document.querySelectorAll<HTMLElement>("main pre")) {
  const button = copyButton(() => code.textContent, code.getAttribute("aria-label") ?? "");
  if (button === undefined) break;
  const frame = document.createElement("div");
  frame.className = "copyable";
  code.replaceWith(frame);
  frame.append(code, button);
}
const samples = document.querySelector<HTMLElement>("[data-tabs]");
if (samples) addTabs(samples);
addThemeSwitch();
openMarks();
addEventListener("hashchange", openMarks);
showCurrentEntry();

/** Opens what is behind the badge of the page when the address leads there. */
function openMarks(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const marks = target?.closest<HTMLDetailsElement>("details.marks");
  if (!marks) return;
  marks.open = true;
  target?.scrollIntoView();
}
