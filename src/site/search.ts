// Collects what the search can find, and writes it as the script that a page loads when it is first searched.
import { type Kind, type SearchEntry, writeIndex } from "./assets/search-engine.ts";
import { anyKey, type Mark } from "./fields.ts";
import type { Block, Page } from "./page.ts";
import { nameField, type PagePlace } from "./places.ts";
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

/**
 * Writes the script that carries the index, as one string: a browser reads that faster than an object.
 *
 * @param places The places of the contract, each where it belongs.
 */
export function writeSearchIndex(
  reference: Reference,
  control: Reference,
  pages: readonly Page[],
  places: readonly PagePlace[],
): string {
  const { operations, events, schemas, tags, credentials } = reference;
  const guides = pages.filter(({ area, url }) => area === "guides" || url === controlUrl);
  const index = writeIndex([
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
    ...listGuideEntries(guides),
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
  ]);
  return `searchIndex='${index.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}';\n`;
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
function listPlaceEntries(place: PagePlace, schemas: readonly SchemaReference[]): SearchEntry[] {
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

/** The guides and their headings, each with what is below. A name of the packages belongs to the first that explains it. */
function listGuideEntries(guides: readonly Page[]): SearchEntry[] {
  const imported = new Set(guides.flatMap(({ blocks }) => blocks.flatMap(findImports)));
  const named = new Set<string>();
  // These guides explain most
  const first = [guideUrl("test-with-the-sandbox"), guideUrl("client")];
  const ordered = [...guides].sort((a, b) => first.indexOf(b.url) - first.indexOf(a.url));
  return ordered.flatMap(({ url, title, summary, blocks }) => {
    const parts = [{ name: title, where: "", place: url, text: summary, blocks: [] as Block[] }];
    for (const block of blocks) {
      if (block.kind === "heading") {
        const place = `${url}#${block.id}`;
        parts.push({ name: stripMarkdown(block.text), where: title, place, text: "", blocks: [] });
      } else parts.at(-1)?.blocks.push(block);
    }
    const entries = parts.map(({ name, where, place, text, blocks }) => ({
      ...makeEntry("guide", name, where, place),
      ids: [...(aliases[place] ?? [])],
      text: [text, ...blocks.map((block) => (block.kind === "prose" ? stripMarkdown(block.text) : ""))].join(" "),
    }));
    // Prose explains a name, code only uses it
    for (const find of [(block: Block) => findNames(block, imported), findImports]) {
      for (const [index, entry] of entries.entries()) {
        const names = parts[index]?.blocks.flatMap(find).filter((name) => !named.has(name)) ?? [];
        if (url !== guideUrl("changelog")) for (const name of names) entry.ids.push(name) && named.add(name);
      }
    }
    return entries;
  });
}

/** The names of code in prose: those that somebody imports, and those that only code can be. */
function findNames(block: Block, imported: ReadonlySet<string>): string[] {
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
