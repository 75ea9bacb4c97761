// Counts things in words.

/** How many of a thing: `1 operation`, `3 operations`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
