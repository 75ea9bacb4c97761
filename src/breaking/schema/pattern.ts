// Compiles the patterns of a schema, and knows those that all texts match.

import type { Effect } from "../rules.ts";

const compiled = new Map<string, RegExp | undefined>();

/** The regular expression; undefined when it cannot be compiled here. */
export function compilePattern(pattern: string): RegExp | undefined {
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

/** What two patterns mean for each other where one of them, or none at all, lets every text through; else undefined. */
export function compareExpressions(before: unknown, after: unknown): Effect | "same" | undefined {
  const [was, is] = [before, after].map((pattern) => pattern === undefined || everyText.test(String(pattern)));
  if (was || is) return was && is ? "same" : is ? "wider" : "narrower";
  if (after === everyLine && ofOneLine.test(String(before))) return "wider";
  return before === everyLine && ofOneLine.test(String(after)) ? "narrower" : undefined;
}

/** `.*` matches in every text; between anchors it has to match the line breaks, too. */
const everyText = /^(\^?(\.\*)?|(\.\*)?\$|\^?\[(\\s\\S|\\S\\s|\\d\\D|\\w\\W)\]\*\$?)$/;

const everyLine = "^.*$";

/** A pattern between anchors that no line break matches: only printable ASCII, without alternatives and negations. */
const ofOneLine = /^\^([ -[\]_-{}~]|\\[dw!-/:-@[-`{-~])*\$$/;
