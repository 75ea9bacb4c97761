// Reads XML strictly, as far as a report needs it: what is not well-formed is an error, and so is anything unusual.

/** An element with what it holds: either elements, or text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Reads a document: a declaration and one element, without comments, CDATA or processing instructions. */
export function readXml(document: string): XmlElement {
  const [declaration = ""] = /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/.exec(document) ?? [];
  if (declaration === "") throw new Error("The declaration is missing.");
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(document)) throw new Error("No XML character.");
  const root = { name: "", attributes: {}, children: [] as XmlElement[], text: "" };
  const open = [root];
  let at = declaration.length;
  while (at < document.length) {
    const [token = "", end, start, attributes = "", empty, text] =
      /^(?:<\/([\w-]+)>|<([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>|([^<]+))/.exec(document.slice(at)) ?? [];
    if (token === "") throw new Error(`No markup: ${document.slice(at, at + 40)}`);
    at += token.length;
    const around = open.at(-1) ?? root;
    if (end !== undefined) {
      if (around.name !== end) throw new Error(`</${end}> ends <${around.name}>.`);
      open.pop();
    } else if (start !== undefined) {
      const element = { name: start, attributes: attributesOf(attributes), children: [], text: "" };
      around.children.push(element);
      if (empty === "") open.push(element);
    } else around.text += decoded(text ?? "");
  }
  const [element] = root.children;
  if (element === undefined || root.children.length > 1 || open.length > 1 || root.text.trim() !== "") {
    throw new Error("There is not one whole element.");
  }
  return element;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([\w-]+)="([^"<]*)"/g)].map(([, name = "", value = ""]) => [name, decoded(value)]);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`An attribute twice:${text}`);
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  if (text.includes("]]>")) throw new Error("]]> stands in a text.");
  return text.replaceAll(/&(?:(\w+);)?/g, (all, name: string | undefined) => {
    const character = entities[name ?? ""];
    if (character === undefined) throw new Error(`No entity: ${all}`);
    return character;
  });
}
