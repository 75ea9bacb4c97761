// The places that a message of lint may lead to.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectDirectory } from "../../src/shared/contract/index.ts";

/** The anchors of a Markdown file's headings, as GitHub makes them. */
export async function headingsOf(file: string): Promise<ReadonlySet<string>> {
  const headings = (await readFile(join(projectDirectory, file), "utf8")).matchAll(/^#+ (.+)$/gm);
  const anchors = Array.from(headings, ([, heading = ""]) => heading.toLowerCase().replaceAll(" ", "-"));
  return new Set(anchors.map((anchor) => anchor.replace(/[^\w-]/g, "")));
}
