// The index of the search: made when the site is built, read and asked in the reader's browser.
import MiniSearch, { type Options, type Query, type SearchResult } from "minisearch";

/** The kind of a result. */
export type Kind = "operation" | "event" | "schema" | "field" | "value" | "guide" | "sandbox";

/** A result as a reader sees it. */
export interface SearchHit {
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
export interface SearchEntry extends SearchHit {
  /** Names that mean exactly this thing, with spaces between them: an operationId, a path, a field's name. */
  readonly ids: string;
  /** Its description, in plain words. */
  readonly text: string;
}

/** The best hits, and how many there are in all. */
export interface SearchResults {
  readonly hits: readonly SearchHit[];
  readonly total: number;
}

/** An index that can be asked. */
export type SearchIndex = MiniSearch<SearchEntry>;

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
  fields: ["ids", "name", "where", "text"],
  storeFields: ["kind", "name", "where", "url", "method"],
  // No query asks for a filler
  tokenize: (text, field) =>
    field === "ids"
      ? [...splitNames(text), ...text.split(/\s+/).flatMap(joinEnds)]
      : splitWords(text).filter((word) => !fillers.has(word)),
  processTerm: (term) => term,
  searchOptions: {
    tokenize: (text) => [text],
    boost: { ids: 4, name: 3, where: 1.5, text: 0.5 },
    // Of what fits in its text only, a thing of its own comes before a part
    boostDocument: (_, __, stored) =>
      2 ** order[stored?.["kind"] as Kind] / (String(stored?.["url"]).includes("#") ? 4 : 1),
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
 * Asks the index. A word may be begun only, and most of the words must fit; where nothing does, words that are written
 * alike count too, then things that fit in part.
 *
 * @param most How many to return.
 */
export function search(index: SearchIndex, query: string, most: number): SearchResults {
  const all = splitNames(query.replace(/\bhttps?:\/\/[^/\s]+|\?\S*/gi, ""));
  const significant = all.filter((name) => !fillers.has(name));
  const names = significant.length > 0 ? significant : all;
  // It fits as a whole, or all its words do
  const queries = names.map(
    (name): Query => ({ combineWith: "OR", queries: [name, { combineWith: "AND", queries: splitWords(name) }] }),
  );
  const fuzzy = (term: string) => (term.length > 4 ? 2 : term.length > 3 ? 1 : false);
  const path = names.find((name) => name.startsWith("/")) ?? "";
  // One that was copied has values in the place of parameters: only its operation can tell
  const isAt = ({ where }: SearchResult) =>
    where.startsWith("/") &&
    new RegExp(`^${where.replace(/\/? .*/, "").replaceAll(/\{[^}]+\}/g, "[^/]+")}$`, "i").test(path);
  const hasMost = ({ queryTerms }: SearchResult) => new Set(queryTerms).size > names.length / 2;
  for (const [query, filter] of [
    [{ queries, prefix: true }, hasMost],
    [MiniSearch.wildcard, isAt],
    [{ queries, prefix: true, fuzzy }, () => true],
  ] as const) {
    const ranked = index
      .search(query, { filter })
      .map((result) => ({ result, rank: rankResult(result, names) }))
      .sort((a, b) => b.rank - a.rank);
    const hits = ranked.slice(0, most).map(({ result }) => result as unknown as SearchHit);
    if (hits.length > 0) return { hits, total: ranked.length };
  }
  return { hits: [], total: 0 };
}

/**
 * The rank of a thing: one that is called like the query comes first, then one that has its words, then one that has some,
 * and a thing of its own before a part of one. Among equals the shorter name comes first, then the text decides.
 */
function rankResult({ match, score, ...stored }: SearchResult, pieces: readonly string[]): number {
  const { kind, name, where, url } = stored as unknown as SearchHit;
  const query = toPhrase(pieces.join(" "));
  const ids = Object.keys(match).filter((term) => match[term]?.includes("ids"));
  const isCalledSo = [name, ...ids].some((one) => [query, `${query}s`].includes(toPhrase(one)));
  const isPart = kind === "value" || url.includes("#");
  const words = isPart ? splitWords(name) : [...splitWords(`${name} ${where}`), ...where.split(" ", 1)];
  // A path counts as a whole, too
  const found = pieces.filter((piece) => words.includes(piece) || words.includes(`${piece}s`));
  if (!isCalledSo && found.length === 0) return score;
  const fit = isCalledSo ? 40 : found.length === pieces.length ? 20 : 0;
  const own = fit > 0 ? 30 : 10;
  // The field of a schema comes before a parameter
  const rank =
    fit + (isPart ? 0 : own) + order[kind] + (url.startsWith("schemas/") ? 0.5 : 0) + found.length / words.length / 2;
  // More than any score of the texts
  return score + 1e6 * rank;
}

/** The words of a name that count. */
function toPhrase(name: string): string {
  return splitWords(name)
    .filter((word) => !fillers.has(word))
    .join(" ");
}

/** Names as they are, without what surrounds them where they are copied from: quotes, a comma, a last slash. */
function splitNames(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .map((name) => name.replace(/^["'`(]+|["'`),.:;]+$/g, "").replace(/(?<=.)\/$/, ""))
    .filter((name) => name !== "");
}

/** The ends of a name as one word: people ask for `time_zone` as `timezone`, and so for the end of `fallback_time_zone`. */
function joinEnds(name: string): string[] {
  const words = splitWords(name);
  return words.slice(1).map((_, at) => words.slice(at).join(""));
}

/** The words of a text, also those inside names: `createUser` and `user_id` are two each. */
function splitWords(text: string): string[] {
  return text
    .replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}
