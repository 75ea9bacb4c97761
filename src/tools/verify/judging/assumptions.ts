// Reads out of an assumption what it excuses: a server that departs only there differs, it does not violate.
//
// The texts are prose for readers, but of one form, which lint holds them to: what was chosen, ", because" why, and what
// else it "could" be. `openapi/README.md` says under "Assumptions" what is read out of which words.

/** The part before the reason: what was chosen. */
function choice(text: string): string {
  return text.split(/,? because /)[0] ?? text;
}

/** The part after the reason: what else it could be. */
function alternatives(text: string): string {
  return text.slice(text.lastIndexOf(";") + 1);
}

/** The names that the choice gives in backticks. */
function namesIn(text: string): string[] {
  return [...choice(text).matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name);
}

/** Words by which a choice speaks of a place, a name, a type or a format. */
const shape =
  /\b(string|strings|number|integer|boolean|UUID|date|array|list|object|form|flag|name|names|named|called|stands?|holds|part)\b/i;
/** Words by which a choice speaks of what may be missing. */
const requiredness = /\b(required|always sent|optional)\b/;

/** Does the assumption leave open whether this property is there? */
export function excusesMissing(text: string, property: string): boolean {
  if (/\bread as\b/.test(choice(text))) return false;
  if (namesIn(text).includes(property)) return true;
  return /\b(all|each|the) (fields?|list)\b.*\brequired\b/i.test(choice(text));
}

/** Does the assumption on a property itself leave open whether it is there? */
export function excusesLeavingOut(text: string): boolean {
  return /\b(leave (the field|it) out|be left out|another name|be missing)\b/.test(alternatives(text));
}

/**
 * Does the assumption leave open of which type, form or value the thing is that it stands on?
 *
 * @param properties The names of its properties: a choice that names some of them speaks of those, not of the whole.
 */
export function excusesShape(text: string, properties: readonly string[] = []): boolean {
  const chosen = choice(text);
  if (namesIn(text).some((name) => properties.includes(name)))
    return /\b(whole answer|one object instead)\b/.test(alternatives(text));
  return shape.test(chosen) && !/\b(read as|stands for|narrows)\b/.test(chosen) && !onlyRequiredness(chosen);
}

/** Does the assumption on an object leave open of which type this property of it is? */
export function excusesShapeOf(text: string, property: string): boolean {
  const chosen = choice(text);
  if (/\bread as\b/.test(chosen)) return false;
  return namesIn(text).includes(property) && /\b(strings?|array|list|names|named|called|chosen)\b/.test(chosen);
}

/** Does the assumption leave open whether there is a body at all? */
export function excusesNoBody(text: string): boolean {
  return /\bbody is always sent\b/.test(choice(text));
}

/** Does the assumption on an operation leave open where it is, so that a server may have it elsewhere? */
export function excusesPlace(text: string): boolean {
  return /\b(path|method)\b/.test(choice(text));
}

/** Does the assumption on an operation leave open how many things its answer holds? */
export function excusesCount(text: string): boolean {
  return /\banother number of\b/.test(alternatives(text));
}

/** Does the assumption leave open whether a body is empty? */
export function excusesEmptyBody(text: string): boolean {
  return /\b(be empty|without a body)\b/.test(alternatives(text));
}

/** Does the assumption on an operation leave open in which of two places its input is read? */
export function excusesReadingOnePlace(text: string): boolean {
  return /\bread only one of the two\b/.test(alternatives(text));
}

/** Does the assumption on a parameter leave open which values it takes? */
export function excusesValues(text: string): boolean {
  return excusesShape(text) || /\bspell (it|them) differently\b/.test(alternatives(text));
}

/** Does the assumption on a response leave open more than its status, such as its body? */
export function excusesBody(text: string): boolean {
  return !/^Status \d{3} was chosen\b(?! (with|and))/.test(text);
}

function onlyRequiredness(chosen: string): boolean {
  return (
    requiredness.test(chosen) &&
    !/\b(strings?|number|integer|boolean|UUID|date|array|object|named|called|chosen|names)\b/i.test(chosen)
  );
}
