// Public exports of the look for scripts that run in the reader's browser.
export { type Html, html } from "../html.ts";
export { recall, remember } from "./choice.ts";
export { showCurrentEntry } from "./navigation.ts";
export { addThemeSwitch } from "./theme.ts";
