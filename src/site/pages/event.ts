// The page of an event: when it is sent and what it carries.
import {
  bodies,
  decisions,
  examples,
  facts,
  heading,
  listShapeMarks,
  prose,
  responseParts,
  sandboxChoices,
  signs,
} from "../blocks.ts";
import { code, joinWords, link } from "../inline.ts";
import { el, type Page } from "../page.ts";
import type { EventReference } from "../reference.ts";
import { eventsUrl } from "../urls.ts";
import { findGuides, listBadges, listRequirements, splitDescription, summarize } from "./lists.ts";

/** Writes the page of an event. */
export function eventPage(event: EventReference): Page {
  const { name, url, tag, description, marks, payload, responses, broughtAboutBy } = event;
  const { lead, more } = splitDescription(description);
  return {
    url,
    title: name,
    above: { title: "Events", url: eventsUrl },
    badges: listBadges(event),
    summary: summarize(description),
    intro: [
      prose(lead),
      el(
        "p.limits",
        name.includes("{") ? "A family: the part in braces varies." : "One event, with its full name.",
        signs(marks, "event"),
      ),
      decisions([...marks, ...listShapeMarks(payload)], listRequirements(event)),
    ],
    side: el("section.panel", { "aria-label": "Examples", "data-choice": true }, ...examples(payload.examples)),
    rest: [
      heading(2, "payload", "Payload"),
      bodies([payload]),
      more === "" ? undefined : [heading(2, "details", "Details"), prose(more)],
      responseParts(responses, "Your response"),
      sandboxChoices(event.choices),
      heading(2, "about", "About this event"),
      facts([
        ["Event", code(name)],
        ["Brought about by", joinWords(broughtAboutBy.map((operation) => link(code(operation.id), operation.url)))],
        ["Guide", joinWords(findGuides(tag, name.split(".")[0] ?? ""))],
      ]),
    ],
  };
}
