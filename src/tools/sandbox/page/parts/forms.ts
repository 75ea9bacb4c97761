// Forms that change something: each posts to the page's own address and comes back.
import { type Html, html } from "../../../look/index.ts";
import { pagePrefix } from "../links.ts";
import type { View } from "../view.ts";

/** How a form is written. */
export interface FormParts {
  /** What it does, by the name of its action. */
  readonly action: string;
  /** Makes the ids of its fields unique on the page. */
  readonly name: string;
  readonly fields?: (field: FieldWriter) => Html[];
  /** Values that go with it. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly button: string;
  /** The most important one of a page, or one that takes something away. */
  readonly kind?: "main" | "danger" | "quiet";
  /** Names the button for screen readers. */
  readonly label?: string;
}

/** Writes the fields of one form. */
export interface FieldWriter {
  input(name: string, label: string, more?: InputParts): Html;
  choice(name: string, label: string, options: readonly Option[], more?: { readonly chosen?: string }): Html;
  area(name: string, label: string, value: string, more?: { readonly hint?: string }): Html;
  check(name: string, label: string): Html;
}

/** The optional parts of a field. */
export interface InputParts {
  readonly type?: "text" | "number" | "date" | "url" | "datetime-local";
  readonly value?: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly min?: string;
  readonly max?: string;
  readonly step?: string;
  /** Values that are offered; others may be written. */
  readonly offers?: readonly Option[];
}

/** A value, and what it is called. */
export type Option = readonly [value: string, label?: string | undefined];

export function form(view: View, { action, name, fields, hidden = {}, button, kind, label }: FormParts): Html {
  const kept = { world: view.world.identity.id, back: view.here, ...hidden };
  const written = fields?.(fieldWriter(name)) ?? [];
  return html`<form id="${name}" class="${written.length === 0 ? "bare" : "filled"}" method="post" action="${pagePrefix}/do/${action}" autocomplete="off">${Object.entries(
    kept,
  ).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
${written}<button id="${name}-button"${kind === undefined ? undefined : html` class="${kind}"`}${label === undefined ? undefined : html` aria-label="${label}"`}>${button}</button></form>
`;
}

function fieldWriter(form: string): FieldWriter {
  const idOf = (name: string) => `${form}-${name}`;
  const hinted = (name: string, hint: string | undefined) =>
    hint === undefined ? undefined : html` aria-describedby="${idOf(name)}-hint"`;
  const hintOf = (name: string, hint: string | undefined) =>
    hint === undefined ? undefined : html`<span class="hint" id="${idOf(name)}-hint">${hint}</span>`;
  return {
    input(name, label, { type = "text", value, hint, required, min, max, step, offers } = {}) {
      const id = idOf(name);
      const attributes = [
        html` type="${type}"`,
        value === undefined ? undefined : html` value="${value}"`,
        required === true ? html` required` : undefined,
        min === undefined ? undefined : html` min="${min}"`,
        max === undefined ? undefined : html` max="${max}"`,
        step === undefined ? undefined : html` step="${step}"`,
        offers === undefined ? undefined : html` list="${id}-offers"`,
      ];
      const list =
        offers === undefined
          ? undefined
          : html`<datalist id="${id}-offers">${offers.map(([offer, words]) => html`<option value="${offer}">${words}</option>`)}</datalist>`;
      return html`<p class="field f-${name}"><label for="${id}">${label}</label>${hintOf(name, hint)}<input id="${id}" name="${name}"${attributes}${hinted(name, hint)}>${list}</p>
`;
    },
    choice(name, label, options, { chosen } = {}) {
      const id = idOf(name);
      return html`<p class="field f-${name}"><label for="${id}">${label}</label><select id="${id}" name="${name}">${options.map(
        ([value, words = value]) =>
          html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${words}</option>`,
      )}</select></p>
`;
    },
    area(name, label, value, { hint } = {}) {
      const id = idOf(name);
      // A line break at the start of a text area is not part of its value
      return html`<p class="field f-${name}"><label for="${id}">${label}</label>${hintOf(name, hint)}<textarea id="${id}" name="${name}" rows="4" spellcheck="false"${hinted(name, hint)}>
${value}</textarea></p>
`;
    },
    check(name, label) {
      const id = idOf(name);
      return html`<p class="field check f-${name}"><input id="${id}" name="${name}" type="checkbox"><label for="${id}">${label}</label></p>
`;
    },
  };
}
