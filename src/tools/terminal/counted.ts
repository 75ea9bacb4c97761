// Counts things in words.

/** How many of a thing: `1 operation`, `3 operations`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
