// Collects what the search can find, and writes it as the script that a page loads when it is first searched.
import { type Kind, type SearchEntry, writeIndex } from "./assets/search-engine.ts";
import { anyKey, type Mark } from "./fields.ts";
import type { Block, Page } from "./page.ts";
import { nameField, type Place } from "./places.ts";
import type { OperationReference, Reference, SchemaReference } from "./reference.ts";
import { stripMarkdown, toAnchor } from "./text.ts";
import { controlUrl, guideUrl } from "./urls.ts";

/** The script's name. It is a script, since a page that is opened from disk may not read data. */
export const searchIndexFile = "search-index.js";

/** What readers call a guide, or a part of one, that does not say so itself. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  "guides/known-gaps.html": ["x-assumption", "x-not-shown"],
  "guides/sandbox-choices.html": ["x-choices"],
  "guides/open-enums.html": ["x-extensible-enum"],
  "guides/errors.html": ["error", "code", "codes", "status"],
  "guides/receive-events-safely.html": ["webhook", "webhooks", "event", "events", "signing", "signature", "secret"],
  "guides/quickstart.html#install-the-packages": ["install", "npm", "package", "node", "20", "22", "24"],
};

/** What the index is made from. */
export interface SearchSources {
  readonly reference: Reference;
  readonly control: Reference;
  readonly pages: readonly Page[];
  /** The places of the contract, each where it belongs. */
  readonly places: readonly Place[];
}

/** Writes the script that carries the index, as one string: a browser reads that faster than an object. */
export function writeSearchIndex(sources: SearchSources): string {
  const index = writeIndex(listEntries(sources));
  return `searchIndex='${index.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}';\n`;
}

/** Everything that can be found. */
function listEntries({ reference, control, pages, places }: SearchSources): SearchEntry[] {
  const { operations, events, schemas, tags, credentials } = reference;
  const guides = pages.filter(({ area, url }) => area === "guides" || url === controlUrl);
  return [
    ...operations.map((operation) => makeOperation("operation", operation)),
    ...events.map(({ name, url, title, tag, description, marks }) => ({
      ...makeEntry("event", name, title, url),
      ids: [name],
      marks: listExtensions(marks),
      text: joinText(description, marks, `${tag} webhook`),
    })),
    ...schemas.map(({ name, url, shape, usedBy }) => ({
      ...makeEntry("schema", name, formatUsers(usedBy), url),
      ids: [name],
      marks: [...listExtensions(shape.marks), ...(shape.known?.open ? ["x-extensible-enum"] : [])],
      text: joinText(shape.description, shape.marks),
    })),
    ...places.flatMap((place) => listPlaceEntries(place, schemas)),
    ...guides.flatMap(listGuideEntries),
    ...listCodeEntries(guides, [reference, control]),
    ...credentials.map(({ name, header, description, marks }) => ({
      ...makeEntry("guide", header, `Authentication · ${name}`, `${guideUrl("authentication")}#${toAnchor(name)}`),
      ids: [header, name],
      marks: listExtensions(marks),
      text: joinText(description, marks),
    })),
    ...tags.map(({ name, url, description }) => ({
      ...makeEntry("guide", name, "Tag", url),
      text: joinText(description, []),
    })),
    ...control.operations.map((operation) => makeOperation("sandbox", operation)),
  ];
}

function makeOperation(kind: "operation" | "sandbox", operation: OperationReference): SearchEntry {
  const { id, url, method, path, title, tag, description, marks, stability } = operation;
  return {
    ...makeEntry(kind, title, `${path} · ${id}`, url),
    method,
    ids: [id, path],
    marks: [...listExtensions(marks), ...(stability === undefined ? [] : ["x-stability-level"])],
    text: joinText(description, marks, `${method} ${tag}`),
  };
}

/** A field, and each of the known values. */
function listPlaceEntries(place: Place, schemas: readonly SchemaReference[]): SearchEntry[] {
  const { page, url, field, known, marks } = place;
  const users = formatUsers(schemas.find((schema) => schema.url === page.url)?.usedBy ?? []);
  const owner = users === "" ? page.title : `${page.title}, ${users}`;
  const names = field === undefined ? [] : nameField(field).split(".");
  const formatWhere = (parents: readonly string[]) =>
    parents.length === 0 ? owner : `${parents.join(" › ")} of ${owner}`;
  const values = (known?.values ?? []).map((value) => ({
    ...makeEntry("value", String(value), formatWhere(names), url),
    ids: [String(value)],
  }));
  if (field === undefined || field.name === anyKey) return values;
  return [
    {
      ...makeEntry("field", field.name, formatWhere(names.slice(0, -1)), url),
      ids: [field.name],
      marks: listExtensions(marks),
      text: joinText(field.description, marks),
    },
    ...values,
  ];
}

