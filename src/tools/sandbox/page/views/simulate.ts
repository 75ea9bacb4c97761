// What can be made to happen by a form, to any user, order or job.
import { html } from "../../../look/index.ts";
import type { Content, View } from "../view.ts";
import {
  connectionMadeForm,
  dataArrivedForm,
  hypnogramArrivedForm,
  orderMovedForm,
  parsingJobFinishedForm,
  resultPublishedForm,
  settingsForm,
  userDeletedForm,
} from "./happening-forms.ts";

export function simulatePage(view: View): Content {
  const body = html`<p class="lead">Simulate what happens outside of the API. The control plane can do more: <code>${"/_sandbox/openapi.json"}</code> describes it.</p>
<div class="cards">
<section><h2>A connection is made</h2>${connectionMadeForm(view)}</section>
<section><h2>Data arrives</h2>${dataArrivedForm(view)}</section>
<section><h2>A user is deleted</h2>${userDeletedForm(view)}</section>
<section><h2>An order moves</h2>${orderMovedForm(view)}</section>
<section><h2>A result is published</h2>${resultPublishedForm(view)}</section>
<section><h2>A parsing job is finished</h2>${parsingJobFinishedForm(view)}</section>
<section><h2>A deprecated hypnogram event is sent</h2>${hypnogramArrivedForm(view)}</section>
<section><h2>Settings change</h2>${settingsForm(view)}</section>
</div>`;
  return { title: "Simulate", body };
}
