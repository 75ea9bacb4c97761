// Shows an answer: status, time, headers and body.
import { type Child, colour, element, prose } from "../element.ts";
import type { Refusal } from "./request.ts";
import type { Answer } from "./send.ts";

declare global {
  interface JSON {
    /** A number as it was written; the types of this compiler do not have it. */
    rawJSON(text: string): unknown;
  }
}

/** How many characters of a body are shown: more would keep the browser busy. */
const maxShown = 200_000;

/** Makes the place where answers are shown. Only its first lines are read out when they change; the rest is there to be visited. */
export function makeAnswerPlace() {
  const outcome = element("div", { role: "status" });
  const details = element("div", {});
  const place = element("div", { class: "answer" }, outcome, details);
  const fill = (said?: HTMLElement, ...more: readonly Child[]) => {
    outcome.replaceChildren(...(said ? [said] : []));
    details.replaceChildren(element("div", {}, ...more));
    if (said) place.scrollIntoView({ block: "nearest" });
  };
  return {
    element: place,
    clear: () => fill(),
    refuse: ({ message, remedy }: Refusal) =>
      fill(element("p", { class: "refusal" }, element("strong", {}, message), " ", ...prose(remedy))),
    show(answer: Answer) {
      const status = element(
        "p",
        { class: `status s${String(answer.status).charAt(0)}` },
        element("b", {}, String(answer.status)),
        ` ${answer.phrase} `,
        element("span", { class: "time" }, `${answer.milliseconds} ms`),
      );
      fill(status, showHeaders(answer), ...showBody(answer));
    },
  };
}

function showHeaders({ headers }: Answer): Child {
  const text = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  const summary = element("summary", {}, `Headers, ${headers.length}`);
  return element("details", {}, summary, showCode("Headers of the response", text));
}

function showBody({ body }: Answer): Child[] {
  if (body === "") return [element("p", { class: "hint" }, "The response has no body.")];
  const text = layOut(body);
  const shown = showCode("Body of the response", colour(text.slice(0, maxShown), pieces, nameKind));
  if (text.length <= maxShown) return [shown];
  const note = `The first ${maxShown.toLocaleString("en")} characters are shown. The curl command shows all.`;
  return [shown, element("p", { class: "hint" }, note)];
}

/** JSON with a line for each entry; numbers of any size stay as they were sent, and so does all else. */
function layOut(body: string): string {
  try {
    const keep = (_: string, value: unknown, { source = "" }: { readonly source?: string } = {}) =>
      typeof value === "number" ? JSON.rawJSON(source) : value;
    return JSON.stringify(JSON.parse(body, keep), null, 2);
  } catch {
    // It is not JSON, or the browser cannot keep its numbers
    return body;
  }
}

/** A name, a text, a number or a word of JSON. */
const pieces = /("(?:[^"\\]|\\.)*"(?: *:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/;

function nameKind(piece: string): string {
  if (piece.startsWith('"')) return piece.endsWith(":") ? "attr" : "string";
  return /^[-\d]/.test(piece) ? "number" : "literal";
}

/** Text in fixed width; it scrolls, so it takes the focus. */
function showCode(label: string, text: Child): HTMLElement {
  return element("pre", { tabindex: 0, "aria-label": label }, text);
}
