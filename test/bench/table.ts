// Prints figures beside that of a named peer.

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/**
 * Prints the median of each row, and how many times that of the peer it is.
 *
 * @param rows What was measured in each round, by name.
 * @param peer The name of the row that the others are compared with.
 */
export function printTable(
  title: string,
  rows: ReadonlyMap<string, readonly number[]>,
  peer: string,
  unit: string,
): void {
  const base = median(rows.get(peer) ?? []);
  process.stdout.write(`\n${title}\n`);
  for (const [name, values] of rows) {
    const figure = median(values);
    const shown = figure.toLocaleString("en", { maximumFractionDigits: figure < 100 ? 2 : 0 });
    process.stdout.write(`  ${name.padEnd(28)} ${shown.padStart(9)} ${unit}  ${(figure / base).toFixed(2)}x\n`);
  }
}
