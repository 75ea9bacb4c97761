// Writes llms.txt, the table of contents for language models, and llms-full.txt, the whole site in one file.

import { firstSentence } from "../inline.ts";
import type { Page } from "../page.ts";
import type { Reference } from "../reference.ts";
import { controlUrl, guideUrl, isGuide, twinUrl } from "../urls.ts";

/** Writes `llms.txt`: what every call needs, then every page with one sentence, as links to the Markdown twins. */
export function writeLlmsText(
  { document, operations, events, schemas, credentials }: Reference,
  pages: readonly Page[],
): string {
  const item = (words: string, url: string, text: string) => `- [${words}](${twinUrl(url)})${text && `: ${text}`}`;
  const section = (title: string, lines: readonly string[]) => `## ${title}\n\n${lines.join("\n")}`;
  const headers = credentials.map(({ name, header, takenBy: [one] }) => {
    const servers = one?.servers.map(({ description, url }) => `${url} (${description})`);
    return `- ${name}: header \`${header}\`, at ${servers?.join(", ")}.`;
  });
  const sandbox = `[sandbox](${twinUrl(guideUrl("sandbox"))})`;
  const parts = [
    `# ${document.info.title}`,
    `> ${firstSentence(document.info.description ?? "")}`,
    section("Every call", [
      ...headers,
      `- [Errors](${twinUrl(guideUrl("errors"))}): decide by the status. The service does not show its error bodies; treat them as open objects.`,
      `- The ${sandbox} behaves as the contract says: \`npm start\` in a clone, then header \`x-service-api-key: sk_demo_team\` at http://127.0.0.1:4020. Its own calls, which the service does not have: [control plane](${twinUrl(controlUrl)}).`,
      `- Not everything is stated: each page says what is assumed and what is not shown; [known gaps](${twinUrl(guideUrl("known-gaps"))}) has all of it.`,
      "- Whole contract: [openapi.yaml](openapi.yaml), [openapi.json](openapi.json), [openapi-3.0.json](openapi-3.0.json). All pages in one file: [llms-full.txt](llms-full.txt).",
    ]),
    section(
      "Operations",
      operations.map(({ id, url, method, path, title }) => item(id, url, `${title}, \`${method} ${path}\``)),
    ),
    section(
      "Events",
      events.map(({ name, url, title }) => item(name, url, title)),
    ),
    section(
      "Guides",
      pages.filter(({ url }) => isGuide(url)).map(({ title, url, summary }) => item(title, url, summary)),
    ),
    section(
      "Schemas",
      schemas.map(({ name, url, description = "" }) => item(name, url, firstSentence(description))),
    ),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Writes `llms-full.txt`: every twin, each under its path. */
export function writeLlmsFullText(twins: ReadonlyMap<string, string>): string {
  return Array.from(twins, ([path, text]) => `<!-- ${path} -->\n\n${text}`).join("\n---\n\n");
}
