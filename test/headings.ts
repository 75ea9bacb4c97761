// The headings of a Markdown file, to which links and messages lead.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectDirectory } from "../src/shared/contract/index.ts";

/** The anchors that viewers of repositories give to the headings of a file. */
export async function headingsOf(file: string): Promise<readonly string[]> {
  const prose = (await readFile(join(projectDirectory, file), "utf8")).replaceAll(/^```.*?^```$/gms, "");
  return Array.from(prose.matchAll(/^#+ (.+)$/gm), ([, words = ""]) =>
    words
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(/\s/g, "-"),
  );
}
