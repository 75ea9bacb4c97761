// Turns Markdown into HTML: raw HTML in it stays text, links lead to pages of the site, names of the contract become links.
import MarkdownIt from "markdown-it";
import { finished, type Html, html } from "../../shared/look/index.ts";
import type { Inline } from "../inline.ts";
import { relativeUrl } from "../urls.ts";
import { highlight } from "./highlight.ts";

/** The page that is written, and the pages of the names that code may have. */
export interface RenderContext {
  readonly page: string;
  readonly named: ReadonlyMap<string, string>;
}

/** From so many letters on, a name may not fit beside others. */
const longName = 24;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

// No page has pictures, and one from elsewhere would be asked of another host
markdown.disable("image");

markdown.renderer.rules["link_open"] = (tokens, index, options, env, renderer) => {
  const { page } = readContext(env);
  const token = tokens[index];
  const target = String(token?.attrGet("href") ?? "");
  if (/^[a-z][a-z\d+.-]*:/i.test(target)) token?.attrSet("rel", "noreferrer");
  else token?.attrSet("href", relativeUrl(page, target));
  return renderer.renderToken(tokens, index, options);
};

// `createUser`, `User`, `order.{event}` and `POST /v2/user/` lead to their pages
markdown.renderer.rules["code_inline"] = (tokens, index, _options, env) => {
  const { page, named } = readContext(env);
  const words = tokens[index]?.content ?? "";
  // A long name may break where it has a joint, rather than anywhere
  const parts = words.length < longName ? [words] : words.split(/(?<=[._/])(?=[\w{])/);
  const written = `<code>${parts.map((part) => markdown.utils.escapeHtml(part)).join("<wbr>")}</code>`;
  const isInLink = tokens.slice(0, index).findLast(({ type }) => type.startsWith("link_"))?.type === "link_open";
  const target = isInLink ? undefined : named.get(words);
  if (target === undefined || target === page) return written;
  return `<a href="${markdown.utils.escapeHtml(relativeUrl(page, target))}">${written}</a>`;
};

// A block of code can be scrolled by keyboard, as those beside the text can
markdown.renderer.rules["fence"] = (tokens, index) => {
  const { content = "", info = "" } = tokens[index] ?? {};
  const code = highlight(content.trimEnd(), info.split(" ")[0] ?? "");
  return html`<figure class="code"><pre tabindex="0" aria-label="Code"><code>${code}</code></pre></figure>\n`.toString();
};

markdown.renderer.rules["table_open"] = () => '<div class="scroll" tabindex="0"><table>';
markdown.renderer.rules["table_close"] = () => "</table></div>";

/** The library passes the context on untyped. */
function readContext(env: unknown): RenderContext {
  return env as RenderContext;
}

/** Writes a text of several paragraphs. */
export function writeParagraphs(text: string, context: RenderContext): Html {
  return finished(markdown.render(text, { ...context }));
}

/** Writes a line, without a paragraph around it. */
export function writeLine(text: Inline, context: RenderContext): Html {
  return finished(markdown.renderInline(text, { ...context }));
}
