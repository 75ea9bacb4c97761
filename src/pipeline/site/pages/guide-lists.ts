// The lists inside guides that are read out of the contract, each under the name that a guide asks for it by.
import { counted } from "../../../tools/terminal/index.ts";
import type { Gaps } from "../gaps.ts";
import type { Block } from "../page.ts";
import { placesOf } from "../places.ts";
import type { ExampleReference, Reference } from "../reference.ts";
import { anchorOf, code, type Inline, link, listed, plain } from "../text.ts";
import { choiceBlocks } from "./choices.ts";
import { assumptionBlocks, notShownBlocks } from "./known-gaps.ts";
import { eventEntry, marks, operationEntry, prose } from "./lists.ts";

/** Makes the blocks of a list; nothing when the words name nothing. */
export type GuideLists = Readonly<Record<string, (words: readonly string[]) => Block[] | undefined>>;

/** The lists, by name. */
export function guideLists(reference: Reference, control: Reference, gaps: Gaps): GuideLists {
  return {
    credentials: () => credentials(reference),
    errors: () => errors(reference),
    example: ([name = ""]) => {
      const example = exampleNamed(reference, name);
      return example && [{ kind: "examples", label: "Example", examples: [example] }];
    },
    compare: ([before = "", after = ""]) => {
      const [old, now] = [exampleNamed(reference, before), exampleNamed(reference, after)];
      return old && now && [{ kind: "section", main: compared("Before", old), side: compared("After", now) }];
    },
    operations: (ids) => {
      const found = ids.flatMap((id) => reference.operations.find((one) => one.id === id) ?? []);
      return found.length === ids.length ? [{ kind: "entries", entries: found.map(operationEntry) }] : undefined;
    },
    events: () => [{ kind: "entries", entries: reference.events.map(eventEntry) }],
    "open-enums": () => enums(reference, true),
    "closed-enums": () => enums(reference, false),
    deprecations: () => deprecations(reference),
    assumptions: () => assumptionBlocks(gaps),
    "not-shown": () => notShownBlocks(gaps),
    choices: () => choiceBlocks(reference, control),
  };
}

function credentials({ credentials: all, operations }: Reference): Block[] {
  return all.flatMap((credential): Block[] => {
    const taking = operations.filter((one) => one.credentials.some(({ name }) => name === credential.name));
    return [
      { kind: "heading", level: 2, id: anchorOf(credential.name), text: plain(credential.name) },
      {
        kind: "facts",
        items: [
          ["Header", code(credential.header)],
          [
            "Taken by",
            taking.length < 4
              ? listed(taking.map(({ id, url }) => link(code(id), url)))
              : counted(taking.length, "operation"),
          ],
        ],
      },
      ...prose(credential.description),
      ...marks(credential.marks),
    ];
  });
}

function errors({ operations }: Reference): Block[] {
  const rows = new Map<string, { status: string; phrase: string; meaning: Inline; places: Inline[] }>();
  for (const { id, url, responses } of operations) {
    for (const { status, phrase, description } of responses) {
      if (!/^[45]/.test(status)) continue;
      const key = `${status} ${description.markdown}`;
      const row = rows.get(key) ?? { status, phrase, meaning: description.markdown, places: [] };
      row.places.push(link(code(id), `${url}#response-${status}`));
      rows.set(key, row);
    }
  }
  return [
    {
      kind: "table",
      label: "Documented errors",
      head: ["Status", "When", "Where"],
      rows: [...rows.values()]
        .sort((a, b) => a.status.localeCompare(b.status))
        .map(({ status, phrase, meaning, places }) => ({
          cells: [
            `**${status}** ${phrase}`,
            meaning,
            places.length > 6 ? `${counted(places.length, "operation")}, such as ${places[0]}` : listed(places),
          ],
        })),
    },
  ];
}

function enums(reference: Reference, open: boolean): Block[] {
  const rows = new Map<string, readonly Inline[]>();
  for (const { field, shape, words, url } of placesOf(reference)) {
    const known = (field?.shape ?? shape)?.known;
    const key = JSON.stringify(known?.path);
    // Schemas come last, and are what a reader looks for: they win over the places that use them
    if (known?.open === open && (!rows.has(key) || url.startsWith("schemas/"))) {
      const owner = known.path[1] === "schemas" ? String(known.path[2]) : undefined;
      if (owner !== undefined && !url.startsWith(`schemas/${owner}.html`)) continue;
      rows.set(key, [link(words, url), known.values.map((value) => code(String(value))).join(", ")]);
    }
  }
  return [
    {
      kind: "table",
      label: open ? "Open enums" : "Closed enums",
      head: ["Where", open ? "Known values; others are valid, too" : "All values"],
      rows: Array.from(rows.values(), (cells) => ({ cells })),
    },
  ];
}

function deprecations(reference: Reference): Block[] {
  const rows = new Map<string, readonly Inline[]>();
  for (const { id, url, deprecated, description } of reference.operations) {
    if (deprecated) rows.set(url, [link(code(id), url), instead(description.markdown)]);
  }
  for (const { name, url, deprecated, description } of reference.events) {
    if (deprecated) rows.set(url, [link(code(name), url), instead(description.markdown)]);
  }
  for (const { field, words, url } of placesOf(reference)) {
    if (!field?.deprecated || rows.has(JSON.stringify(field.path))) continue;
    rows.set(JSON.stringify(field.path), [link(words, url), instead(field.description?.markdown ?? "")]);
  }
  return [
    {
      kind: "table",
      label: "Everything that is deprecated",
      head: ["What", "What to do"],
      rows: Array.from(rows.values(), (cells) => ({ cells })),
    },
  ];
}

/** The part of a description that says what replaces a thing. */
function instead(markdown: string): Inline {
  const [, text = markdown] = /Deprecated: ([^\n]*?\.)(?:\s|$)/.exec(markdown.replaceAll(/\s+/g, " ")) ?? [];
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function exampleNamed({ document }: Reference, name: string): ExampleReference | undefined {
  const example = document.components.examples?.[name];
  return example && { name, summary: example.summary, description: example.description, value: example.value };
}

function compared(when: string, example: ExampleReference): Block[] {
  return [
    { kind: "line", text: `**${when}**` },
    {
      kind: "code",
      label: example.summary ?? example.name,
      language: "json",
      text: JSON.stringify(example.value, null, 2),
    },
  ];
}
