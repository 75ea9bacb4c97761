// The door of the look: what the pages of the reference and of the sandbox have in common.
export { finished, type Html, html } from "./html.ts";
export { browserScripts } from "./scripts.ts";
export { lookStyle } from "./style.ts";
