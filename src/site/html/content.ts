// Writes the content of a page as HTML.
import { finished, type Html, html } from "../../shared/look/index.ts";
import type { Content, Element } from "../page.ts";
import { relativeUrl } from "../urls.ts";
import { highlight } from "./highlight.ts";
import { type RenderContext, writeLine, writeParagraphs } from "./markdown.ts";

/** Writes a content. */
export function writeHtml(content: Content, context: RenderContext): Html {
  if (content === undefined) return html``;
  if (typeof content === "string") return writeLine(content, context);
  if (!("tag" in content)) return html`${content.map((one) => writeHtml(one, context))}`;
  const { tag, attributes, children } = content;
  const [text] = children;
  if (tag === "prose") return html`<div class="prose">${writeParagraphs(String(text), context)}</div>`;
  if (tag === "pre") return writeCode(attributes, String(text));
  const inside = plainTags.includes(tag) ? writePlain(tag, String(text)) : writeHtml(children, context);
  return html`${writeStart(tag, attributes, context)}${inside}${finished(`</${tag}>`)}`;
}

/** Elements whose text is neither Markdown nor HTML. */
const plainTags = ["code", "script"];

function writePlain(tag: string, text: string): Html {
  // In a script element only `<` could end it; JSON may write it otherwise
  if (tag === "script") return finished(text.replaceAll("<", "\\u003c"));
  // A path may break after each slash, and its parameters stand out
  const parts = text.split(/(\{[^}]+\}|\/)/);
  return html`${parts.map((part) => (part === "/" ? html`/<wbr>` : part.startsWith("{") ? html`<var>${part}</var>` : html`${part}`))}`;
}

function writeStart(tag: string, attributes: Element["attributes"], { page }: RenderContext): Html {
  const written = Object.entries(attributes).map(([name, value]) => {
    if (value === undefined || value === false || name === "browser") return undefined;
    if (name === "to") return html` href="${relativeUrl(page, String(value))}"`;
    return value === true ? finished(` ${name}`) : html` ${finished(name)}="${value}"`;
  });
  return html`${finished(`<${tag}`)}${written}${finished(">")}`;
}

/** Code that can be scrolled by keyboard. What names it is its label, which a tab may show instead. */
function writeCode({ label = "", language, ...data }: Element["attributes"], text: string): Html {
  const caption = label === "" ? undefined : html`<figcaption>${String(label)}</figcaption>`;
  const others = Object.entries(data).map(([name, value]) => html` ${finished(name)}="${String(value ?? "")}"`);
  const code = highlight(text, String(language));
  return html`<figure class="code">${caption}<pre tabindex="0" aria-label="${String(label || "Code")}"><code class="${String(language || "text")}"${others}>${code}</code></pre></figure>`;
}
