// Reads the stylesheet that all our pages begin with.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The rules of colours, type, frame, lists and tables; what only some pages have comes after them. */
export function lookStyle(): Promise<string> {
  return readFile(join(import.meta.dirname, "look.css"), "utf8");
}
