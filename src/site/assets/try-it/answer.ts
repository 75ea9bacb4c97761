// Shows an answer: status, time, headers and body.
import { type Child, element, prose } from "../element.ts";
import { layOutJson } from "./json.ts";
import type { Refusal } from "./request.ts";
import type { Answer } from "./send.ts";

/** A longer body would keep the browser busy with layout. */
const maxBody = 200_000;

/** Makes the place where answers are shown. Only its first lines are read out when they change; the rest is there to be visited. */
export function makeAnswerPlace() {
  const outcome = element("div", { role: "status" });
  const details = element("div", {});
  const place = element("div", { class: "answer" }, outcome, details);
  const fill = (said: readonly Child[], more: readonly Child[]) => {
    outcome.replaceChildren(...said.filter((child) => child !== undefined));
    details.replaceChildren(...more.filter((child) => child !== undefined));
    if (said.length > 0) place.scrollIntoView({ block: "nearest" });
  };
  return {
    element: place,
    clear: () => fill([], []),
    refuse: ({ message, remedy }: Refusal) =>
      fill([element("p", { class: "refusal" }, element("strong", {}, message), " ", ...prose(remedy))], []),
    show(answer: Answer) {
      const status = element(
        "p",
        { class: `status s${String(answer.status).charAt(0)}` },
        element("b", {}, String(answer.status)),
        ` ${answer.phrase} `,
        element("span", { class: "time" }, `${answer.milliseconds} ms`),
      );
      fill([status], [showHeaders(answer), ...showBody(answer)]);
    },
  };
}

function showHeaders({ headers }: Answer): Child {
  if (headers.length === 0) return undefined;
  const text = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  const summary = element("summary", {}, `Headers, ${headers.length}`);
  return element("details", {}, summary, showCode("Headers of the response", text));
}

function showBody({ body, mediaType }: Answer): Child[] {
  if (body === "") return [element("p", { class: "hint" }, "The response has no body.")];
  const shown = body.slice(0, maxBody);
  const rest = body.length - maxBody;
  return [
    showCode("Body of the response", ...(/[/+]json$/.test(mediaType) ? colourJson(shown) : [shown])),
    rest > 0 ? element("p", { class: "hint" }, `${rest} more characters are not shown.`) : undefined,
  ];
}

/** JSON in the colours of the examples. */
function colourJson(json: string): Child[] {
  return layOutJson(json).map(({ text, kind }) => (kind === undefined ? text : element("span", { class: kind }, text)));
}

/** Text in fixed width; it scrolls, so it takes the focus. */
export function showCode(label: string, ...text: readonly Child[]): HTMLElement {
  return element("pre", { tabindex: 0, "aria-label": label }, ...text);
}
