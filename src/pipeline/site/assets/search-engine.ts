// The index of the search: made when the site is built, read and asked in the reader's browser.
import MiniSearch, { type Options, type Query, type SearchResult } from "minisearch";

/** What a found thing is. */
export type Kind = "operation" | "event" | "schema" | "field" | "value" | "guide" | "sandbox";

/** What a reader is shown of a thing that was found. */
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
  /** What is said about it, in plain words. */
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

/** A thing of its own comes before what is part of one, where both fit as well. */
const weights: Readonly<Record<Kind, number>> = {
  operation: 4,
  event: 2,
  guide: 1.5,
  schema: 1.2,
  value: 1,
  field: 1,
  sandbox: 1,
};

/** More than any score: what is called like the query comes first, and a thing of its own before a part of one. */
const sameName = 1e6;
const ranks: Readonly<Record<Kind, number>> = {
  operation: 6,
  guide: 6,
  event: 5,
  schema: 5,
  sandbox: 5,
  field: 1,
  value: 1,
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
    if (field !== undefined && wholeFields.includes(field)) return wholesOf(text);
    // No query asks for a filler in a text
    return field === "text" ? wordsOf(text).filter((word) => !fillers.has(word)) : wordsOf(text);
  },
  processTerm: (term) => term,
  searchOptions: {
    tokenize: (text) => [text],
    processTerm: (term) => term,
    boost: { ids: 4, name: 3, marks: 2, where: 1.5, text: 0.5 },
    boostDocument: (_, __, stored) => weights[stored?.["kind"] as Kind],
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
  const all = wholesOf(query.replace(/\bhttps?:\/\/[^/\s]+/gi, ""));
  const significant = all.filter((piece) => !fillers.has(piece));
  const pieces = significant.length > 0 ? significant : all;
  if (pieces.length === 0) return { found: [], total: 0 };
  const ways: Query[] = [
    { combineWith: "AND", queries: pieces.map((piece) => pieceQuery(piece, false)) },
    { combineWith: "AND", queries: pieces.map((piece) => pieceQuery(piece, true)) },
    { combineWith: "OR", queries: pieces.map((piece) => pieceQuery(piece, true)) },
  ];
  for (const way of ways) {
    const results = index.search(way);
    if (results.length === 0) continue;
    const ranked = results.map((result) => ({ result, score: scoreOf(result, pieces) }));
    ranked.sort((a, b) => b.score - a.score);
    return { found: ranked.slice(0, most).map(({ result }) => foundOf(result)), total: results.length };
  }
  return { found: [], total: 0 };
}

/** One piece of the query fits as a name, or all its words do. */
function pieceQuery(piece: string, alike: boolean): Query {
  const fuzzy = alike && ((term: string) => (term.length > 7 ? 2 : term.length > 3 ? 1 : false));
  const words = wordsOf(piece);
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

/** The score of a thing: more when it is called like the query, or when its name begins so. */
function scoreOf({ match, name, method, kind, url, score }: SearchResult, pieces: readonly string[]): number {
  const title = String(name).toLowerCase();
  const names = [title, ...Object.keys(match).filter((term) => match[term]?.includes("ids"))];
  const whole = pieces.join(" ");
  // `error` finds the guide `Errors` before a schema or a field that begins so
  if (kind === "guide") names.push(title.replace(/s$/, ""));
  const isSame = pieces.every((piece) => names.includes(piece) || piece === String(method).toLowerCase());
  const rank = ranks[kind as Kind];
  // A page comes before a heading of the same name, and the field of a schema before a parameter
  const place = String(url).includes("#") ? (String(url).startsWith("schemas/") ? 0.25 : 0) : 0.5;
  if (isSame || names.includes(whole)) return sameName * (rank + place) + score;
  // `labs` finds `List labs`, and `sleep` `List sleep summaries`, before a field of that name
  const subject = method === undefined ? "" : title.replace(/^\w+ (?:(?:an?|the) )?/, "");
  if ([whole, `${whole}s`].some((words) => `${subject} `.startsWith(`${words} `))) return sameName * (rank - 3) + score;
  return names.some((one) => one.startsWith(whole)) ? score * 1.5 : score;
}

function foundOf(result: SearchResult): Found {
  const { kind, name, where, url, method } = result as unknown as Found;
  return { kind, name, where, url, method };
}

/** Names as they are, without what surrounds them where they are copied from: quotes, a comma, a last slash. */
function wholesOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((piece) => piece.replace(/^["'`]+|["'`,:;]+$/g, "").replace(/(?<=.)\/$/, ""))
    .filter((piece) => piece !== "");
}

/** The words of a text, also those inside names: `createUser` and `user_id` are two each. */
function wordsOf(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
