// Writes llms.txt, the table of contents for language models, and llms-full.txt, the whole site in one file.
import type { Page } from "../page.ts";
import { controlDocumentFile } from "../pages/sandbox.ts";
import type { Reference } from "../reference.ts";
import { firstSentence } from "../text.ts";
import { controlUrl, twinUrl } from "../urls.ts";

/** Writes `llms.txt`: every page with one sentence, as links to the Markdown twins. */
export function llmsText(
  { document, operations, events, schemas }: Reference,
  control: Reference,
  pages: readonly Page[],
): string {
  const guides = pages.filter(({ area }) => area === "guides");
  const lines = [
    `# ${document.info.title}`,
    "",
    `> ${(document.info.description ?? "").replaceAll(/\s+/g, " ").trim()}`,
    "",
    "Whole contract: [openapi.yaml](openapi.yaml), [openapi.json](openapi.json), [openapi-3.0.json](openapi-3.0.json). Everything below in one file: [llms-full.txt](llms-full.txt).",
    "",
    "## Guides",
    "",
    ...guides.map(({ title, url, summary }) => `- [${title}](${twinUrl(url)}): ${summary}`),
    "",
    "## Operations",
    "",
    ...callLines(operations),
    "",
    "## Events",
    "",
    ...events.map(({ name, url, title }) => `- [${name}](${twinUrl(url)}): ${title}`),
    "",
    "## Schemas",
    "",
    ...schemas.map(({ name, url, shape }) => {
      const said = shape.description === undefined ? "" : `: ${firstSentence(shape.description.markdown)}`;
      return `- [${name}](${twinUrl(url)})${said}`;
    }),
    "",
    `## ${control.document.info.title}`,
    "",
    `The sandbox is a tool: the service has none of these calls. What applies to all calls: [first page](${twinUrl(controlUrl)}), [OpenAPI](${controlDocumentFile}).`,
    "",
    ...callLines(control.operations),
  ];
  return `${lines.join("\n")}\n`;
}

function callLines(operations: Reference["operations"]): string[] {
  return operations.map(
    ({ id, url, method, path, title }) => `- [${id}](${twinUrl(url)}): ${title}, \`${method} ${path}\``,
  );
}

/** Writes `llms-full.txt`: every twin, each under its path. */
export function llmsFullText(twins: ReadonlyMap<string, string>): string {
  return Array.from(twins, ([path, text]) => `<!-- ${path} -->\n\n${text}`).join("\n---\n\n");
}
