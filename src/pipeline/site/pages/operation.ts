// The page of an operation: how to call it, what it takes and what it answers.
import type { Block, Page } from "../page.ts";
import type { OperationReference, ParameterReference } from "../reference.ts";
import { curlOf } from "../snippets/curl.ts";
import { goOf } from "../snippets/go.ts";
import { javaOf } from "../snippets/java.ts";
import { pythonOf } from "../snippets/python.ts";
import { typescriptOf } from "../snippets/typescript.ts";
import { anchorOf, code, type Inline, link, listed, plain } from "../text.ts";
import { eventUrl, guideUrl, tagUrl, versionUrl } from "../urls.ts";
import {
  badgesOf,
  bodyBlocks,
  guideLinks,
  linkLines,
  marks,
  preconditionFacts,
  prose,
  responseSection,
  summaryOf,
} from "./lists.ts";

const places: readonly (readonly [ParameterReference["in"], string])[] = [
  ["path", "Path"],
  ["query", "Query"],
  ["header", "Headers"],
  ["cookie", "Cookies"],
];

/** Writes the page of an operation. */
export function operationPage(operation: OperationReference): Page {
  const { title, tag, url, description } = operation;
  return {
    url,
    title,
    area: "operations",
    tag,
    trail: [{ title: tag, url: tagUrl(tag) }],
    badges: badgesOf(operation),
    summary: summaryOf(description.markdown),
    blocks: [
      { kind: "endpoint", method: operation.method, path: operation.path },
      {
        kind: "section",
        main: [...prose(description), ...marks(operation.marks), { kind: "facts", items: factsOf(operation) }],
        side: [
          requestSamples(operation, curlOf(operation), [
            { kind: "code", label: "Python", language: "python", text: pythonOf(operation), snippet: "python" },
            { kind: "code", label: "Go", language: "go", text: goOf(operation), snippet: "go" },
            { kind: "code", label: "Java", language: "java", text: javaOf(operation), snippet: "java" },
          ]),
        ],
      },
      { kind: "try-it", operation },
      ...requestBlocks(operation),
      { kind: "heading", level: 2, id: "responses", text: "Responses" },
      ...operation.responses.map((response) =>
        responseSection(response, linkLines(operation.linkEnds, `${operation.id} ${response.status}`, "is taken by")),
      ),
    ],
  };
}

type Sample = Block & { readonly kind: "code" };

function typescript(operation: OperationReference): Sample {
  return { kind: "code", label: "TypeScript", language: "ts", text: typescriptOf(operation), snippet: "typescript" };
}

/** The call in each language: as curl, in TypeScript, and in others. A file is sent or taken as curl does. */
export function requestSamples(operation: OperationReference, curl: string, others: readonly Sample[] = []): Block {
  return {
    kind: "samples",
    label: "Request",
    samples: [
      { kind: "code", label: "curl", language: "sh", text: curl, snippet: "curl" },
      typescript(operation),
      ...others,
    ],
  };
}

function factsOf({
  id,
  tag,
  credentials,
  version,
  servers,
  stability,
  preconditions,
  events,
}: OperationReference): [string, Inline][] {
  const authentication = guideUrl("authentication");
  const keys = credentials.map(
    ({ name, header }) => `${code(header)}, ${link(plain(name), `${authentication}#${anchorOf(name)}`)}`,
  );
  return [
    ["Operation", code(id)],
    ["Credential", keys.length === 0 ? "none" : listed(keys, "or")],
    ...(version === undefined
      ? []
      : [["Version", link(code(version), versionUrl(version))] satisfies [string, Inline]]),
    ...(stability === undefined
      ? []
      : [["Stability", `${plain(stability)}: it may change`] satisfies [string, Inline]]),
    ...preconditionFacts(preconditions),
    ...(events.length === 0
      ? []
      : [["Brings about", listed(events.map((name) => link(code(name), eventUrl(name))))] satisfies [string, Inline]]),
    ["Servers", serverWords(servers)],
    ...guideLinks(tag).map((guide): [string, Inline] => ["Guide", guide]),
  ];
}

/** The servers that take a call, each with its name. */
export function serverWords(servers: OperationReference["servers"]): Inline {
  return servers.map(({ description = "", url }) => `${plain(description)} ${code(url)}`.trim()).join(", ");
}

/** What an operation takes: its parameters by their place, and its body. */
export function requestBlocks({ id, parameters, requestBody, linkEnds }: OperationReference): Block[] {
  const blocks: Block[] = [];
  for (const [place, words] of places) {
    const fields = parameters.filter((parameter) => parameter.in === place);
    if (fields.length === 0) continue;
    blocks.push(
      { kind: "heading", level: 3, id: `${place}-parameters`, text: words },
      { kind: "fields", part: place, label: `${words} parameters`, fields },
      ...linkLines(linkEnds, `${id} ${place}`, "comes from"),
    );
  }
  const sections: Block[] = blocks.length === 0 ? [] : [{ kind: "section", main: blocks, side: [] }];
  if (requestBody !== undefined) {
    const { main, side } = bodyBlocks(requestBody.bodies, "body", "the body");
    const required = requestBody.required ? "Body" : "Body, optional";
    sections.push({
      kind: "section",
      main: [{ kind: "heading", level: 3, id: "body", text: required }, ...prose(requestBody.description), ...main],
      side,
    });
  }
  return sections.length === 0 ? [] : [{ kind: "heading", level: 2, id: "request", text: "Request" }, ...sections];
}
