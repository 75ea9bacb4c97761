// The page of an event: when it is sent and what it carries.
import type { Page } from "../page.ts";
import type { EventReference } from "../reference.ts";
import { code, type Inline, link, listed } from "../text.ts";
import {
  badgesOf,
  bodyBlocks,
  guideLinks,
  marks,
  preconditionFacts,
  prose,
  responseSection,
  summaryOf,
} from "./lists.ts";

/** Writes the page of an event. */
export function eventPage(event: EventReference): Page {
  const { main, side } = bodyBlocks([event.payload], "payload", "the event");
  const family = event.name.includes("{");
  const facts: [string, Inline][] = [
    ["Event", code(event.name)],
    ["Names", family ? "A family: the part in braces varies." : "One event, with its full name."],
    ...preconditionFacts(event.preconditions),
    ...(event.broughtAboutBy.length === 0
      ? []
      : [
          ["Brought about by", listed(event.broughtAboutBy.map(({ id, url }) => link(code(id), url)))] satisfies [
            string,
            Inline,
          ],
        ]),
    ["Guide", listed([...guideLinks(event.tag), ...guideLinks(event.name.split(".")[0] ?? "")])],
  ];
  return {
    url: event.url,
    title: event.name,
    area: "events",
    tag: event.tag,
    trail: [{ title: "Events", url: "events/index.html" }],
    badges: badgesOf(event),
    summary: summaryOf(event.description.markdown),
    blocks: [
      ...prose(event.description),
      ...marks(event.marks),
      { kind: "facts", items: facts },
      {
        kind: "section",
        main: [{ kind: "heading", level: 2, id: "payload", text: "Payload" }, ...main],
        side,
      },
      { kind: "heading", level: 2, id: "responses", text: "Your response" },
      ...event.responses.map((response) => responseSection(response)),
    ],
  };
}
