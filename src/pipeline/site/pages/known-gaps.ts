// The known gaps as tables: the assumptions by topic, and what is not shown by the part that it belongs to.
import { counted } from "../../../tools/terminal/index.ts";
import type { Gaps, Spot } from "../gaps.ts";
import type { Block, TableRow } from "../page.ts";
import { type Inline, link, plain, slugOf } from "../text.ts";
import { guideUrl } from "../urls.ts";

/** Writes the assumptions, each with the places that rest on it. */
export function assumptionBlocks({ assumptions }: Gaps): Block[] {
  const count = assumptions.reduce((sum, { spots }) => sum + spots.length, 0);
  const topics = [...Map.groupBy(assumptions, ({ topic }) => topic)];
  return tableBlocks(
    `${counted(assumptions.length, "assumption")} at ${counted(count, "place")}.`,
    { label: "What we assumed", head: ["What", "Where"], prefix: "on" },
    topics.map(([topic, entries]) => [
      topic,
      entries.map(({ id, text, spots }) => ({ id, mark: "assumed", cells: [text, spots.map(spotWords).join(", ")] })),
    ]),
  );
}

/** Writes what is not shown. */
export function notShownBlocks({ notShown }: Gaps): Block[] {
  const groups = [...Map.groupBy(notShown, ({ spot }) => spot.place.group)];
  return tableBlocks(
    `${notShown.length} in all.`,
    { label: "What is not shown", head: ["Where", "What"], prefix: "of" },
    groups.map(([group, gaps]) => [
      group,
      gaps.map(({ id, spot, mark: { texts } }) => {
        const what = texts.length === 1 ? (texts[0] ?? "") : texts.map((text) => `• ${text}`).join("\n\n");
        return { id, mark: "not-shown", cells: [spotWords(spot), what] };
      }),
    ]),
  );
}

function spotWords({ place, more }: Spot): Inline {
  return `${link(place.words, place.url)}${more === 0 ? "" : ` (and ${more} more)`}`;
}

function tableBlocks(
  summary: Inline,
  { label, head, prefix }: { label: string; head: readonly string[]; prefix: string },
  groups: readonly (readonly [group: string, rows: readonly TableRow[]])[],
): Block[] {
  const idOf = (group: string) => `${prefix}-${slugOf(group)}`;
  const links = groups.map(
    ([group, { length }]) => `${link(plain(group), `${guideUrl("known-gaps")}#${idOf(group)}`)} ${length}`,
  );
  const rows = groups.flatMap(([group, all]): TableRow[] => [{ id: idOf(group), group: plain(group) }, ...all]);
  return [
    { kind: "line", text: summary },
    { kind: "line", text: `By part: ${links.join(", ")}.` },
    { kind: "table", label, head, rows },
  ];
}
