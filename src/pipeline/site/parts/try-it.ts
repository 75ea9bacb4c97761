// The place on an operation's page where a script puts the form that tries it; without one it stays empty.
import { finished, type Html, html } from "../../../tools/look/index.ts";
import type { OperationReference } from "../reference.ts";
import { readCall } from "../snippets/call.ts";

/** Writes the place, with what the form needs to know. The examples are on the page, under `data-example`. */
export function writeTryIt(operation: OperationReference): Html {
  // In a script element only `<` could end it; JSON may write it otherwise
  const json = finished(JSON.stringify(readCall(operation).data).replaceAll("<", "\\u003c"));
  return html`<div id="try-it" data-try-it hidden><script type="application/json">${json}</script></div>`;
}
