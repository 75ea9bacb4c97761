// The page of an event: when it is sent and what it carries.
import type { Page } from "../page.ts";
import type { EventReference } from "../reference.ts";
import { code, type Inline, joinWords, link } from "../text.ts";
import {
  bodyBlocks,
  exampleBlocks,
  findGuides,
  introBlocks,
  listBadges,
  listPreconditions,
  responseBlocks,
  summarize,
} from "./lists.ts";

/** Writes the page of an event. */
export function eventPage(event: EventReference): Page {
  const { name, url, tag, description, marks, payload, responses, preconditions, broughtAboutBy } = event;
  const facts: [string, Inline][] = [
    ["Event", code(name)],
    ["Names", name.includes("{") ? "A family: the part in braces varies." : "One event, with its full name."],
    ...listPreconditions(preconditions),
    ["Brought about by", joinWords(broughtAboutBy.map((operation) => link(code(operation.id), operation.url)))],
    ["Guide", joinWords(findGuides(tag, name.split(".")[0] ?? ""))],
  ];
  return {
    url,
    title: name,
    name,
    area: "events",
    tag,
    above: { title: "Events", url: "events/index.html" },
    badges: listBadges(event),
    summary: summarize(description),
    blocks: [
      {
        kind: "columns",
        main: introBlocks(description, marks, facts),
        side: exampleBlocks([payload], "Example", true),
        rest: [
          { kind: "heading", level: 2, id: "payload", text: "Payload" },
          ...bodyBlocks([payload], "payload", "the event"),
          ...responseBlocks(responses, "Your response"),
        ],
      },
    ],
  };
}
