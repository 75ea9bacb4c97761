// The index of the search: made when the site is built, read and asked in the reader's browser.
import MiniSearch, { type Options, type Query, type SearchResult } from "minisearch";

/** The kind of a result. */
export type Kind = "operation" | "event" | "schema" | "field" | "value" | "guide" | "sandbox";

/** A result as a reader sees it. */
export interface Found {
  readonly kind: Kind;
  readonly name: string;
  /** Where it is: the schema of a field, the path of an operation. */
  readonly where: string;
  /** A path from the site's root, with its anchor. */
  readonly url: string;
  /** The method of an operation. */
  readonly method?: string | undefined;
}

/** A thing that can be found. */
export interface SearchEntry extends Found {
  /** Names that mean exactly this thing: an operationId, a path, a field's name. */
  readonly ids: readonly string[];
  /** Names that it carries with others, such as `x-not-shown`. */
  readonly marks: readonly string[];
  /** Its description, in plain words. */
  readonly text: string;
}

/** An answer: the first of what was found, and how much that is in all. */
export interface Answer {
  readonly found: readonly Found[];
  readonly total: number;
}

/** An index that can be asked. */
export type SearchIndex = MiniSearch<SearchEntry>;

/** Fields that hold whole names; the others hold words. */
const wholeFields = ["ids", "marks"];
const wordFields = ["name", "where", "text"];

const shown = ["kind", "name", "where", "url", "method"] as const;

/** The order of results that fit equally well: operations and events, then guides, schemas, and parts of these. */
const order: Readonly<Record<Kind, number>> = {
  operation: 6,
  event: 5,
  guide: 4,
  schema: 3,
  field: 2,
  value: 1,
  sandbox: 0,
};

/** Words that are ignored in a query. */
const fillers = new Set(
  "a an and are as at be because by can could do does for from has how i in is it its leaves may my of on or so than that the they this to what where which with".split(
    " ",
  ),
);

const options: Options<SearchEntry> = {
  fields: [...wholeFields, ...wordFields],
  storeFields: [...shown],
  idField: "id",
  extractField: (entry, field) => {
    const value: unknown = Reflect.get(entry, field);
    return Array.isArray(value) ? value.join(" ") : value;
  },
  tokenize(text, field) {
    if (field !== undefined && wholeFields.includes(field)) return splitWholes(text);
    // No query asks for a filler in a text
    return field === "text" ? splitWords(text).filter((word) => !fillers.has(word)) : splitWords(text);
  },
  processTerm: (term) => term,
  searchOptions: {
    tokenize: (text) => [text],
    processTerm: (term) => term,
    boost: { ids: 4, name: 3, marks: 2, where: 1.5, text: 0.5 },
    // Of what fits in its text only, a thing of its own comes before a part
    boostDocument: (_, __, stored) => 1 + order[stored?.["kind"] as Kind],
    weights: { prefix: 0.5, fuzzy: 0.3 },
  },
};

/** Makes the index, and writes it as text. */
export function writeIndex(entries: readonly SearchEntry[]): string {
  const index = new MiniSearch<SearchEntry>(options);
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return JSON.stringify(index);
}

/** Reads an index that `writeIndex` wrote. */
export function readIndex(text: string): SearchIndex {
  return MiniSearch.loadJSON<SearchEntry>(text, options);
}

/**
 * Asks the index. What is called exactly like the query comes first, then what fits best.
 * A word may be begun only; where nothing fits, words that are written alike count too, then things that fit in part.
 *
 * @param most How many to return.
 */
export function find(index: SearchIndex, query: string, most: number): Answer {
  const all = splitWholes(query.replace(/\bhttps?:\/\/[^/\s]+/gi, ""));
  const significant = all.filter((piece) => !fillers.has(piece));
  const pieces = significant.length > 0 ? significant : all;
  if (pieces.length === 0) return { found: [], total: 0 };
  const ways = [
    { combineWith: "AND", alike: false },
    { combineWith: "AND", alike: true },
    { combineWith: "OR", alike: true },
  ] as const;
  for (const { combineWith, alike } of ways) {
    const results = index.search({ combineWith, queries: pieces.map((piece) => makeQuery(piece, alike)) });
    if (results.length === 0) continue;
    const ranked = results.map((result) => ({ result, score: rateResult(result, pieces, alike) }));
    ranked.sort((a, b) => b.score - a.score);
    return { found: ranked.slice(0, most).map(({ result }) => toFound(result)), total: results.length };
  }
  return { found: [], total: 0 };
}

/** One piece of the query fits as a name, or all its words do. */
function makeQuery(piece: string, alike: boolean): Query {
  const fuzzy = alike && ((term: string) => (term.length > 4 ? 2 : term.length > 3 ? 1 : false));
  const words = splitWords(piece);
  // One or two letters begin a word of nearly every text
  const fields = piece.length < 3 ? ["name"] : wordFields;
  return {
    combineWith: "OR",
    queries: [
      { queries: [piece], fields: wholeFields, prefix: true, fuzzy },
      ...(words.length === 0 ? [] : [{ combineWith: "AND" as const, queries: words, fields, prefix: true, fuzzy }]),
    ],
  };
}

/** More than any score of the texts. */
const tier = 1e6;

/** The score of a thing: what is called like the query comes first, then an operation that has its words in the name. */
function rateResult(
  { match, terms, name, where, method, kind: found, url, score }: SearchResult,
  pieces: readonly string[],
  alike: boolean,
): number {
  const kind = found as Kind;
  const title = String(name).toLowerCase();
  const ids = Object.keys(match).filter((term) => match[term]?.includes("ids"));
  const names = [title, title.replace(/s$/, ""), ...ids];
  const isCalledSo =
    names.includes(pieces.join(" ")) ||
    pieces.every((piece) => names.includes(piece) || piece === String(method).toLowerCase());
  // Of an operation, that is its id and path
  const words = splitWords(method === undefined ? name : `${name} ${where}`);
  const subject = title.replace(/^\w+ (?:(?:an?|the) )?/, "");
  const hasWords = pieces.every((piece) =>
    words.some((word) => word === piece || word === `${piece}s` || (alike && terms.includes(word))),
  );
  const isPart = kind === "field" || kind === "value" || String(url).includes("#");
  const rank = order[kind] / 10;
  // The field of a schema comes before a parameter
  const own = String(url).startsWith("schemas/") ? 0.05 : 0;
  if (isCalledSo) return score + tier * ((isPart ? 2 : 4) + rank + own);
  if (hasWords && (kind === "operation" || kind === "event")) {
    return score + tier * (3 + rank + (subject.startsWith(pieces.join(" ")) ? 0.05 : 0));
  }
  if (hasWords) return score + tier * ((isPart ? 0 : 1) + rank);
  return score;
}

function toFound(result: SearchResult): Found {
  const { kind, name, where, url, method } = result as unknown as Found;
  return { kind, name, where, url, method };
}

/** Names as they are, without what surrounds them where they are copied from: quotes, a comma, a last slash. */
function splitWholes(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((piece) => piece.replace(/^["'`]+|["'`,:;]+$/g, "").replace(/(?<=.)\/$/, ""))
    .filter((piece) => piece !== "");
}

/** The words of a text, also those inside names: `createUser` and `user_id` are two each. */
function splitWords(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
