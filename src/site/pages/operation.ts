// The page of an operation, of the service or of the sandbox's control plane: how to call it, what it takes and what it returns.
import type { Block, Page } from "../page.ts";
import { hasStream, type OperationReference, type ParameterReference } from "../reference.ts";
import { writeSamples } from "../snippets/index.ts";
import { code, escapeMarkdown, type Inline, joinWords, link, toAnchor } from "../text.ts";
import { controlUrl, eventUrl, guideUrl, tagUrl } from "../urls.ts";
import {
  bodyBlocks,
  exampleBlocks,
  findGuides,
  introBlocks,
  listBadges,
  listPreconditions,
  proseBlocks,
  responseBlocks,
  summarize,
} from "./lists.ts";

const places: readonly (readonly [ParameterReference["in"], string])[] = [
  ["path", "Path"],
  ["query", "Query"],
  ["header", "Headers"],
  ["cookie", "Cookies"],
];

/** The anchor of what the first page of the control plane says of all calls. */
export const allCalls = "all-calls";

/** Writes the page of an operation. */
export function operationPage(operation: OperationReference): Page {
  const { tag } = operation;
  return {
    ...callPage(operation, listFacts(operation)),
    area: "operations",
    above: { title: tag, url: tagUrl(tag) },
    badges: listBadges(operation),
  };
}

/** Writes the page of a call of the control plane, which says that it is of our tool. */
export function controlPage(operation: OperationReference, above: string): Page {
  const { id, credentials, servers } = operation;
  const facts: [string, Inline][] = [
    ["Operation", code(id)],
    ["Header", credentials.map(({ header }) => code(`${header}: 1`)).join(" ") || "none"],
    ["Server", formatServers(servers)],
    ["Errors", `described [once for all calls](<${controlUrl}#${allCalls}>)`],
  ];
  const page = callPage(operation, facts);
  return {
    ...page,
    area: "sandbox",
    above: { title: above, url: controlUrl },
    badges: ["sandbox"],
    summary: `A call of the sandbox. ${page.summary}`,
  };
}

function callPage(operation: OperationReference, facts: readonly [string, Inline][]): Omit<Page, "area" | "badges"> {
  const { id, title, tag, url, description, method, path, marks, requestBody, responses } = operation;
  return {
    url,
    title,
    name: id,
    tag,
    summary: summarize(description),
    blocks: [
      { kind: "endpoint", method, path },
      {
        kind: "columns",
        main: [
          ...introBlocks(description, marks, facts),
          // A stream has no end that the form could wait for: curl shows it as it comes
          ...(hasStream(operation) ? [] : [{ kind: "try-it", operation } as const]),
        ],
        side: [
          { kind: "samples", label: "Request", samples: writeSamples(operation) },
          ...exampleBlocks(requestBody?.bodies ?? [], "Body"),
          ...responses.flatMap(({ status, bodies }) =>
            exampleBlocks(bodies, `Response ${status}`, status === responses[0]?.status),
          ),
        ],
        rest: [...requestBlocks(operation), ...responseBlocks(responses, "Responses")],
      },
    ],
  };
}

function listFacts(operation: OperationReference): [string, Inline][] {
  const { id, tag, credentials, servers, stability, preconditions, events } = operation;
  const keys = credentials.map(
    ({ name, header }) =>
      `${code(header)}, ${link(escapeMarkdown(name), `${guideUrl("authentication")}#${toAnchor(name)}`)}`,
  );
  return [
    ["Operation", code(id)],
    ["Credential", keys.length === 0 ? "none" : joinWords(keys, "or")],
    ["Stability", escapeMarkdown(stability ?? "")],
    ...listPreconditions(preconditions),
    ["Brings about", joinWords(events.map((name) => link(code(name), eventUrl(name))))],
    ["Servers", formatServers(servers)],
    ["Guide", joinWords(findGuides(tag))],
  ];
}

/** The servers that take a call, each with its name. */
function formatServers(servers: OperationReference["servers"]): Inline {
  return servers.map(({ description, url }) => `${escapeMarkdown(description)} ${code(url)}`).join(", ");
}

/** What an operation takes: its parameters by their place, and its body. */
function requestBlocks({ parameters, requestBody }: OperationReference): Block[] {
  const blocks = places.flatMap(([place, words]): Block[] => {
    const fields = parameters.filter((parameter) => parameter.in === place);
    if (fields.length === 0) return [];
    return [
      { kind: "heading", level: 3, id: `${place}-parameters`, text: words },
      { kind: "fields", part: place, label: `${words} parameters`, fields },
    ];
  });
  if (requestBody !== undefined) {
    blocks.push(
      { kind: "heading", level: 3, id: "body", text: requestBody.required ? "Body" : "Body, optional" },
      ...proseBlocks(requestBody.description),
      ...bodyBlocks(requestBody.bodies, "body", "the body"),
    );
  }
  return blocks.length === 0 ? [] : [{ kind: "heading", level: 2, id: "request", text: "Request" }, ...blocks];
}
