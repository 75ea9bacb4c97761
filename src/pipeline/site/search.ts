// Collects what the search can find, and writes it as the script that a page loads when it is first searched.
import { type Kind, type SearchEntry, writeIndex } from "./assets/search-engine.ts";
import { anyKey, type Mark } from "./fields.ts";
import type { Block, Page } from "./page.ts";
import { type Place, placesOf } from "./places.ts";
import type { Reference } from "./reference.ts";
import type { Text } from "./text.ts";
import { controlUrl, guideUrl, schemaUrl } from "./urls.ts";

/** The script's name. It is a script, since a page that is opened from disk may not read data. */
export const searchIndexFile = "search-index.js";

/** Names that a guide explains without being called so. */
const explained: Readonly<Record<string, readonly string[]>> = {
  "guides/known-gaps.html": ["x-assumption", "x-not-shown"],
  "guides/sandbox-choices.html": ["x-choices"],
  "guides/open-enums.html": ["x-extensible-enum"],
  "guides/receive-events-safely.html": ["webhook", "webhooks", "event", "events"],
};

/** Writes the script that carries the index, as one string: a browser reads that faster than an object. */
export function searchIndexScript(reference: Reference, control: Reference, pages: readonly Page[]): string {
  const index = writeIndex(searchEntries(reference, control, pages));
  return `searchIndex='${index.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}';\n`;
}

/** Everything that can be found. */
function searchEntries(reference: Reference, control: Reference, pages: readonly Page[]): SearchEntry[] {
  return [...operationEntries(reference), ...eventEntries(reference), ...schemaEntries(reference)]
    .concat(placeEntries(reference))
    .concat(pages.filter(({ area, url }) => area === "guides" || url === controlUrl).flatMap(guideEntries))
    .concat(codeEntries(pages, [reference, control]))
    .concat(credentialEntries(reference), tagEntries(reference), sandboxEntries(control));
}

function operationEntries({ operations }: Reference): SearchEntry[] {
  return operations.map(({ id, url, method, path, title, tag, description, marks, stability }) => ({
    ...entry("operation", title, `${path} · ${id}`, url),
    method,
    ids: [id, path],
    marks: [...extensionsOf(marks), ...(stability === undefined ? [] : ["x-stability-level"])],
    text: said(description, marks, `${method} ${tag}`),
  }));
}

/** Distinguishes calls of the sandbox from operations of the service. */
function sandboxEntries(control: Reference): SearchEntry[] {
  return operationEntries(control).map((one) => ({ ...one, kind: "sandbox" }));
}

function eventEntries({ events }: Reference): SearchEntry[] {
  return events.map(({ name, url, title, tag, description, marks }) => ({
    ...entry("event", name, title, url),
    ids: [name],
    marks: extensionsOf(marks),
    text: said(description, marks, `${tag} webhook`),
  }));
}

function schemaEntries({ schemas }: Reference): SearchEntry[] {
  return schemas.map(({ name, url, shape, usedBy }) => ({
    ...entry("schema", name, usersOf(usedBy), url),
    ids: [name],
    marks: [...extensionsOf(shape.marks), ...(shape.known?.open ? ["x-extensible-enum"] : [])],
    text: said(shape.description, shape.marks),
  }));
}

/** Fields where they are written, and each list of known values once. */
function placeEntries(reference: Reference): SearchEntry[] {
  const owners = new Map<string, string>([
    ...reference.operations.map(({ url, title }) => [url, title] as const),
    ...reference.events.map(({ url, name }) => [url, name] as const),
    ...reference.schemas.map(
      ({ url, name, usedBy }) => [url, usedBy.length === 0 ? name : `${name}, ${usersOf(usedBy)}`] as const,
    ),
  ]);
  const listed = new Set<string>();
  return [...placesOf(reference)].flatMap((place) => {
    const { field, shape = field?.shape, url }: Place = place;
    if (shape === undefined) return [];
    const [page = ""] = url.split("#");
    const owner = owners.get(page) ?? "";
    const found: SearchEntry[] = [];
    if (field !== undefined && field.name !== anyKey) {
      found.push({
        ...entry("field", field.name, whereOf(owner, parentsOf(field.id)), url),
        ids: [field.name],
        marks: extensionsOf(shape.marks),
        text: said(field.description, shape.marks),
      });
    }
    const { known } = shape;
    const key = JSON.stringify(known?.path);
    if (known !== undefined && !listed.has(key) && isAtHome(known.path, page)) {
      listed.add(key);
      const where = field === undefined ? owner : whereOf(owner, [...parentsOf(field.id), field.name]);
      for (const value of known.values) {
        found.push({ ...entry("value", String(value), where, url), ids: [String(value)] });
      }
    }
    return found;
  });
}

/** Values of a component schema are shown wherever it is used; they are found on its own page. */
function isAtHome([first, second, name]: readonly (string | number)[], page: string): boolean {
  return first !== "components" || second !== "schemas" || page === schemaUrl(String(name));
}

