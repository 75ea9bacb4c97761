// What the contract had to choose where the service is silent, and what it leaves open by that.

/** What a server may do differently and still only differ. `openapi/README.md` says what each word means. */
export const openWords = [
  "status",
  "body",
  "path",
  "presence",
  "place",
  "name",
  "fields",
  "type",
  "format",
  "values",
  "refusal",
  "count",
  "encoding",
  "meaning",
  "stability",
] as const;

export type OpenWord = (typeof openWords)[number];

/** What recordings of the service rest on: exchanges and events, the different users that they are about, and the day of the latest. */
export interface Evidence {
  readonly exchanges: number;
  readonly users: number;
  /** Such as `2026-11-22`. */
  readonly date: string;
}

/** `x-assumption`: the first three are words for people, and only `leaves_open` decides verdicts. */
export interface Assumption {
  readonly chose: string;
  readonly because: string;
  readonly could_be: string;
  readonly leaves_open: readonly OpenWord[];
  /** What recordings of the service showed, by the word that was left open until then. */
  readonly confirmed?: Readonly<Partial<Record<OpenWord, Evidence>>>;
}

/** An assumption as a sentence. */
export function sentenceOf({ chose, because, could_be }: Assumption): string {
  return `${chose}, because ${because}; it could be ${could_be}.`;
}
