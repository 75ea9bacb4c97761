// The pages of the sandbox's control plane: its first page, and one for each of its operations. Each says that it is of our tool.
import type { Block, Page } from "../page.ts";
import type { OperationReference, Reference, TagReference } from "../reference.ts";
import { curlOf } from "../snippets/curl.ts";
import { isStream } from "../snippets/request.ts";
import { code, link, slugOf } from "../text.ts";
import { controlUrl, guideUrl } from "../urls.ts";
import { operationEntry, prose, responseSection, summaryOf } from "./lists.ts";
import { requestBlocks, requestSamples, serverWords } from "./operation.ts";

/** The description itself, for who makes a client of it. */
export const controlDocumentFile = "sandbox/openapi.json";

/** The header of every call; it is not a secret, so snippets show it. */
const headerValue = "1";

/** The anchor of what is said about all calls. */
const allCalls = "all-calls";

/** Writes all pages of the control plane. */
export function sandboxPages(control: Reference): Page[] {
  const { title } = control.document.info;
  return [indexPage(control), ...control.operations.map((operation) => callPage(operation, title))];
}

/** What is said about all calls, and the calls by their tags. */
function indexPage({ document, tags }: Reference): Page {
  const { title, description = "" } = document.info;
  const start = link("Start it", guideUrl("sandbox"));
  return {
    url: controlUrl,
    title,
    area: "sandbox",
    trail: [],
    badges: ["sandbox"],
    summary: "Control the sandbox from any language: worlds, clocks, happenings, faults, events and deliveries.",
    blocks: [
      {
        kind: "line",
        text: `These are calls of the sandbox, which is a tool: the service has none of them. ${start} with ${code("npm run sandbox")}, and copy the commands of these pages, or look at what it holds on ${link("its own page", "http://127.0.0.1:4020/_sandbox/")}: activity, calls, deliveries and users, live, with a form for each of these calls. For TypeScript, ${code("wearable-health-api-tools/control")} has ${code("createControlClient")}; for other tools, use the ${link("OpenAPI document", controlDocumentFile)}.`,
      },
      { kind: "heading", level: 2, id: allCalls, text: "What applies to all calls" },
      { kind: "prose", text: { markdown: description, origin: { in: "control", path: ["info", "description"] } } },
      ...tags.flatMap(tagBlocks),
    ],
  };
}

function tagBlocks({ name, description, operations }: TagReference): Block[] {
  return [
    { kind: "heading", level: 2, id: slugOf(name), text: name },
    ...prose(description),
    { kind: "entries", entries: operations.map(operationEntry) },
  ];
}

function callPage(operation: OperationReference, above: string): Page {
  const { id, url, title, tag, description, credentials, servers } = operation;
  const [server] = servers;
  return {
    url,
    title,
    area: "sandbox",
    tag,
    trail: [{ title: above, url: controlUrl }],
    badges: ["sandbox"],
    summary: `A call of the sandbox. ${summaryOf(description.markdown)}`,
    blocks: [
      { kind: "endpoint", method: operation.method, path: operation.path },
      {
        kind: "section",
        main: [
          ...prose(description),
          {
            kind: "facts",
            items: [
              ["Operation", code(id)],
              ["Header", credentials.map(({ header }) => code(`${header}: ${headerValue}`)).join(" ") || "none"],
              ["Server", serverWords(servers)],
            ],
          },
        ],
        side: [requestSamples(operation, curlOf(operation, { server: server?.url ?? "", key: headerValue }))],
      },
      // A stream has no end that the form could wait for: curl shows it as it comes
      ...(isStream(operation) ? [] : [{ kind: "try-it", operation } as const]),
      ...requestBlocks(operation),
      { kind: "heading", level: 2, id: "responses", text: "Responses" },
      {
        kind: "line",
        text: `What each error status means is described [once for all calls](<${controlUrl}#${allCalls}>).`,
      },
      ...operation.responses.map((response) => responseSection(response)),
    ],
  };
}
