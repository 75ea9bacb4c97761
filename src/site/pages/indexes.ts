// The pages that lead to others: the lists of all events and schemas, the calls of the control plane, and the page for addresses without one.
import {
  type Contract,
  type ContractOperation,
  listHappenings,
  type OpenApiDocument,
} from "../../shared/contract/index.ts";
import { writeCurl } from "../assets/try-it/curl.ts";
import { codeBlock, entryList, heading, method as methodLabel, prose } from "../blocks.ts";
import { type Content, type Element, el, type Page } from "../page.ts";
import type { Reference } from "../reference.ts";
import { code, escapeMarkdown, firstSentence, joinWords, link, toAnchor } from "../text.ts";
import { controlUrl, eventsUrl, guideUrl, homeUrl, notFoundUrl, schemasUrl } from "../urls.ts";
import { toEventEntry } from "./lists.ts";

const howToReceive = link("How to receive them", guideUrl("receive-events-safely"));

/** The OpenAPI document of the control plane, for tools that make a client of it. */
export const controlDocumentFile = "sandbox/openapi.json";

/** Writes the list of all events. */
export function eventsPage({ events }: Reference): Page {
  const groups = [
    { title: "To handle", id: "current", events: events.filter(({ deprecated }) => !deprecated) },
    { title: "Deprecated", id: "deprecated", events: events.filter(({ deprecated }) => deprecated) },
  ].filter((group) => group.events.length > 0);
  return {
    url: eventsUrl,
    title: "Events",
    area: "events",
    summary: "Every event that the service pushes.",
    rest: [
      el("p", `What the service pushes to a team. ${howToReceive}.`),
      groups.map((group) => [heading(2, group.id, group.title), entryList(group.events.map(toEventEntry))]),
    ],
  };
}

/** Writes the list of all schemas. */
export function schemasPage({ schemas }: Reference): Page {
  const entries = schemas
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, url, shape: { description } }) => ({
      url,
      title: name,
      text: description === undefined ? undefined : firstSentence(description),
    }));
  return {
    url: schemasUrl,
    title: "Schemas",
    area: "schemas",
    summary: "Every schema of the contract, each also as a JSON Schema.",
    rest: [el("p", "Each is also a JSON Schema that is complete in itself; its page links to it."), entryList(entries)],
  };
}

/** Writes the page of the control plane: what applies to all calls, and every call by its tag, with an example. */
export function controlPage({ document, operations }: Contract): Page {
  const { title, description = "" } = document.info;
  const start = link("Start it", guideUrl("sandbox"));
  return {
    url: controlUrl,
    title,
    area: "sandbox",
    badges: ["sandbox"],
    summary: "Control the sandbox from any language: worlds, clocks, happenings, faults, events and deliveries.",
    rest: [
      el(
        "p",
        `These are calls of the sandbox, which is a tool: the service has none of them. ${start} with ${code("npm run sandbox")}. ${link("Its own page", "http://127.0.0.1:4020/_sandbox/")} has a form for each of these calls, and shows activity, calls, deliveries and users, live. The ${link("OpenAPI document", controlDocumentFile)} has each field. For TypeScript, ${code("wearable-health-api-tools/control")} has ${code("createControlClient")}.`,
      ),
      heading(2, "all-calls", "What applies to all calls"),
      prose(description),
      document.tags.map((tag) => [
        heading(2, toAnchor(tag.name), escapeMarkdown(tag.name)),
        prose(tag.description),
        operations
          .filter(({ operation }) => operation.tags[0] === tag.name)
          .map((one) => writeControlCall(document, one)),
      ]),
    ],
  };
}

/** Writes a call with its first example; of that which makes something happen, each happening with its own. */
function writeControlCall(document: OpenApiDocument, call: ContractOperation): Element[] {
  const { id, method, path, operation, requestBody } = call;
  const examples = requestBody?.bodies[0]?.examples ?? [];
  const write = (name: string, title: string, line: Content, text: string, example: unknown) =>
    el(
      "div.call",
      heading(3, toAnchor(name), escapeMarkdown(title)),
      el("p", line),
      prose(text),
      codeBlock("", "sh", writeControlCurl(document, call, example)),
    );
  const address = [methodLabel(method.toUpperCase()), " ", el("code", path)];
  return [
    write(id, operation.summary, address, operation.description, examples[0]?.value),
    ...(id === "simulateHappening" ? listHappenings(document) : []).map(
      ({ name, schema: { title = name, description = "" } }) => {
        const example = examples.find((one) => one.name === name)?.value;
        return write(name, title, [el("code", name)], description, example);
      },
    ),
  ];
}

function writeControlCurl(
  { servers }: OpenApiDocument,
  { method, path, operation, parameters }: ContractOperation,
  example: unknown,
): string {
  const server = servers[0]?.url ?? "";
  const filled = parameters.reduce((text, { name, example: value }) => text.replace(`{${name}}`, String(value)), path);
  const query = parameters.filter((one) => one.in === "query" && one.required === true);
  const asked = query.map(({ name, example: value }) => `${name}=${encodeURIComponent(String(value))}`);
  const json = example === undefined ? [] : [{ name: "content-type", value: "application/json", secret: false }];
  const curl = writeCurl({
    method: method.toUpperCase(),
    server,
    url: server + [filled, ...(asked.length > 0 ? [asked.join("&")] : [])].join("?"),
    headers: [{ name: "x-sandbox-control", value: "1", secret: false }, ...json],
    body: example === undefined ? undefined : JSON.stringify(example, null, 2),
  });
  const isStream = Object.keys(Object(operation.responses["200"]).content ?? {}).includes("text/event-stream");
  // Without -N, curl shows a stream only when it ends
  return isStream ? curl.replace("curl", "curl -N") : curl;
}

/** Writes the page that a server answers with where there is none. */
export function notFoundPage(): Page {
  const summary = "This page does not exist.";
  const lists = [
    link("operations", homeUrl),
    link("events", eventsUrl),
    link("schemas", schemasUrl),
    link("changelog", guideUrl("changelog")),
  ];
  const text = `${summary} A part of the contract may have been renamed or removed: search for its name, or start from the ${joinWords(lists, "or")}.`;
  return { url: notFoundUrl, title: "Page not found", area: "home", summary, rest: el("p", text) };
}
