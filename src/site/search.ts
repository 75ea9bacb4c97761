// Collects what the search can find, and writes it as the script that a page loads when it is first searched.
import { type Kind, type SearchEntry, writeIndex } from "./assets/search-engine.ts";
import { anyKey, type Mark } from "./fields.ts";
import { firstSentence, stripMarkdown, toAnchor } from "./inline.ts";
import { isField, type Location } from "./locations.ts";
import { type Element, findElements, type Page } from "./page.ts";
import type { Reference } from "./reference.ts";
import { controlCallUrl, controlUrl, eventsUrl, guideUrl, isGuide, schemasUrl } from "./urls.ts";

/** The script's name. It is a script, since a page that is opened from disk may not read data. */
export const searchIndexFile = "search-index.js";

/** Names by which readers look for a guide, or a part of one, and which it does not contain. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  "guides/known-gaps.html": ["x-assumption", "x-not-shown"],
  "guides/sandbox-choices.html": ["x-choices"],
  "guides/open-enums.html": ["x-extensible-enum"],
  "guides/errors.html": ["error", "code", "codes", "status"],
  "guides/receive-events-safely.html": ["webhook", "webhooks", "signing", "signature", "secret"],
  "guides/quickstart.html#install-the-packages": ["install", "npm", "package", "node", "20", "22", "24"],
  "guides/client.html#throw-on-errors": ["unwrap"],
};

/** Writes the script that carries the index, as one string: a browser reads that faster than an object. */
export function writeSearchIndex(reference: Reference, pages: readonly Page[], locations: readonly Location[]): string {
  const { operations, events, schemas, credentials, control } = reference;
  const headers = credentials.map(({ name, header }) => [
    `${guideUrl("authentication")}#${toAnchor(name)}`,
    [name, header],
  ]);
  const ids = { ...aliases, ...Object.fromEntries(headers) };
  const index = writeIndex([
    ...operations.map(({ id, url, method, path, title, tag, description, marks, stability }) => ({
      ...makeEntry("operation", title, `${path} · ${id}`, url, [id, path]),
      method,
      text: joinText(description, marks, `${method} ${tag} ${stability === undefined ? "" : "x-stability-level"}`),
    })),
    ...events.map(({ name, url, title, tag, description, marks }) => ({
      ...makeEntry("event", name, title, url),
      text: joinText(description, marks, `${tag} webhook`),
    })),
    ...schemas.map(({ name, url, description = "", marks, known }) => ({
      ...makeEntry("schema", name, stripMarkdown(firstSentence(description)), url),
      text: joinText(description, marks, known?.open ? "x-extensible-enum" : ""),
    })),
    ...locations.flatMap(listFields),
    ...pages
      .filter(({ url }) => isGuide(url) || [controlUrl, eventsUrl, schemasUrl].includes(url))
      // The parts of the changelog name everything
      .flatMap((guide) => listParts(guide.url === guideUrl("changelog") ? { ...guide, rest: [] } : guide, ids)),
    ...control.calls.map(({ id, name, title, description, method, path, tag }) => ({
      ...makeEntry("sandbox", title, `${path} · ${name}`, controlCallUrl(name), name === id ? [id, path] : [name]),
      method,
      text: joinText(description, [], `${method} ${tag}`),
    })),
  ]);
  return `searchIndex='${index.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}';\n`;
}

/** A field, and each value that it is known to take. */
function listFields(location: Location): SearchEntry[] {
  const { title, names, url, description, known, marks } = location;
  const place = (path: readonly string[]) =>
    path.length === 0 ? title : `${path.map((one) => (one === anyKey ? "any key" : one)).join(" › ")} of ${title}`;
  const values = (known?.values ?? []).map((value) => makeEntry("value", String(value), place(names), url));
  if (!isField(location)) return values;
  const field = makeEntry("field", names.at(-1) ?? "", place(names.slice(0, -1)), url);
  return [{ ...field, text: joinText(description, marks) }, ...values];
}

/** The elements that hold text: paragraphs, and cells of a table. */
const texts = ["prose", "td"];

/** A guide and its headings, each with what is below. */
function listParts({ url, title, summary, rest }: Page, known: typeof aliases): SearchEntry[] {
  const parts = [{ name: title, where: "", location: url, text: summary }];
  for (const { tag, attributes, children } of findElements(rest, isPart)) {
    const words = String(children[0]);
    const part = parts.at(-1);
    if (texts.includes(tag) && part) part.text += ` ${words}`;
    if (tag.startsWith("h"))
      parts.push({ name: stripMarkdown(words), where: title, location: `${url}#${attributes["id"]}`, text: "" });
  }
  return parts.map(({ name, where, location, text }) => {
    const ids = [...(known[location] ?? []), ...listCodeNames(text)];
    return { ...makeEntry("guide", name, where, location, ids), text: stripMarkdown(text) };
  });
}

/** A call of the control plane is no part of its page: it has an entry of its own. */
function isPart({ tag, attributes }: Element): boolean {
  return ["h2", "h3", ...texts].includes(tag) || attributes["class"] === "call";
}

/** The names that only code can be, such as `maxRetries`. */
function listCodeNames(text: string): string[] {
  const codes = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code.match(/[A-Za-z]+/g) ?? []);
  return codes.flat().filter((name) => /[a-z][A-Z]/.test(name));
}

function makeEntry(kind: Kind, name: string, where: string, url: string, ids = [name]): SearchEntry {
  return { kind, name, where, url, ids: ids.join(" "), text: "" };
}

function joinText(description = "", marks: readonly Mark[] = [], more = ""): string {
  const texts = marks.flatMap(({ kind, text }) => [text, kind === "assumed" ? "x-assumption" : "x-not-shown"]);
  return stripMarkdown([description, ...texts, more].join(" "));
}
