// A cache of what was read of the collections: a repeated read costs no statement and no parsing.

/** How many answers are kept of one collection. */
const mostAnswers = 256;

/** A longer list is not cached, so that the cache stays small. */
const longestList = 16;

/** The cached results of all collections. */
export class RecentReads {
  /** By world and kind. */
  readonly #collections = new Map<string, ReadsOfCollection>();

  of(world: string, kind: string): ReadsOfCollection {
    const key = `${world} ${kind}`;
    const reads = this.#collections.get(key) ?? new ReadsOfCollection();
    this.#collections.set(key, reads);
    return reads;
  }

  /** Everything of a world was changed; or of all worlds, or a change was undone. */
  forget(world?: string): void {
    for (const [key, reads] of this.#collections) {
      if (world === undefined || key.startsWith(`${world} `)) reads.forget();
    }
  }

  /** The world is gone. */
  drop(world: string): void {
    for (const key of this.#collections.keys()) if (key.startsWith(`${world} `)) this.#collections.delete(key);
  }
}

/** The cached results of one collection. They are frozen, since they are returned more than once. */
class ReadsOfCollection {
  readonly #answers = {
    all: new ReadsByText(),
    id: new ReadsByText(),
    owner: new ReadsByText(),
    name: new ReadsByText(),
  };

  /** The cached result of the query by a text, or else the result that is read now. */
  answer<T>(by: "all" | "id" | "owner" | "name", text: string, read: () => Promise<T>): Promise<T> {
    return this.#answers[by].answer(text, read);
  }

  /** Something of the collection was changed, or a change was undone. */
  forget(): void {
    const { all, id, owner, name } = this.#answers;
    all.forget();
    id.forget();
    owner.forget();
    name.forget();
  }
}

/** The cached results of one kind of query. To compose a text for each read would cost more than the rest of it. */
class ReadsByText {
  #answers = new Map<string, Promise<unknown>>();

  answer<T>(question: string, read: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(question) as Promise<T> | undefined;
    return known ?? this.#read(question, read);
  }

  async #read<T>(question: string, read: () => Promise<T>): Promise<T> {
    // What is forgotten while it is read is not kept
    const answers = this.#answers;
    const answer = await read();
    if (answer === undefined || (Array.isArray(answer) && answer.length > longestList)) return answer;
    freeze(answer);
    if (answers.size >= mostAnswers) answers.clear();
    answers.set(question, Promise.resolve(answer));
    return answer;
  }

  forget(): void {
    if (this.#answers.size > 0) this.#answers = new Map();
  }
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}
