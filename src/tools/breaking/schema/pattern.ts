// Compiles the patterns of a schema.

const compiled = new Map<string, RegExp | undefined>();

/** The regular expression; undefined when it cannot be compiled here. */
export function matcherOf(pattern: string): RegExp | undefined {
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
  return compiled.get(pattern);
}

function compile(pattern: string): RegExp | undefined {
  // An invalid Unicode pattern may be valid without the `u` flag, such as `\-`
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Not with these flags
    }
  }
  return undefined;
}
