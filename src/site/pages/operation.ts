// The pages of an operation and of an event: what it is for, what it takes or carries, and what is answered.
import { writeCurl } from "../assets/try-it/curl.ts";
import type { ServerData } from "../assets/try-it/data.ts";
import {
  answerPanel,
  bodies,
  decisions,
  examples,
  facts,
  fieldList,
  heading,
  listShapeMarks,
  method as methodLabel,
  prose,
  responseParts,
  sandboxChoices,
  signs,
} from "../blocks.ts";
import { code, escapeMarkdown, type Inline, joinWords, link, toAnchor } from "../inline.ts";
import { type Content, el, type Page } from "../page.ts";
import type { EventReference, OperationReference, ParameterReference } from "../reference.ts";
import { type Call, readCall } from "../snippets/call.ts";
import { writePython, writeTypescript } from "../snippets/samples.ts";
import { eventsUrl, eventUrl, guideUrl, tagUrl } from "../urls.ts";
import { findGuides, listBadges, listRequirements, summarize } from "./lists.ts";

const parameterGroups: readonly (readonly [ParameterReference["in"], string])[] = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
];

/** Writes the page of an operation. */
export function operationPage(operation: OperationReference, sandbox: ServerData): Page {
  const { title, tag, method, path, marks, parameters, requestBody, responses } = operation;
  const call = readCall(operation, sandbox);
  return {
    title,
    above: { title: tag, url: tagUrl(tag) },
    side: [requestPanel(operation, call), answerPanel(responses)],
    ...describe(operation, {
      line: el("p.endpoint", methodLabel(method), " ", el("code", path), signs(marks, "operation")),
      shapes: [...parameters, ...(requestBody?.bodies ?? []), ...responses.flatMap((response) => response.bodies)],
      request: requestParts(operation),
      answers: "Responses",
      about: [heading(2, "about", "About this operation"), facts(listFacts(operation))],
    }),
  };
}

/** Writes the page of an event. */
export function eventPage(event: EventReference): Page {
  const { name, tag, marks, payload, broughtAboutBy } = event;
  const words = name.includes("{") ? "A family: the part in braces varies." : "One event, with its full name.";
  return {
    title: name,
    above: { title: "Events", url: eventsUrl },
    side: el("section.panel", { "aria-label": "Examples", "data-choice": true }, ...examples(payload.examples)),
    ...describe(event, {
      line: el("p.limits", words, signs(marks, "event")),
      shapes: [payload],
      request: [heading(2, "payload", "Payload"), bodies([payload])],
      answers: "Your response",
      about: [
        heading(2, "about", "About this event"),
        facts([
          ["Event", code(name)],
          ["Brought about by", joinWords(broughtAboutBy.map(({ id, url }) => link(code(id), url)))],
          ["Guide", joinWords(findGuides(tag, name.split(".")[0] ?? ""))],
        ]),
      ],
    }),
  };
}

/** The parts that both kinds of pages have. */
function describe(
  thing: OperationReference | EventReference,
  parts: Readonly<Record<"line" | "request" | "about", Content>> & {
    readonly shapes: readonly Parameters<typeof listShapeMarks>[0][];
    readonly answers: string;
  },
) {
  const { url, description, marks, responses, choices } = thing;
  const [lead = "", ...more] = description.trim().split(/\n\s*\n/);
  const all = [...marks, ...parts.shapes.flatMap(listShapeMarks), ...responses.flatMap((response) => response.marks)];
  return {
    url,
    badges: listBadges(thing),
    summary: summarize(description),
    intro: [prose(lead), parts.line, decisions(all, listRequirements(thing))],
    rest: [
      parts.request,
      more.length === 0 ? undefined : [heading(2, "details", "Details"), prose(more.join("\n\n"))],
      responseParts(responses, parts.answers),
      sandboxChoices(choices),
      parts.about,
    ],
  };
}

/** The call in each language, and the form that tries it. A script puts the choice of the server above it. */
function requestPanel(operation: OperationReference, call: Call): Content {
  const samples = [
    ["curl", "sh", writeCurl(call.request)],
    ["TypeScript", "ts", writeTypescript(operation, call)],
    ["Python", "python", writePython(call)],
  ] as const;
  const panels = samples.map(([label, language, text], index) =>
    // One language is enough for programs
    el("div", { browser: index > 0 }, el("pre", { label, language, "data-sample": label.toLowerCase() }, text)),
  );
  return el(
    "section.panel",
    { "aria-label": "Request" },
    el("div", { "data-tabs": "language", "aria-label": "Language" }, ...panels),
    el(
      "div",
      { "data-try-it": true, hidden: true, browser: true },
      el("script", { type: "application/json" }, JSON.stringify(call.data)),
    ),
  );
}

function listFacts({ id, tag, credentials, servers, stability, events }: OperationReference): [string, Inline][] {
  const keys = credentials.map(
    ({ name, header }) =>
      `${code(header)}, ${link(escapeMarkdown(name), `${guideUrl("authentication")}#${toAnchor(name)}`)}`,
  );
  return [
    ["Operation", code(id)],
    ["Credential", keys.length === 0 ? "none" : joinWords(keys, "disjunction")],
    ["Stability", escapeMarkdown(stability ?? "")],
    ["Brings about", joinWords(events.map((name) => link(code(name), eventUrl(name))))],
    ["Servers", servers.map(({ description, url }) => `${escapeMarkdown(description)} ${code(url)}`).join(", ")],
    ["Guide", joinWords(findGuides(tag))],
  ];
}

/** The parameters of an operation by their place, and its body. */
function requestParts({ parameters, requestBody }: OperationReference): Content {
  const fields = parameterGroups.map(([place, words]) => {
    const own = parameters.filter((parameter) => parameter.in === place);
    return own.length === 0 ? undefined : [heading(2, `${place}-parameters`, words), fieldList(own)];
  });
  if (requestBody === undefined) return fields;
  const shown = examples(requestBody.bodies.flatMap((body) => body.examples));
  const words = shown.length === 1 ? "1 example of the body" : `${shown.length} examples of the body`;
  return [
    fields,
    heading(2, "body", requestBody.required ? "Body" : "Body, optional"),
    prose(requestBody.description),
    bodies(requestBody.bodies),
    shown.length === 0 ? undefined : el("details.examples", el("summary", words), ...shown),
  ];
}
