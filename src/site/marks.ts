// How marks are shown: those of what a page is about with their words; all others as signs, with their words behind the badge of the page.
import type { Mark } from "./fields.ts";
import type { PagePlace } from "./places.ts";

/** The sign of each kind, and what it is called. */
const kinds = {
  assumed: { sign: "≈", label: "Assumed" },
  "not-shown": { sign: "?", label: "Not shown" },
} as const;

/** The marks of one place, each once: a value that several schemas describe may have one twice. */
export function uniqueMarks(marks: readonly Mark[]): Mark[] {
  return [...new Map(marks.map((mark) => [mark.text, mark])).values()];
}

/** What the kind of a mark is called. */
export function labelMark({ kind }: Mark): string {
  return kinds[kind].label;
}

/** The signs of marks, such as `≈ ?`. */
export function signMarks(marks: readonly Mark[]): string {
  return listKinds(marks)
    .map((kind) => kinds[kind].sign)
    .join(" ");
}

/** The signs in words, for those who hear the page. */
export function nameMarks(marks: readonly Mark[]): string {
  return listKinds(marks)
    .map((kind) => kinds[kind].label)
    .join(", ");
}

/** How many marks of each kind places have, such as `≈ 18 assumed, ? 7 not shown`; empty when they have none. */
export function countMarks(places: readonly PagePlace[]): string {
  const marks = places.flatMap((place) => uniqueMarks(place.marks));
  const counts = listKinds(marks).map((kind) => {
    const count = marks.filter((mark) => mark.kind === kind).length;
    return `${kinds[kind].sign} ${count} ${kinds[kind].label.toLowerCase()}`;
  });
  return counts.join(", ");
}

function listKinds(marks: readonly Mark[]): Mark["kind"][] {
  return (["assumed", "not-shown"] as const).filter((wanted) => marks.some(({ kind }) => kind === wanted));
}
