// What can be made to happen by a form, to any user, order or job.
import { html } from "../../../look/index.ts";
import type { Content, View } from "../view.ts";
import { happeningForm, happeningsIn } from "./happening-forms.ts";

export async function simulatePage(view: View): Promise<Content> {
  const body = html`<p class="lead">Simulate what happens outside of the API. Programs do the same with the control plane, which <code>${"/_sandbox/openapi.json"}</code> describes.</p>
<div class="cards">${await Promise.all(
    happeningsIn(view).map(
      async ({ id, operation }) =>
        html`<section><h2>${operation.summary}</h2>${await happeningForm(view, id as `simulate${string}`)}</section>
`,
    ),
  )}</div>`;
  return { title: "Simulate", body };
}
