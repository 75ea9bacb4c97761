// Reads the XML of a report into elements.
import { XMLParser, XMLValidator } from "fast-xml-parser";

/** An element with what it holds: either elements, or text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** A node as the parser orders it: its children under its name, or its text under `#text`. */
interface Node {
  readonly ":@"?: Readonly<Record<string, string>>;
  readonly "#text"?: string;
  readonly [name: string]: unknown;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  trimValues: false,
  ignoreDeclaration: true,
});

/** Reads a document; what is not well-formed is an error. */
export function readXml(document: string): XmlElement {
  const validity = XMLValidator.validate(document);
  if (validity !== true) throw new Error(validity.err.msg);
  const [root] = (parser.parse(document) as Node[]).flatMap(readElement);
  if (root === undefined) throw new Error("There is no element.");
  return root;
}

function readElement({ ":@": attributes = {}, "#text": text, ...rest }: Node): XmlElement[] {
  return Object.entries(rest).map(([name, inside]) => {
    const nodes = inside as Node[];
    return { name, attributes, children: nodes.flatMap(readElement), text: nodes.map((one) => one["#text"]).join("") };
  });
}
