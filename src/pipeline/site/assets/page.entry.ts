// Makes a page easier to use where scripts run: copy buttons, tabs for the languages, marks that a link opens, a switch of the theme, and the navigation at its place. Everything is readable without it.
import { addThemeSwitch, showCurrentEntry } from "../../../tools/look/browser/index.ts";
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

/** Opens the marks of the field, or of the response or body, whose anchor the address carries. */
function openMarks(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const isField = target?.matches("tr") ?? false;
  const part = isField ? target : target?.parentElement;
  const found = part?.querySelectorAll<HTMLDetailsElement>(isField ? ".marks" : ":scope > .marks") ?? [];
  for (const marks of found) marks.open = true;
}
