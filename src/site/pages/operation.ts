// The page of an operation: how to call it, what it takes and what it returns.

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
import type { Mark } from "../fields.ts";
import { code, escapeMarkdown, type Inline, joinWords, link, toAnchor } from "../inline.ts";
import { type Content, el, type Page } from "../page.ts";
import type { OperationReference, ParameterReference } from "../reference.ts";
import { type Call, readCall } from "../snippets/call.ts";
import { writeCurl } from "../snippets/curl.ts";
import { writePython } from "../snippets/python.ts";
import { writeTypescript } from "../snippets/typescript.ts";
import { eventUrl, guideUrl, tagUrl } from "../urls.ts";
import { findGuides, listBadges, listRequirements, splitDescription, summarize } from "./lists.ts";

const parameterGroups: readonly (readonly [ParameterReference["in"], string])[] = [
  ["path", "Path parameters"],
  ["query", "Query parameters"],
  ["header", "Headers"],
];

/** Writes the page of an operation. */
export function operationPage(operation: OperationReference, sandbox: ServerData): Page {
  const { title, tag, url, description, method, path, marks, responses } = operation;
  const { lead, more } = splitDescription(description);
  const call = readCall(operation, sandbox);
  return {
    url,
    title,
    above: { title: tag, url: tagUrl(tag) },
    badges: listBadges(operation),
    summary: summarize(description),
    intro: [
      el("prose", lead),
      el("p.endpoint", methodLabel(method), " ", el("code", path), signs(marks, "operation")),
      decisions(listAllMarks(operation), listRequirements(operation)),
    ],
    side: [requestPanel(operation, call), answerPanel(responses, call.replaced)],
    rest: [
      requestParts(operation),
      more === "" ? undefined : [heading(2, "details", "Details"), prose(more)],
      responseParts(responses, "Responses"),
      sandboxChoices(operation.choices),
      heading(2, "about", "About this operation"),
      facts(listFacts(operation)),
    ],
  };
}

function listAllMarks({ marks, parameters, requestBody, responses }: OperationReference): readonly Mark[] {
  return [
    ...marks,
    ...[...parameters, ...(requestBody?.bodies ?? [])].flatMap(listShapeMarks),
    ...responses.flatMap((response) => [...response.marks, ...response.bodies.flatMap(listShapeMarks)]),
  ];
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
