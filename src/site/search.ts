// Collects what the search can find, and writes it as the script that a page loads when it is first searched.
import { type Kind, type SearchEntry, writeIndex } from "./assets/search-engine.ts";
import { anyKey, type Mark } from "./fields.ts";
import { stripMarkdown, toAnchor } from "./inline.ts";
import { isField, type Location } from "./locations.ts";
import { type Element, findElements, type Page } from "./page.ts";
import type { Reference, SchemaReference } from "./reference.ts";
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

/** The guides that explain most names of the packages: a name belongs to the first that explains it. */
const explaining = [guideUrl("test-with-the-sandbox"), guideUrl("client")];

/** Writes the script that carries the index, as one string: a browser reads that faster than an object. */
export function writeSearchIndex(reference: Reference, pages: readonly Page[], locations: readonly Location[]): string {
  const { operations, events, schemas, credentials, control } = reference;
  const guides = pages
    .filter(({ url }) => isGuide(url) || [controlUrl, eventsUrl, schemasUrl].includes(url))
    .toSorted((a, b) => explaining.indexOf(b.url) - explaining.indexOf(a.url));
  const named = new Set<string>();
  const headers = credentials.map(({ name, header }) => [`${guideUrl("authentication")}#${toAnchor(name)}`, [header]]);
  const ids = { ...aliases, ...Object.fromEntries(headers) };
  const index = writeIndex([
    ...operations.map(({ id, url, method, path, title, tag, description, marks, stability }) => ({
      ...makeEntry("operation", title, `${path} · ${id}`, url),
      method,
      ids: [id, path],
      text: joinText(description, marks, `${method} ${tag} ${stability === undefined ? "" : "x-stability-level"}`),
    })),
    ...events.map(({ name, url, title, tag, description, marks }) => ({
      ...makeEntry("event", name, title, url),
      ids: [name],
      text: joinText(description, marks, `${tag} webhook`),
    })),
    ...schemas.map(({ name, url, shape, usedBy }) => ({
      ...makeEntry("schema", name, formatUsers(usedBy), url),
      ids: [name],
      text: joinText(shape.description, shape.marks, shape.known?.open ? "x-extensible-enum" : ""),
    })),
    ...listFields(locations, schemas),
    ...guides.flatMap((guide) => listParts(guide, ids, named)),
    ...control.calls.map(({ name, title, description, id, method, path, tag }) => ({
      ...makeEntry("sandbox", title, `${path} · ${name}`, controlCallUrl(name)),
      method,
      ids: name === id ? [id, path] : [name],
      text: joinText(description, [], `${method} ${tag}`),
    })),
  ]);
  return `searchIndex='${index.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}';\n`;
}

/** Each field, and each value that one is known to take. */
function listFields(locations: readonly Location[], schemas: readonly SchemaReference[]): SearchEntry[] {
  const owners = new Map(schemas.map(({ url, usedBy }) => [url, formatUsers(usedBy)]));
  return locations.flatMap((location) => {
    const { title, names, url, description, known, marks } = location;
    const users = owners.get(url.split("#")[0] ?? "");
    const owner = users ? `${title}, ${users}` : title;
    const where = (parents: readonly string[]) =>
      parents.length === 0
        ? owner
        : `${parents.map((name) => (name === anyKey ? "any key" : name)).join(" › ")} of ${owner}`;
    const values = (known?.values ?? []).map((value) => ({
      ...makeEntry("value", String(value), where(names), url),
      ids: [String(value)],
    }));
    if (!isField(location)) return values;
    const field = {
      ...makeEntry("field", names.at(-1) ?? "", where(names.slice(0, -1)), url),
      ids: [names.at(-1) ?? ""],
      text: joinText(description, marks),
    };
    return [field, ...values];
  });
}

/** A guide and its headings, each with what is below. @param named The names of code that an earlier guide explains. */
function listParts({ url, title, summary, rest }: Page, known: typeof aliases, named: Set<string>): SearchEntry[] {
  const parts: { name: string; where: string; location: string; texts: string[] }[] = [
    { name: title, where: "", location: url, texts: [summary] },
  ];
  for (const { tag, attributes, children } of findElements(rest, isPart)) {
    const [text] = children.filter((child) => typeof child === "string");
    if (tag === "prose") parts.at(-1)?.texts.push(text ?? "");
    else if (tag !== "div")
      parts.push({ name: stripMarkdown(text ?? ""), where: title, location: `${url}#${attributes["id"]}`, texts: [] });
  }
  return parts.map(({ name, where, location, texts }) => {
    const text = texts.join(" ");
    const own = url === guideUrl("changelog") ? [] : listCodeNames(text).filter((one) => !named.has(one));
    for (const one of own) named.add(one);
    const ids = [...(known[location] ?? []), ...new Set(own)];
    return { ...makeEntry("guide", name, where, location), ids, text: stripMarkdown(text) };
  });
}

/** A call of the control plane is no part of its page: it has an entry of its own. */
function isPart({ tag, attributes }: Element): boolean {
  return ["h2", "h3", "prose"].includes(tag) || attributes["class"] === "call";
}

/** The names that only code can be, such as `maxRetries`. */
function listCodeNames(text: string): string[] {
  const codes = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code.match(/[A-Za-z]+/g) ?? []);
  return codes.flat().filter((name) => /[a-z][A-Z]/.test(name));
}

function makeEntry(kind: Kind, name: string, where: string, url: string): SearchEntry {
  return { kind, name, where, url, ids: [], text: "" };
}

/** The operations and events that carry a schema, in short. */
function formatUsers([first, ...others]: SchemaReference["usedBy"]): string {
  if (first === undefined) return "";
  return others.length === 0 ? `in ${first.title}` : `in ${first.title} and ${others.length} more`;
}

function joinText(description = "", marks: readonly Mark[] = [], more = ""): string {
  const texts = marks.flatMap(({ kind, text }) => [text, kind === "assumed" ? "x-assumption" : "x-not-shown"]);
  return stripMarkdown([description, ...texts, more].join(" "));
}
