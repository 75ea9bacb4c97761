// Turns elements into others by changing only what is different, so that focus, what was typed and what was opened stay.

/**
 * Makes an element the same as another one. What has `data-keep` is left as it is, and so is whether details are open;
 * what has `data-own` was made in the browser, and stays where it is.
 *
 * @returns The rows of tables that are new.
 */
export function morph(from: Element, to: Element): Element[] {
  const fresh: Element[] = [];
  morphElement(from, to, fresh);
  return fresh;
}

function morphElement(from: Element, to: Element, fresh: Element[]): void {
  if (from.hasAttribute("data-keep")) return;
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !isOwn(from, name)) from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (from.getAttribute(name) !== value && !isOwn(from, name)) from.setAttribute(name, value);
  }
  // What the reader has written stays
  if (from instanceof HTMLTextAreaElement) return;
  morphChildren(from, to, fresh);
}

/** The reader's own: what is opened. */
function isOwn(element: Element, attribute: string): boolean {
  return attribute === "open" && element instanceof HTMLDetailsElement;
}

function morphChildren(from: Element, to: Element, fresh: Element[]): void {
  let at = notOwn(from.firstChild);
  for (const wanted of [...to.childNodes]) {
    const known = counterpart(from, at, wanted);
    if (known === undefined) {
      const added = document.importNode(wanted, true);
      from.insertBefore(added, at);
      if (added instanceof HTMLTableRowElement && added.id !== "") fresh.push(added);
      continue;
    }
    if (known === at) at = notOwn(at.nextSibling);
    else from.insertBefore(known, at);
    if (known instanceof Element && wanted instanceof Element) morphElement(known, wanted, fresh);
    else if (known.nodeValue !== wanted.nodeValue) known.nodeValue = wanted.nodeValue;
  }
  while (at !== null) {
    const next = notOwn(at.nextSibling);
    at.remove();
    at = next;
  }
}

/** The next node that the server knows of. */
function notOwn(node: ChildNode | null): ChildNode | null {
  let at = node;
  while (at instanceof Element && at.hasAttribute("data-own")) at = at.nextSibling;
  return at;
}

/** The node that becomes the wanted one: that of its id, or the next one when it is of its kind. */
function counterpart(parent: Element, at: ChildNode | null, wanted: ChildNode): ChildNode | undefined {
  if (wanted instanceof Element && wanted.id !== "") {
    const found = [...parent.children].find(({ id }) => id === wanted.id);
    return found?.nodeName === wanted.nodeName ? found : undefined;
  }
  const isAlike = at?.nodeName === wanted.nodeName && !(at instanceof Element && at.id !== "");
  return isAlike && at !== null ? at : undefined;
}
