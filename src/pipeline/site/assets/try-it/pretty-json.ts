// Lays out JSON for reading without reading it: numbers of any size, and keys that come twice, stay as they were sent.

/** Lays out a text that is JSON. */
export function prettyJson(text: string): string {
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  return text.replaceAll(
    /"(?:[^"\\]|\\.)*"|([{[])\s*([}\]])|([{[])|([}\]])|(,)|(:)|\s+/g,
    (token, empty: string, end: string, opens: string, closes: string, comma: string, colon: string) => {
      if (empty) return empty + end;
      if (opens) {
        depth++;
        return opens + line();
      }
      if (closes) {
        depth--;
        return line() + closes;
      }
      if (comma) return comma + line();
      if (colon) return ": ";
      return token.trim();
    },
  );
}
