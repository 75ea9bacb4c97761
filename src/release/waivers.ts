// Empties the file of acknowledged breaks, once a release has told them.
import { parseDocument } from "yaml";

/** Where breaks are acknowledged, in the repository. */
export const waiversFile = "openapi/waivers.yaml";

/** The text without its entries; the comment at its top stays. The same text when there are none. */
export function withoutWaivers(text: string): string {
  const entries: unknown = parseDocument(text).toJS();
  if (!Array.isArray(entries) || entries.length === 0) return text;
  const top = /^(?:#.*\n|\s*\n)*/.exec(text)?.[0].trimEnd() ?? "";
  return `${top === "" ? "" : `${top}\n`}[]\n`;
}
