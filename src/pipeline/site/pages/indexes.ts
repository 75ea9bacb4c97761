// The pages that lead to others: home, tags, versions, and the lists of all operations, events and schemas.
import { counted } from "../../../tools/terminal/index.ts";
import type { Block, Page } from "../page.ts";
import type { Reference, TagReference, VersionReference } from "../reference.ts";
import { firstSentence, link, slugOf, type Text } from "../text.ts";
import { guideUrl, notFoundUrl } from "../urls.ts";
import { eventEntry, guideLinks, operationEntry, prose, summaryOf } from "./lists.ts";

const home = { title: "Reference", url: "index.html" };

/** Writes the first page: what this is, where to begin, and every operation by its tag. */
export function homePage({ document, tags, operations, events, versions }: Reference, start: readonly Block[]): Page {
  return {
    url: "index.html",
    title: document.info.title,
    area: "home",
    trail: [],
    badges: [],
    summary: `Reference of the ${document.info.title}.`,
    blocks: [
      ...start,
      { kind: "heading", level: 2, id: "operations", text: counted(operations.length, "operation") },
      {
        kind: "line",
        text: `By version: ${versions.map(({ name, url }) => link(name, url)).join(", ")}. By tag:`,
      },
      ...tags.flatMap((tag): Block[] =>
        tag.operations.length === 0
          ? []
          : [
              { kind: "heading", level: 3, id: tag.url.replace(/^tags\/|\.html$/g, ""), text: link(tag.name, tag.url) },
              ...prose(tag.description),
              { kind: "entries", entries: tag.operations.map(operationEntry) },
            ],
      ),
      { kind: "heading", level: 2, id: "events", text: counted(events.length, "event") },
      {
        kind: "line",
        text: `What the service pushes. ${link("How to receive them", guideUrl("receive-events-safely"))}.`,
      },
      { kind: "entries", entries: events.map(eventEntry) },
    ],
  };
}

/** Writes the page of a tag. */
export function tagPage({ name, url, description, operations, events }: TagReference): Page {
  return {
    url,
    title: name,
    area: operations.length > 0 ? "operations" : "events",
    tag: name,
    trail: [],
    badges: [],
    summary: description === undefined ? name : summaryOf(description.markdown),
    blocks: [
      ...prose(description),
      ...guideLinks(name).map((guide): Block => ({ kind: "line", text: `In use: ${guide}.` })),
      ...(operations.length === 0 ? [] : [{ kind: "entries", entries: operations.map(operationEntry) } as const]),
      ...(events.length === 0 ? [] : [{ kind: "entries", entries: events.map(eventEntry) } as const]),
    ],
  };
}

/** Writes the page of a version: its operations, by tag. */
export function versionPage({ name, url, operations }: VersionReference): Page {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return {
    url,
    title: `Version ${name.replace(/^v/, "")}`,
    area: "operations",
    trail: [],
    badges: [],
    summary: `${counted(operations.length, "operation")} whose path contains ${name}.`,
    blocks: [
      { kind: "line", text: `${counted(operations.length, "operation")} whose path contains \`/${name}/\`.` },
      ...tags.flatMap((tag): Block[] => [
        { kind: "heading", level: 2, id: slugOf(tag), text: tag },
        { kind: "entries", entries: operations.filter((one) => one.tag === tag).map(operationEntry) },
      ]),
    ],
  };
}

/** Writes the list of all events. */
export function eventsPage({ events, tags }: Reference): Page {
  const own = tags.filter((tag) => tag.events.length > 0);
  const groups = [
    { title: "To handle", id: "current", events: events.filter(({ deprecated }) => !deprecated) },
    { title: "Deprecated", id: "deprecated", events: events.filter(({ deprecated }) => deprecated) },
  ];
  return {
    url: "events/index.html",
    title: "Events",
    area: "events",
    trail: [home],
    badges: [],
    summary: "Every event that the service pushes.",
    blocks: [
      {
        kind: "line",
        text: `What the service pushes to a team. ${link("How to receive them", guideUrl("receive-events-safely"))}. By tag: ${own.map(({ name, url }) => link(name, url)).join(", ")}.`,
      },
      ...groups.flatMap((group): Block[] =>
        group.events.length === 0
          ? []
          : [
              { kind: "heading", level: 2, id: group.id, text: group.title },
              { kind: "entries", entries: group.events.map(eventEntry) },
            ],
      ),
    ],
  };
}

/** Writes the list of all schemas. */
export function schemasPage({ schemas }: Reference): Page {
  return {
    url: "schemas/index.html",
    title: "Schemas",
    area: "schemas",
    trail: [home],
    badges: [],
    summary: "Every schema of the contract, each also as a JSON Schema.",
    blocks: [
      {
        kind: "line",
        text: "Each is also available as a JSON Schema with its references resolved; its page links to it.",
      },
      {
        kind: "entries",
        entries: [...schemas]
          .sort((a, b) => a.name.localeCompare(b.name))
          .map(({ name, url, shape }) => ({ url, title: name, text: sentenceOf(shape.description) })),
      },
    ],
  };
}

/** Writes the page that a server answers with where there is none. */
export function notFoundPage(): Page {
  return {
    url: notFoundUrl,
    title: "Page not found",
    area: "home",
    trail: [],
    badges: [],
    summary: "This page does not exist.",
    blocks: [
      {
        kind: "line",
        text: "This page does not exist. A part of the contract may have been renamed or removed: search for its name, or start from one of these.",
      },
      {
        kind: "entries",
        entries: [
          { url: "index.html", title: "All operations" },
          { url: "events/index.html", title: "All events" },
          { url: "schemas/index.html", title: "All schemas" },
          { url: guideUrl("changelog"), title: "Changelog" },
        ],
      },
    ],
  };
}

function sentenceOf(text: Text | undefined): string | undefined {
  return text === undefined ? undefined : firstSentence(text.markdown);
}
