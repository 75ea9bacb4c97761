// The pages that lead to others: tags, the lists of all events and schemas, the first page of the control plane, and the one for addresses without a page.
import type { Block, Page } from "../page.ts";
import type { Reference, TagReference } from "../reference.ts";
import { code, firstSentence, joinWords, link, toSlug } from "../text.ts";
import { controlUrl, guideUrl, notFoundUrl } from "../urls.ts";
import { findGuides, proseBlocks, summarize, toEventEntry, toOperationEntry } from "./lists.ts";
import { allCalls } from "./operation.ts";

const howToReceive = link("How to receive them", guideUrl("receive-events-safely"));

/** The OpenAPI document of the control plane, for tools that make a client of it. */
export const controlDocumentFile = "sandbox/openapi.json";

/** Writes the page of a tag. */
export function tagPage({ name, url, description, operations, events }: TagReference): Page {
  return {
    url,
    title: name,
    name,
    area: operations.length > 0 ? "operations" : "events",
    tag: name,
    badges: [],
    summary: description === undefined ? name : summarize(description),
    blocks: [
      ...proseBlocks(description),
      ...findGuides(name).map((guide): Block => ({ kind: "line", text: `In use: ${guide}.` })),
      { kind: "entries", entries: [...operations.map(toOperationEntry), ...events.map(toEventEntry)] },
    ],
  };
}

/** Writes the list of all events. */
export function eventsPage({ events, tags }: Reference): Page {
  const byTag = tags.filter((tag) => tag.events.length > 0).map(({ name, url }) => link(name, url));
  const groups = [
    { title: "To handle", id: "current", events: events.filter(({ deprecated }) => !deprecated) },
    { title: "Deprecated", id: "deprecated", events: events.filter(({ deprecated }) => deprecated) },
  ];
  return indexPage("events", "Events", "Every event that the service pushes.", [
    { kind: "line", text: `What the service pushes to a team. ${howToReceive}. By tag: ${byTag.join(", ")}.` },
    ...groups.flatMap((group): Block[] =>
      group.events.length === 0
        ? []
        : [
            { kind: "heading", level: 2, id: group.id, text: group.title },
            { kind: "entries", entries: group.events.map(toEventEntry) },
          ],
    ),
  ]);
}

/** Writes the list of all schemas. */
export function schemasPage({ schemas }: Reference): Page {
  const entries = [...schemas]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name, url, shape: { description } }) => ({
      url,
      title: name,
      text: description === undefined ? undefined : firstSentence(description),
    }));
  return indexPage("schemas", "Schemas", "Every schema of the contract, each also as a JSON Schema.", [
    { kind: "line", text: "Each is also a JSON Schema that is complete in itself; its page links to it." },
    { kind: "entries", entries },
  ]);
}

function indexPage(area: "events" | "schemas", title: string, summary: string, blocks: readonly Block[]): Page {
  const above = { title: "Reference", url: "index.html" };
  return { url: `${area}/index.html`, title, name: title, area, above, badges: [], summary, blocks };
}

/** Writes the first page of the control plane: what applies to all calls, and the calls by their tags. */
export function controlIndexPage({ document, tags }: Reference): Page {
  const { title, description = "" } = document.info;
  const start = link("Start it", guideUrl("sandbox"));
  return {
    url: controlUrl,
    title,
    name: title,
    area: "sandbox",
    badges: ["sandbox"],
    summary: "Control the sandbox from any language: worlds, clocks, happenings, faults, events and deliveries.",
    blocks: [
      {
        kind: "line",
        text: `These are calls of the sandbox, which is a tool: the service has none of them. ${start} with ${code("npm run sandbox")}, and copy the commands of these pages, or look at what it holds on ${link("its own page", "http://127.0.0.1:4020/_sandbox/")}: activity, calls, deliveries and users, live, with a form for each of these calls. For TypeScript, ${code("wearable-health-api-tools/control")} has ${code("createControlClient")}; for other tools, use the ${link("OpenAPI document", controlDocumentFile)}.`,
      },
      { kind: "heading", level: 2, id: allCalls, text: "What applies to all calls" },
      { kind: "prose", text: description },
      ...tags.flatMap((tag): Block[] => [
        { kind: "heading", level: 2, id: toSlug(tag.name), text: tag.name },
        ...proseBlocks(tag.description),
        { kind: "entries", entries: tag.operations.map(toOperationEntry) },
      ]),
    ],
  };
}

/** Writes the page that a server answers with where there is none. */
export function notFoundPage(): Page {
  const summary = "This page does not exist.";
  const lists = [
    link("operations", "index.html"),
    link("events", "events/index.html"),
    link("schemas", "schemas/index.html"),
    link("changelog", guideUrl("changelog")),
  ];
  const text = `${summary} A part of the contract may have been renamed or removed: search for its name, or start from the ${joinWords(lists, "or")}.`;
  const blocks: Block[] = [{ kind: "line", text }];
  return { url: notFoundUrl, title: "Page not found", name: "404", area: "home", badges: [], summary, blocks };
}
