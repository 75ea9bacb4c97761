// The kinds of parts that pages are made of, each written once for HTML and Markdown.
import type { NamedExample } from "../shared/contract/index.ts";
import { counted } from "../shared/terminal/index.ts";
import { anyKey, type Field, type KnownValues, type Mark, type Shape } from "./fields.ts";
import { code, escapeMarkdown, type Inline, link } from "./inline.ts";
import { type Content, type Element, el } from "./page.ts";
import type { BodyReference, ResponseReference } from "./reference.ts";
import { guideUrl } from "./urls.ts";

/** A heading, with a link to itself. */
export function heading(level: 2 | 3, id: string, text: Inline): Element {
  return el(`h${level}`, { id }, text, " ", el("a.anchor", { href: `#${id}`, "aria-label": "Link to this part" }));
}

/** Paragraphs, where there are any. */
export function prose(text: string | undefined): Element | undefined {
  return text === undefined || text === "" ? undefined : el("prose", text);
}

/** Code, with what it is called. */
export function codeBlock(label: string, language: string, text: string, data: Element["attributes"] = {}): Element {
  return el("pre", { label, language, ...data }, text);
}

/** Facts, each a word and what it is; those without a text are left out. */
export function facts(items: readonly (readonly [label: string, text: Inline])[]): Element {
  const known = items.filter(([, text]) => text !== "");
  return el("dl.facts", ...known.map(([label, text]) => el("div", el("dt", label), el("dd", text))));
}

/** A line of a list: a link to a page, and more on it. */
export function entry(url: string, title: string, ...more: readonly Content[]): Element {
  return el("li", el("a", { to: url }, escapeMarkdown(title)), ...more);
}

/** A list of operations, events or schemas. */
export function entryList(entries: readonly Element[]): Element {
  return el("ul.entries", ...entries);
}

/** A method as a label; each has a colour, and its word. */
export function method(name: string): Element {
  return el("span", { class: `method m-${name.toLowerCase()}` }, name);
}

/** A word on how far a thing can be relied on. */
export function badge(word: string): Content {
  return [" ", el("span", { class: `badge b-${word}` }, word)];
}

/** A table; narrow, each of its rows is a paragraph. */
export function table(label: string, head: readonly string[], rows: readonly (readonly Inline[])[]): Element {
  const names = el("tr", ...head.map((words) => el("th", { scope: "col" }, words)));
  const body = rows.map((row) => el("tr", ...row.map((cell) => el("td", cell))));
  return el("table.rows", { "aria-label": label }, el("thead", names), el("tbody", ...body));
}

/** Marks without those that two schemas of one value have in common. */
function listUnique(marks: readonly Mark[]): Mark[] {
  return [...new Map(marks.map((mark) => [mark.text, mark])).values()];
}

/** The sign of each kind of mark, and what it is called. */
const kinds = [
  { kind: "assumed", sign: "≈", label: "Assumed" },
  { kind: "not-shown", sign: "?", label: "Not shown" },
] as const;

/** The signs of marks: a sign opens its texts where it stands, without a script. */
export function signs(marks: readonly Mark[], id: string): Content {
  const own = kinds.filter(({ kind }) => marks.some((mark) => mark.kind === kind));
  if (own.length === 0) return undefined;
  const popover = `mark.${id}`;
  const name = own.map(({ label }) => label).join(", ");
  const sign = own.map((one) => one.sign).join(" ");
  return [
    " ",
    el("button.sign", { type: "button", browser: true, popovertarget: popover, "aria-label": name }, sign),
    el("span.note", { id: popover, popover: "auto" }, ...listUnique(marks).map(writeMark)),
  ];
}

/** A mark in words. The word of an assumption leads to the other places that rest on it. */
export function writeMark({ kind, text, key }: Mark): Element {
  const label = kinds.find((one) => one.kind === kind)?.label ?? "";
  const word = key === undefined ? label : link(label, `${guideUrl("known-gaps")}#${assumedRow(key)}`);
  return el("span", { class: `mark ${kind}` }, el("b", word), ` ${text}`);
}

/** The anchor of an assumption's row among the known gaps. */
export function assumedRow(key: string): string {
  return `assumed-${key}`;
}

/** The values that a field is known to take. */
export function values(known: KnownValues | undefined): Element | undefined {
  if (known === undefined) return undefined;
  const words = known.open ? `Known values, ${link("others are valid, too", guideUrl("open-enums"))}` : "One of";
  return el("p.values", `${words}: ${known.values.map((value) => code(String(value))).join(", ")}.`);
}

