// Random numbers that a seed repeats: mulberry32, 32 bits of state, which is plenty to choose calls with.

/**
 * Makes a generator of numbers from 0 up to, not including, 1. The same seed gives the same numbers.
 *
 * @param given So many numbers were given before: it continues behind them.
 */
export function seededRandom(seed: number, given = 0): () => number {
  let state = (seed + Math.imul(given, 0x6d2b79f5)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
