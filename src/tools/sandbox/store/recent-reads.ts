// A cache of what was read of a collection: a repeated read costs no statement and no parsing.

/** How many answers are kept of one collection. */
const mostAnswers = 256;

/** A longer list is not cached, so that the cache stays small. */
const longestList = 16;

/** The cached results of one collection. They are frozen, since they are returned more than once. */
export class RecentReads {
  #answers = new Map<string, Promise<unknown>>();

  /** The cached result of a query, or else the result that is read now. */
  answer<T>(question: string, read: () => T): Promise<T> {
    const known = this.#answers.get(question) as Promise<T> | undefined;
    return known ?? this.#read(question, read);
  }

  async #read<T>(question: string, read: () => T): Promise<T> {
    const answer = read();
    if (answer === undefined || (Array.isArray(answer) && answer.length > longestList)) return answer;
    freeze(answer);
    if (this.#answers.size >= mostAnswers) this.#answers.clear();
    this.#answers.set(question, Promise.resolve(answer));
    return answer;
  }

  /** Something of the collection was changed, or a change was undone. */
  forget(): void {
    if (this.#answers.size > 0) this.#answers.clear();
  }
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}
