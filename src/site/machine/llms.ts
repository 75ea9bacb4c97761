// Writes llms.txt, the table of contents for language models, and llms-full.txt, the whole site in one file.
import type { Page } from "../page.ts";
import { controlDocumentFile } from "../pages/indexes.ts";
import type { Reference } from "../reference.ts";
import { firstSentence, joinLines } from "../text.ts";
import { controlUrl, twinUrl } from "../urls.ts";

/** Writes `llms.txt`: every page with one sentence, as links to the Markdown twins. */
export function writeLlmsText(
  { document, operations, events, schemas }: Reference,
  control: Reference,
  pages: readonly Page[],
): string {
  const item = (words: string, url: string, text: string) => `- [${words}](${twinUrl(url)})${text && `: ${text}`}`;
  const listCalls = (all: Reference["operations"]) =>
    all.map(({ id, url, method, path, title }) => item(id, url, `${title}, \`${method} ${path}\``));
  const section = (title: string, lines: readonly string[]) => `## ${title}\n\n${lines.join("\n")}`;
  const parts = [
    `# ${document.info.title}`,
    `> ${joinLines(document.info.description ?? "")}`,
    "Whole contract: [openapi.yaml](openapi.yaml), [openapi.json](openapi.json), [openapi-3.0.json](openapi-3.0.json). Everything below in one file: [llms-full.txt](llms-full.txt).",
    section("Operations", listCalls(operations)),
    section(
      "Events",
      events.map(({ name, url, title }) => item(name, url, title)),
    ),
    section(
      "Guides",
      pages.filter(({ area }) => area === "guides").map(({ title, url, summary }) => item(title, url, summary)),
    ),
    section(
      "Schemas",
      schemas.map(({ name, url, shape }) => item(name, url, firstSentence(shape.description ?? ""))),
    ),
    section(control.document.info.title, [
      `The sandbox is a tool: the service has none of these calls. What applies to all calls: [first page](${twinUrl(controlUrl)}), [OpenAPI](${controlDocumentFile}).`,
      "",
      ...listCalls(control.operations),
    ]),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Writes `llms-full.txt`: every twin, each under its path. */
export function writeLlmsFullText(twins: ReadonlyMap<string, string>): string {
  return Array.from(twins, ([path, text]) => `<!-- ${path} -->\n\n${text}`).join("\n---\n\n");
}
