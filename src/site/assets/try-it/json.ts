// Lays out JSON for reading without reading it: numbers of any size, and keys that come twice, stay as they were sent.

/** A piece of the text, with what it is where that has a colour. */
export interface JsonPiece {
  readonly text: string;
  readonly kind?: "attr" | "string" | "number" | "literal" | undefined;
}

/** Lays out a text that is JSON. */
export function layOutJson(json: string): JsonPiece[] {
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  const tokens = json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|([{[])\s*([}\]])|[{[]|[}\]]|,|[^\s{}[\],:"]+/g);
  return Array.from(tokens, ([token, string, colon, open, close]): JsonPiece[] => {
    if (string !== undefined) {
      return colon === undefined
        ? [{ text: string, kind: "string" }]
        : [{ text: string, kind: "attr" }, { text: ": " }];
    }
    if (open !== undefined) return [{ text: `${open}${close}` }];
    if (/^[{[]$/.test(token)) {
      depth++;
      return [{ text: token + line() }];
    }
    if (/^[}\]]$/.test(token)) {
      depth--;
      return [{ text: line() + token }];
    }
    if (token === ",") return [{ text: `,${line()}` }];
    return [{ text: token, kind: /^[-\d]/.test(token) ? "number" : "literal" }];
  }).flat();
}
