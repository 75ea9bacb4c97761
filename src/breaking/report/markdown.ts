// Writes a report as Markdown, for the summary of a CI job.
import type { ReportedChange } from "../compare.ts";
import { formatCounterexample } from "../counterexample-text.ts";
import { formatAffected, makeBlocks, type Selection, writeSummary } from "./selection.ts";

export function asMarkdown(selection: Selection): string {
  const { listed, words, report } = selection;
  const groups = Map.groupBy(listed, ({ level, waived }) => (waived === undefined ? level : "waived"));
  const sections = Object.entries(titles).flatMap(([kind, title]) => {
    const changes = groups.get(kind as keyof typeof titles);
    return changes ? [writeSection(title, kind === "waived" ? "Why" : "What to do", changes)] : [];
  });
  const waivers = (report.unusedWaivers ?? []).map(
    ({ rule, pointer, location }) => `- \`${location}\`: the waiver of \`${rule}\` at ${code(pointer)} is unused.`,
  );
  return [
    `## Contract changes\n\n${cell(writeSummary(selection))}\n`,
    ...sections,
    ...(words === "" ? [] : [`${words}\n`]),
    ...(waivers.length > 0 ? [`### Unused waivers\n\n${waivers.join("\n")}\n`] : []),
  ].join("\n");
}

const titles = {
  breaking: "Breaking",
  waived: "Breaking, waived",
  warning: "Warnings",
  compatible: "Compatible",
} as const;

function writeSection(title: string, advice: string, changes: readonly ReportedChange[]): string {
  // The changes of one part stand together
  const rows = makeBlocks(changes).flatMap((block) => block.changes.map(writeRow));
  return [
    `### ${title}\n`,
    `| Where | Change | In | ${advice} | Rule | Line |`,
    "|---|---|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

function writeRow(change: ReportedChange): string {
  const { part, affected, detail, remedy, rule, location, waived, level, pointer, counterexample } = change;
  const proof = [...formatCounterexample(counterexample), ...(level === "breaking" ? [pointer] : [])].map(code);
  const advice = waived ?? (level === "compatible" ? "" : remedy);
  const cells = [cell(part), [cell(detail), ...proof].join("<br>"), cell(formatAffected(affected)), cell(advice)];
  return `| ${[...cells, code(rule), code(location)].join(" | ")} |`;
}

/** Escapes the text of a table cell. */
function cell(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("<", "&lt;").replace(/\s+/g, " ");
}

function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text.replaceAll("|", "\\|").replace(/\s+/g, " ")}${fence}`;
}
