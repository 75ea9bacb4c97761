// Opens the marks of the part that a link leads to, such as one from the known gaps.

/** Opens the marks of the field, or of the response or body, whose anchor the address carries. */
export function openMarks(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const isField = target?.matches("tr") ?? false;
  const part = isField ? target : target?.parentElement;
  const found = part?.querySelectorAll<HTMLDetailsElement>(isField ? ".marks" : ":scope > .marks") ?? [];
  for (const marks of found) marks.open = true;
}
