// Writes a report for a terminal: the sum, and a block for each changed part.
import { paintFor } from "../../shared/findings/index.ts";
import type { ReportedChange } from "../compare.ts";
import { formatCounterexample } from "../counterexample-text.ts";
import { type Block, formatAffected, makeBlocks, type Selection, writeSummary } from "./selection.ts";

/** Coloured only when `stream` is a terminal and `NO_COLOR` is not set. */
export function asText(selection: Selection, stream: NodeJS.WriteStream): string {
  const paint = paintFor(stream);
  const colors = { breaking: "red", warning: "yellow", compatible: "green" } as const;
  const { unusedWaivers } = selection.report;
  const blocks = makeBlocks(selection.listed);

  const change = (
    block: Block,
    { level, rule, pointer, location, detail, affected, waived, counterexample }: ReportedChange,
  ) => {
    const heading = paint(colors[level], waived === undefined ? level : `${level}, waived`);
    return [
      `  ${heading}  ${paint("bold", location)}  ${rule}`,
      `    ${detail}`,
      ...formatCounterexample(counterexample).map((text) => `      ${text}`),
      ...(affected.length === block.affected.length ? [] : [`    In ${formatAffected(affected)}.`]),
      ...(waived === undefined ? [] : [`    Waived: ${waived}`]),
      ...(level === "breaking" ? [`    ${paint("dim", pointer)}`] : []),
    ];
  };
  const section = (block: Block) => [
    "",
    paint("bold", block.part),
    ...(isOnlyAffected(block) ? [] : [`  ${formatAffected(block.affected)}`]),
    ...block.changes.flatMap((one) => change(block, one)),
    ...listRemedies(block).map((remedy) => `  What to do: ${remedy}`),
  ];
  const waivers = unusedWaivers.flatMap(({ rule, pointer, location }) => [
    "",
    `${paint("red", "unused waiver")}  ${paint("bold", location)}  ${rule}`,
    "  It is unused. Remove it.",
    `  ${paint("dim", pointer)}`,
  ]);
  const words = selection.words === "" ? [] : ["", selection.words];
  return [writeSummary(selection), ...blocks.flatMap(section), ...waivers, ...words, ""].join("\n");
}

/** True when the part is the one operation that is affected. */
function isOnlyAffected({ part, affected }: Block): boolean {
  return affected.every(({ operation }) => part.startsWith(operation));
}

function listRemedies({ changes }: Block): string[] {
  const open = changes.filter(({ level, waived }) => level !== "compatible" && waived === undefined);
  return [...new Set(open.map(({ remedy }) => remedy))];
}
