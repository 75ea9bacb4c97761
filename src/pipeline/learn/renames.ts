// Finds which unknown name belongs to which missing field, where several are renamed at once.

/** A documented field that is missing. */
interface Missing {
  readonly name: string;
  readonly isRequired: boolean;
}

/** An optional field may be missing for other reasons: only a name like its own is taken for its new one. */
const likeEnough = 0.35;
const mostMatched = 6;

/**
 * The new name of each missing field, by its documented one: as many as fit, and of those the ones most alike.
 * `fits` says `alone` where nothing but this name can be the new one, however little it is like the old one.
 * Where names are as good as each other, no name is given.
 */
export function namesMatched<One extends Missing>(
  missing: readonly One[],
  names: readonly string[],
  fits: (one: One, name: string) => "alone" | "among others" | undefined,
): ReadonlyMap<string, string> {
  const options = missing.map((one) => ({
    one,
    names: names
      .filter((name) => {
        const fit = fits(one, name);
        if (fit === undefined) return false;
        return fit === "alone" || one.isRequired || likeness(one.name, name) >= likeEnough;
      })
      .sort((a, b) => likeness(one.name, b) - likeness(one.name, a))
      .slice(0, mostMatched),
  }));
  const open = options.filter((option) => option.names.length > 0).slice(0, mostMatched);
  let best: { score: number; names: Map<string, string>; isAlone: boolean } = {
    score: -1,
    names: new Map(),
    isAlone: true,
  };
  const visit = (index: number, taken: Map<string, string>, score: number): void => {
    const option = open[index];
    if (option === undefined) {
      if (score > best.score) best = { score, names: new Map(taken), isAlone: true };
      else if (score === best.score) best.isAlone = false;
      return;
    }
    for (const name of option.names) {
      if ([...taken.values()].includes(name)) continue;
      visit(index + 1, new Map([...taken, [option.one.name, name]]), score + 1 + likeness(option.one.name, name));
    }
    visit(index + 1, taken, score);
  };
  visit(0, new Map(), 0);
  return best.isAlone ? best.names : new Map();
}

/** How alike two names are, from 0 to 1: by the pairs of letters that they share. */
function likeness(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const rest = [...b];
  let shared = 0;
  for (const pair of a) {
    const at = rest.indexOf(pair);
    if (at === -1) continue;
    rest.splice(at, 1);
    shared++;
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length);
}

function pairsOf(name: string): string[] {
  const letters = name.toLowerCase();
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
}
