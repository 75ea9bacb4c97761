// Turns Markdown into HTML: raw HTML in it stays text, links lead to pages of the site, names of the contract become links.
import MarkdownIt from "markdown-it";
import { finished, type Html, html } from "../../../tools/look/index.ts";
import type { LinkBook } from "../links.ts";
import { languageOf } from "../page.ts";
import type { Inline, Origin, Text } from "../text.ts";
import { highlighted } from "./highlight.ts";

/** What the rules below need of the page that is being written. */
interface Environment {
  readonly links: LinkBook;
  readonly page: string;
  readonly origin: Origin | undefined;
}

/** From so many letters on, a name may not fit beside others. */
const longName = 24;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

// No page has pictures, and one from elsewhere would be asked of another host
markdown.disable("image");

markdown.renderer.rules["link_open"] = (tokens, index, options, env, renderer) => {
  const environment = environmentOf(env);
  const token = tokens[index];
  const target = String(token?.attrGet("href") ?? "");
  const outside = /^[a-z][a-z\d+.-]*:/i.test(target);
  if (outside) token?.attrSet("rel", "noreferrer");
  else {
    const to = target.startsWith("#") ? environment.page + target : target;
    token?.attrSet("href", environment.links.use(environment.page, to, environment.origin));
  }
  return renderer.renderToken(tokens, index, options);
};

// `createUser`, `User`, `order.{event}` and `POST /v2/user/` lead to their pages
markdown.renderer.rules["code_inline"] = (tokens, index, _options, env) => {
  const environment = environmentOf(env);
  const words = tokens[index]?.content ?? "";
  // A long name may break where it has a joint, rather than anywhere
  const parts = words.length < longName ? [words] : words.split(/(?<=[._/])(?=[\w{])/);
  const written = `<code>${parts.map((part) => markdown.utils.escapeHtml(part)).join("<wbr>")}</code>`;
  const opened = tokens
    .slice(0, index)
    .reduce((depth, { type }) => depth + (type === "link_open" ? 1 : type === "link_close" ? -1 : 0), 0);
  const target = opened > 0 ? undefined : environment.links.pageOf(words);
  if (target === undefined || target === environment.page) return written;
  return `<a href="${markdown.utils.escapeHtml(environment.links.use(environment.page, target))}">${written}</a>`;
};

// A block of code can be scrolled by keyboard, as those beside the text can
markdown.renderer.rules["fence"] = (tokens, index) => {
  const { content = "", info = "" } = tokens[index] ?? {};
  const [word = ""] = info.split(" ");
  return html`<figure class="code"><pre tabindex="0" aria-label="Code"><code>${highlighted(content.trimEnd(), languageOf(word))}</code></pre></figure>\n`.toString();
};

markdown.renderer.rules["table_open"] = () => '<div class="scroll" tabindex="0"><table>';
markdown.renderer.rules["table_close"] = () => "</table></div>";

/** The library hands on whatever it was given; here that is always this. */
function environmentOf(env: unknown): Environment {
  return env as Environment;
}

/** A text of several paragraphs. */
export function paragraphs(text: Text, page: string, links: LinkBook): Html {
  return finished(markdown.render(text.markdown, { links, page, origin: text.origin } satisfies Environment));
}

/** A line, without a paragraph around it. */
export function inline(text: Inline, page: string, links: LinkBook, origin?: Origin): Html {
  return finished(markdown.renderInline(text, { links, page, origin } satisfies Environment));
}
