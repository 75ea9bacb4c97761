// The known gaps as one table, by what they belong to: a tag, or the schemas.
import type { Gap, Gaps } from "../gaps.ts";
import type { Block, TableRow } from "../page.ts";
import { link, plain, slugOf } from "../text.ts";
import { guideUrl } from "../urls.ts";

/** Writes how many there are, and the table. */
export function gapBlocks({ all }: Gaps): Block[] {
  const count = (wanted: string) => all.filter(({ mark }) => mark.kind === wanted).length;
  const groups = [...Map.groupBy(all, ({ place }) => place.group)];
  const links = groups.map(
    ([group, { length }]) => `${link(plain(group), `${guideUrl("known-gaps")}#of-${slugOf(group)}`)} ${length}`,
  );
  const rows = groups.flatMap(([group, gaps]): TableRow[] => [
    { id: `of-${slugOf(group)}`, group: plain(group) },
    ...gaps.map(rowOf),
  ]);
  return [
    { kind: "line", text: `${all.length} in all, ${count("assumed")} assumed and ${count("not-shown")} not shown.` },
    { kind: "line", text: `By part: ${links.join(", ")}.` },
    { kind: "table", label: "Known gaps", head: ["Where", "Mark", "What"], rows },
  ];
}

function rowOf({ mark, id, place }: Gap): TableRow {
  return {
    id,
    mark: mark.kind,
    cells: [
      link(place.words, place.url),
      mark.label,
      mark.texts.length === 1 ? (mark.texts[0] ?? "") : mark.texts.map((text) => `• ${text}`).join("\n\n"),
    ],
  };
}