/** A guide, and each of its headings with what stands below. */
function guideEntries({ url, title, summary, blocks }: Page): SearchEntry[] {
  const entries = [{ ...entry("guide", title, "", url), ids: explained[url] ?? [], text: summary }];
  for (const block of blocks) {
    if (block.kind === "heading") {
      entries.push({ ...entry("guide", plainWords(block.text), title, `${url}#${block.id}`), ids: [], text: "" });
    }
    const last = entries.at(-1);
    if (last !== undefined) last.text = `${last.text} ${wordsIn(block)}`.trim();
  }
  return entries;
}

function wordsIn(block: Block): string {
  if (block.kind === "prose") return plainWords(block.text.markdown);
  return block.kind === "line" ? plainWords(block.text) : "";
}

/** What the guides import and set, such as `unwrap` and `maxRetries`: each once, at the heading that explains it. */
function codeEntries(pages: readonly Page[], references: readonly Reference[]): SearchEntry[] {
  const named = new Set(
    references.flatMap(({ operations, schemas }) => [
      ...operations.map(({ id }) => id),
      ...schemas.map(({ name }) => name),
    ]),
  );
  const places = pages
    .filter(({ area, url }) => area === "guides" && url !== guideUrl("changelog"))
    .flatMap(({ url, title, blocks }) => {
      let [place, where] = [url, title];
      return blocks.map((block) => {
        if (block.kind === "heading") [place, where] = [`${url}#${block.id}`, `${title} · ${plainWords(block.text)}`];
        return { block, place, where };
      });
    });
  const imported = new Set(places.flatMap(({ block }) => importsIn(block)));
  const found = new Map<string, SearchEntry>();
  const note = (names: readonly string[], { place, where }: (typeof places)[number]) => {
    for (const name of names) {
      if (!named.has(name) && !found.has(name)) found.set(name, { ...entry("guide", name, where, place), ids: [name] });
    }
  };
  // These guides explain most; prose explains a name, code only uses it
  for (const guide of [guideUrl("client"), guideUrl("test-with-the-sandbox"), ""]) {
    const here = places.filter(({ place }) => place.startsWith(guide));
    for (const at of here) note(namesIn(at.block, imported), at);
    for (const at of here) note([...importsIn(at.block), ...settingsIn(at.block)], at);
  }
  return [...found.values()];
}

/** The names of code in prose: those that somebody imports, and those that only code can be. */
function namesIn(block: Block, imported: ReadonlySet<string>): string[] {
  if (block.kind !== "prose") return [];
  const codes = Array.from(block.text.markdown.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code);
  return codes
    .flatMap((code) => code.match(/[A-Za-z]+/g) ?? [])
    .filter((name) => imported.has(name) || /[a-z][A-Z]/.test(name));
}

function importsIn(block: Block): string[] {
  if (block.kind !== "code" || block.language !== "ts") return [];
  const imports = block.text.matchAll(/^import (?:type )?\{([^}]*)\} from "wearable-health-api/gm);
  return Array.from(imports, ([, names = ""]) =>
    names.split(",").map((name) => name.replace("type ", "").trim()),
  ).flat();
}

function settingsIn(block: Block): string[] {
  if (block.kind !== "code" || block.language !== "ts") return [];
  return block.text.match(/\b[a-z]+(?:[A-Z][a-z]+)+(?=: )/g) ?? [];
}

function credentialEntries(reference: Reference): SearchEntry[] {
  const urls = [...placesOf(reference)].filter(({ group }) => group === "Authentication");
  return reference.credentials.map(({ name, header, description, marks }, index) => ({
    ...entry("guide", header, `Authentication · ${name}`, urls[index]?.url ?? ""),
    ids: [header, name],
    marks: extensionsOf(marks),
    text: said(description, marks),
  }));
}

function tagEntries({ tags }: Reference): SearchEntry[] {
  return tags.map(({ name, url, description }) => ({
    ...entry("guide", name, "Tag", url),
    text: said(description, []),
  }));
}

function entry(kind: Kind, name: string, where: string, url: string): SearchEntry {
  return { kind, name, where, url, ids: [], marks: [], text: "" };
}

/** The operations and events that carry a schema, in short. */
function usersOf([first, ...others]: Reference["schemas"][number]["usedBy"]): string {
  if (first === undefined) return "";
  return others.length === 0 ? `in ${first.title}` : `in ${first.title} and ${others.length} more`;
}

/** The fields around a thing, and what they belong to. */
function whereOf(owner: string, parents: readonly string[]): string {
  return parents.length === 0 ? owner : `${parents.join(" › ")} of ${owner}`;
}

/** The names of the fields around a field. */
function parentsOf(id: string): string[] {
  return id
    .split(".")
    .slice(0, -1)
    .map((name) => (name === "_7Bkey_7D" ? "any key" : name));
}

function extensionsOf(marks: readonly Mark[]): string[] {
  return [...new Set(marks.map(({ kind }) => (kind === "not-shown" ? "x-not-shown" : "x-assumption")))];
}

function said(description: Text | undefined, marks: readonly Mark[], more = ""): string {
  return plainWords([description?.markdown ?? "", ...marks.flatMap(({ texts }) => texts), more].join(" "));
}

/** A text of Markdown as words: links by their words, no signs of emphasis and code. */
function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\\(?=[^\w\s])|[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
