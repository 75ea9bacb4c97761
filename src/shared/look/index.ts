// Public exports of the look that the pages of the reference and of the sandbox share.
export { browserScripts, lookStyle } from "./assets.ts";
export { finished, type Html, html } from "./html.ts";
