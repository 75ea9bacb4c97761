// What the tests of the shown calls share: the code of the site's pages, a mock to call, and a folder with the file of the uploads.
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mock } from "../../../src/pipeline/mock/index.ts";
import { serveBundle } from "../mock/serve-bundle.ts";
import { sharedSite } from "./built.ts";

/** A piece of code of a page. */
export interface Snippet {
  readonly page: string;
  readonly text: string;
}

/** A mock, and a folder to run code in. */
export interface SnippetRun {
  readonly mock: Mock;
  readonly directory: string;
  /** The code of every page in a language, read out of the Markdown twins, where nothing is escaped. */
  snippets(language: "sh" | "ts" | "python" | "go" | "java"): Snippet[];
  close(): Promise<void>;
}

/** Starts a mock for the calls that the pages show. */
export async function startSnippetRun(): Promise<SnippetRun> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "snippets-")));
  await writeFile(join(directory, "report.pdf"), "%PDF-1.7\n");
  const [site, mock] = await Promise.all([sharedSite(), serveBundle()]);
  return {
    mock,
    directory,
    snippets: (language) =>
      [...site.files]
        .filter(([page]) => page.endsWith(".md"))
        .flatMap(([page, text]) =>
          Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm")), ([, code = ""]) => ({
            page,
            text: code,
          })),
        ),
    async close() {
      await mock.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
