// How single things are shown: moments, ids, states, JSON.
import { type Html, html } from "../../../look/index.ts";
import { isoOf } from "../../world/clock.ts";
import type { DeliveryState } from "../../world/store.ts";

/** A moment, in UTC. */
export function moment(at: string): Html {
  return html`<time datetime="${at}">${momentText(at)}</time>`;
}

export function momentOf(atMs: number): Html {
  return moment(isoOf(atMs));
}

/** `2026-03-02 09:00:00` */
export function momentText(at: string): string {
  return at.slice(0, 19).replace("T", " ");
}

/** A name with dots, such as that of an event, or an address: its lines break behind what separates its parts. */
export function code(name: string): Html {
  return html`<code>${name.split(/(?<=[._/:])/).map((part, at) => (at === 0 ? part : html`<wbr>${part}`))}</code>`;
}

/** JSON as a person reads it. It can be scrolled by keyboard, so it has a name. */
export function json(label: string, value: unknown): Html {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}

/** A text as it was sent, in the lines of JSON when it is some. */
export function sentText(label: string, text: string): Html {
  try {
    return json(label, JSON.parse(text));
  } catch {
    return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
  }
}

/** The state of a delivery: a word, with a colour in addition. */
export function deliveryState(state: DeliveryState): Html {
  return html`<span class="state s-${state}">${state}</span>`;
}

/** A list of facts. */
export function facts(items: readonly (readonly [label: string, value: Html | string | number | undefined])[]): Html {
  const known = items.filter(([, value]) => value !== undefined);
  return html`<dl class="facts">${known.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;
}