/** The fields of an object: those of the objects in it fold, and fields that stand there already are referred to. */
export function fieldList(fields: readonly Field[], seen = new Map<string, Inline>()): Element | undefined {
  if (fields.length === 0) return undefined;
  // One field alone is nothing to read: those in it are
  return el("ul.fields", ...fields.map((field) => writeField(field, seen, fields.length === 1)));
}

function writeField(field: Field, seen: Map<string, Inline>, isOpen: boolean): Element {
  const { name, id, type, limits, required, deprecated } = field;
  const shown = name === anyKey ? el("i", "any key") : el("code", name);
  const preset = field.default === undefined ? [] : [`default ${code(JSON.stringify(field.default))}`];
  return el(
    "li",
    { id },
    el(
      "div.head",
      el("a", { href: `#${id}` }, shown),
      " ",
      el("span.type", [type, ...limits, ...preset].join(", ")),
      required ? [", ", el("span.required", "required")] : undefined,
      deprecated ? [",", badge("deprecated")] : undefined,
      signs(field.marks, id),
    ),
    " ",
    prose(field.description),
    " ",
    values(field.known),
    writeInside(field, seen, isOpen),
  );
}

function writeInside({ name, id, fields, of }: Field, seen: Map<string, Inline>, isOpen: boolean): Content {
  if (fields.length === 0) return undefined;
  const kind = of && `${of} ${fields.map((one) => one.name).join()}`;
  const same = kind && seen.get(kind);
  if (same) return el("p.limits", `The same fields as ${same}.`);
  if (kind) seen.set(kind, link(code(name), `#${id}`));
  return el("details", { open: isOpen }, el("summary", counted(fields.length, "field")), fieldList(fields, seen));
}

/** A body in each of its media types: its type and its fields. */
export function bodies(all: readonly BodyReference[]): Content {
  return all.map(({ mediaType, part, type, limits, marks, known, fields }, index) => {
    const words = `${[type, ...limits].join(", ")} as ${code(mediaType)}`;
    return [
      // The anchor of the first media type is on the heading
      el("p.type", { id: index === 0 ? undefined : part }, words, signs(marks, `type.${part}`)),
      values(known),
      fieldList(fields),
    ];
  });
}

/** Examples, each with what it shows. */
export function examples(all: readonly NamedExample[]): Content[] {
  return all.map(({ name, summary = name, description, value }) =>
    el(
      "div",
      codeBlock(summary, "json", JSON.stringify(value, null, 2), { "data-example": name }),
      description === undefined ? undefined : el("p.limits", description),
    ),
  );
}

/** The examples of answers, a tab for each status; of several of one status a reader chooses. */
export function answerPanel(responses: readonly ResponseReference[]): Content {
  const panels = responses.flatMap(({ status, bodies }) => {
    const shown = examples(bodies.flatMap((body) => body.examples));
    const tab = el("p", { class: `tab s${status.charAt(0)}` }, status);
    return shown.length === 0 ? [] : el("div", tab, el("div", { "data-choice": true }, ...shown));
  });
  if (panels.length === 0) return undefined;
  return el("section.panel", { "aria-label": "Answers", "data-tabs": "status" }, ...panels);
}

/** The responses of an operation or an event: status, meaning and body. */
export function responseParts(responses: readonly ResponseReference[], title: string): Content {
  const parts = responses.map(({ status, part, phrase, description, bodies: all, marks }) => [
    el("h3", { id: part, class: `status s${status.charAt(0)}` }, el("b", status), ` ${phrase}`, signs(marks, part)),
    prose(description),
    bodies(all),
  ]);
  return [heading(2, "responses", title), parts];
}

/** The assumptions that decide how one codes, and what the thing requires, a sentence each. */
export function decisions(marks: readonly Mark[], requirements: readonly Inline[]): Content {
  const items = [
    ...requirements,
    ...listUnique(marks).flatMap((mark) => (mark.decides ? writeMark({ ...mark, text: mark.chose ?? mark.text }) : [])),
  ];
  return items.length === 0 ? undefined : el("ul.decides", ...items.map((item) => el("li", item)));
}

/** The choices of the sandbox for an operation or an event. */
export function sandboxChoices(chosen: readonly string[]): Content {
  if (chosen.length === 0) return undefined;
  const where = link("the service is silent", guideUrl("sandbox-choices"));
  const lead = el("p", `The sandbox chooses where ${where}; the service may do otherwise.`);
  return [heading(2, "sandbox", "In the sandbox"), lead, el("ul", ...chosen.map((text) => el("li", text)))];
}

/** All marks of a shape and of the fields in it. */
export function listShapeMarks({ marks, fields }: Shape): Mark[] {
  return [...marks, ...fields.flatMap(listShapeMarks)];
}
