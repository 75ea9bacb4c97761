// Shows an answer: status, time, headers and body.
import { type Child, element, prose } from "../element.ts";
import { prettyJson } from "./pretty-json.ts";
import type { Refusal } from "./refusal.ts";
import type { Answer } from "./send.ts";

/** Where answers are shown. */
export interface AnswerPlace {
  readonly element: HTMLElement;
  show(answer: Answer): void;
  refuse(refusal: Refusal): void;
  clear(): void;
}

/** A longer body would keep the browser busy with layout. */
const longestBody = 200_000;

/** Makes the place. Only its first lines are read out when they change; the rest is there to be visited. */
export function makeAnswerPlace(): AnswerPlace {
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
    refuse: ({ message, remedy }) =>
      fill([element("p", { class: "refusal" }, element("strong", {}, message), " ", ...prose(remedy))], []),
    show(answer) {
      const status = element(
        "p",
        { class: `status s${String(answer.status).charAt(0)}` },
        element("b", {}, String(answer.status)),
        ` ${answer.phrase} `,
        element("span", { class: "time" }, `${answer.milliseconds} ms`),
      );
      fill([status], [...headersOf(answer), ...bodyOf(answer)]);
    },
  };
}

function headersOf({ headers }: Answer): Child[] {
  if (headers.length === 0) return [];
  const text = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return [
    element(
      "details",
      {},
      element("summary", {}, `Headers, ${headers.length}`),
      codeOf(text, "Headers of the response"),
    ),
  ];
}

function bodyOf({ body, mediaType }: Answer): Child[] {
  if (body === "") return [element("p", { class: "hint" }, "The response has no body.")];
  const text = /[/+]json$/.test(mediaType) ? prettyJson(body) : body;
  const rest = text.length - longestBody;
  return [
    codeOf(text.slice(0, longestBody), "Body of the response"),
    rest > 0 ? element("p", { class: "hint" }, `${rest} more characters are not shown.`) : undefined,
  ];
}

/** Text in fixed width; it scrolls, so it takes the focus. */
export function codeOf(text: string, label: string): HTMLElement {
  return element("pre", { tabindex: 0, "aria-label": label }, text);
}
