// Counts the lines and columns of a text.

/** A line and a column, each counted from 1. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** The lines of a text. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) this.#starts.push(end + 1);
  }

  /** Where the character at an offset stands. */
  at(offset: number): LineColumn {
    let [first, last] = [0, this.#starts.length - 1];
    while (first < last) {
      const middle = Math.ceil((first + last) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) first = middle;
      else last = middle - 1;
    }
    return { line: first + 1, column: offset - (this.#starts[first] ?? 0) + 1 };
  }
}
