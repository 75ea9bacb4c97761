// The known gaps as one table; where that would be too much for a page, as an overview and a page for each part.
import type { Mark } from "../fields.ts";
import type { Gap, GapPage, Gaps } from "../gaps.ts";
import type { Block, Page, TableRow } from "../page.ts";
import { link, plain, slugOf } from "../text.ts";
import { guideUrl } from "../urls.ts";

/** What the guide shows: how many there are, and the table or the way to its parts. */
export function gapBlocks(gaps: Gaps): Block[] {
  if (gaps.pages.length > 0) {
    return [
      { kind: "line", text: `${countsOf(gaps.all)}.` },
      {
        kind: "entries",
        entries: gaps.pages.map((page) => ({ url: page.url, title: titleOf(page), text: `${countsOf(page.gaps)}.` })),
      },
    ];
  }
  const anchor = (group: string) => `of-${slugOf(group)}`;
  const links = gaps.groups.map(
    ([group, { length }]) => `${link(plain(group), `${guideUrl("known-gaps")}#${anchor(group)}`)} ${length}`,
  );
  const rows = gaps.groups.flatMap(([group, all]) => [
    { id: anchor(group), group: plain(group) },
    ...all.map((gap) => rowOf(gap)),
  ]);
  return [
    { kind: "line", text: `${countsOf(gaps.all)}.` },
    { kind: "line", text: `By part: ${links.join(", ")}.` },
    table("Known gaps", rows),
  ];
}

/** The pages of the parts. */
export function gapPages(gaps: Gaps): Page[] {
  return gaps.pages.map((page) => ({
    url: page.url,
    title: `Known gaps: ${titleOf(page)}`,
    area: "guides",
    trail: [{ title: "Known gaps", url: guideUrl("known-gaps") }],
    badges: [],
    summary: `What the contract assumes, and what is not shown: ${titleOf(page)}.`,
    blocks: [{ kind: "line", text: `${countsOf(page.gaps)}.` }, table("Known gaps", page.gaps.map(rowOf))],
  }));
}

function titleOf({ group, part, parts }: GapPage): string {
  return parts === 1 ? group : `${group}, ${part} of ${parts}`;
}

function countsOf(gaps: readonly Gap[]): string {
  const count = (kind: Mark["kind"]) => gaps.filter(({ mark }) => mark.kind === kind).length;
  return `${gaps.length} in all, ${count("assumed")} assumed and ${count("not-shown")} not shown`;
}

function table(label: string, rows: readonly TableRow[]): Block {
  return { kind: "table", label, head: ["Where", "Mark", "What"], rows };
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
