// Assumptions: choices of the contract where the service is silent, and what each leaves open.

/** The words for a departure of a server that is only a difference. `openapi/README.md` says what each means. */
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

/** Another behaviour of a server, in a form that a program can apply. Each departs in one word of `leaves_open`; see `openapi/README.md`. */
export type Alternative =
  | { readonly status: number }
  | { readonly name: string }
  | { readonly names: Readonly<Record<string, string>> }
  | { readonly under: string }
  | { readonly inside: string }
  | { readonly list: true }
  | { readonly entries: number }
  | { readonly left_out: true }
  | { readonly null: true }
  | { readonly spelled: Readonly<Record<string, string>> }
  | { readonly required: true }
  | { readonly taken: "nearest" }
  | { readonly ignored: true };

/** `x-assumption`: the first three are words for people, and only `leaves_open` decides verdicts. */
export interface Assumption {
  /** Its name in the register; only in a bundle. */
  readonly key?: string;
  /** On the few that decide how a consumer codes: they stand first. */
  readonly weight?: "decides";
  readonly chose: string;
  readonly because: string;
  readonly could_be: string;
  readonly leaves_open: readonly OpenWord[];
  /** Some of what it could be, by names such as `201`. */
  readonly alternatives?: Readonly<Record<string, Alternative>>;
}

/** The mark as it stands in the bundle: one assumption, or several. */
export type Assumed = Assumption | readonly Assumption[];

/** The assumptions of a mark; none without one. */
export function listAssumptions(mark: Assumed | undefined): readonly Assumption[] {
  return mark === undefined ? [] : [mark].flat();
}

/** An assumption as a sentence. */
export function writeSentence({ chose, because, could_be }: Assumption): string {
  return `${chose}, because ${because}; it could be ${could_be}.`;
}

/**
 * Finds the assumption that excuses a departure: a server that departs only in what `leaves_open` names differs, it does not violate.
 *
 * @returns The assumption as a sentence, when it leaves one of these open; undefined when it does not, or when there is none.
 */
export function excuse(mark: Assumed | undefined, ...words: readonly OpenWord[]): string | undefined {
  const assumption = listAssumptions(mark).find(({ leaves_open }) => words.some((word) => leaves_open.includes(word)));
  return assumption && writeSentence(assumption);
}
