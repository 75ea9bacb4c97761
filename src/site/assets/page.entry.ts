// Makes a page easier to use where scripts run: tabs, the choice of a server, Try it, copy buttons, a switch of the theme, and the navigation at its place. Everything is readable without it.
import { addThemeSwitch, showCurrentEntry } from "../../shared/look/browser/index.ts";
import { addCopyButtons, addTwinButton } from "./copy-button.ts";
import { addServerChoice } from "./samples.ts";
import { addTabs } from "./tabs.ts";
import { offerTryIt } from "./try-it/try-it.ts";

for (const group of document.querySelectorAll<HTMLElement>("[data-tabs], [data-choice]")) addTabs(group);
addServerChoice();
offerTryIt();
addCopyButtons();
addTwinButton();
addThemeSwitch();
showCurrentEntry();