/** A guide, and each of its headings with what is below. */
function listGuideEntries({ url, title, summary, blocks }: Page): SearchEntry[] {
  const entries = [{ ...makeEntry("guide", title, "", url), ids: aliases[url] ?? [], text: summary }];
  for (const block of blocks) {
    if (block.kind === "heading") {
      const place = `${url}#${block.id}`;
      entries.push({
        ...makeEntry("guide", stripMarkdown(block.text), title, place),
        ids: aliases[place] ?? [],
        text: "",
      });
    }
    const last = entries.at(-1);
    const words = block.kind === "prose" || block.kind === "line" ? stripMarkdown(block.text) : "";
    if (last !== undefined) last.text = `${last.text} ${words}`.trim();
  }
  return entries;
}

/** What the guides import and set, such as `unwrap` and `maxRetries`: each once, at the heading that explains it. */
function listCodeEntries(guides: readonly Page[], references: readonly Reference[]): SearchEntry[] {
  const known = new Set(
    references.flatMap(({ operations, schemas }) => [
      ...operations.map(({ id }) => id),
      ...schemas.map(({ name }) => name),
    ]),
  );
  const parts = guides
    .filter(({ url }) => url !== guideUrl("changelog"))
    .flatMap(({ url, title, blocks }) => {
      let [place, where] = [url, title];
      return blocks.map((block) => {
        if (block.kind === "heading")
          [place, where] = [`${url}#${block.id}`, `${title} · ${stripMarkdown(block.text)}`];
        return { block, place, where };
      });
    });
  const imported = new Set(parts.flatMap(({ block }) => findImports(block)));
  const found = new Map<string, SearchEntry>();
  // These guides explain most; prose explains a name, code only uses it
  for (const guide of [guideUrl("client"), guideUrl("test-with-the-sandbox"), ""]) {
    for (const findNames of [(block: Block) => findNamesInProse(block, imported), findImports, findSettings]) {
      for (const { block, place, where } of parts.filter((part) => part.place.startsWith(guide))) {
        for (const name of findNames(block)) {
          if (known.has(name) || found.has(name)) continue;
          found.set(name, { ...makeEntry("guide", name, where, place), ids: [name] });
        }
      }
    }
  }
  return [...found.values()];
}

/** The names of code in prose: those that somebody imports, and those that only code can be. */
function findNamesInProse(block: Block, imported: ReadonlySet<string>): string[] {
  if (block.kind !== "prose") return [];
  const codes = Array.from(block.text.matchAll(/`([^`\n]+)`/g), ([, code = ""]) => code.match(/[A-Za-z]+/g) ?? []);
  return codes.flat().filter((name) => imported.has(name) || /[a-z][A-Z]/.test(name));
}

function findImports(block: Block): string[] {
  if (block.kind !== "code" || block.language !== "ts") return [];
  const imports = block.text.matchAll(/^import (?:type )?\{([^}]*)\} from "wearable-health-api/gm);
  return Array.from(imports, ([, names = ""]) =>
    names.split(",").map((name) => name.replace("type ", "").trim()),
  ).flat();
}

function findSettings(block: Block): string[] {
  if (block.kind !== "code" || block.language !== "ts") return [];
  return block.text.match(/\b[a-z]+(?:[A-Z][a-z]+)+(?=: )/g) ?? [];
}

function makeEntry(kind: Kind, name: string, where: string, url: string): SearchEntry {
  return { kind, name, where, url, ids: [], marks: [], text: "" };
}

/** The operations and events that carry a schema, in short. */
function formatUsers([first, ...others]: SchemaReference["usedBy"]): string {
  if (first === undefined) return "";
  return others.length === 0 ? `in ${first.title}` : `in ${first.title} and ${others.length} more`;
}

function listExtensions(marks: readonly Mark[]): string[] {
  return [...new Set(marks.map(({ kind }) => (kind === "not-shown" ? "x-not-shown" : "x-assumption")))];
}

function joinText(description: string | undefined, marks: readonly Mark[], more = ""): string {
  return stripMarkdown([description ?? "", ...marks.map(({ text }) => text), more].join(" "));
}
