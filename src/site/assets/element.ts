// Makes elements of the page. Text always becomes text, never markup.

/** A child of an element. */
export type Child = Node | string | undefined;

/** Makes an element; an attribute that is `undefined` or `false` is left out, one that is `true` is written empty. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number | boolean | undefined>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** Text with code in backticks. */
export function prose(text: string): (Node | string)[] {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : element("code", {}, part)));
}

/** A text in the colours that code has: each piece that fits is in a span, with the class of its kind. */
export function colour(text: string, pattern: RegExp, nameKind: (piece: string) => string): DocumentFragment {
  const coloured = new DocumentFragment();
  // One by one: a long text has more pieces than a call takes arguments
  for (const [index, piece] of text.split(pattern).entries()) {
    coloured.append(index % 2 === 0 ? piece : element("span", { class: nameKind(piece) }, piece));
  }
  return coloured;
}

/** Attributes of a field whose text goes to a server as it is typed. */
export const raw = { spellcheck: "false", autocapitalize: "off", autocomplete: "off" };
