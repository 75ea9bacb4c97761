// The door of the look: what the pages of the reference and of the sandbox have in common.
export { browserScripts, lookStyle } from "./assets.ts";
export { finished, type Html, html } from "./html.ts";
