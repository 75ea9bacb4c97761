// Writes a report as Markdown, for the summary of a CI job.
import type { ReportedChange } from "../compare.ts";
import { formatCounterexample } from "../counterexample-text.ts";
import { formatAffected, makeBlocks } from "./blocks.ts";
import type { Selection } from "./selection.ts";
import { writeSummary } from "./summary.ts";

export function asMarkdown(selection: Selection): string {
  const { listed: changes, words } = selection;
  const { unusedWaivers = [] } = selection.report;
  const isWaived = ({ waived }: ReportedChange) => waived !== undefined;
  const sections = [
    section(
      "Breaking",
      changes.filter((change) => change.level === "breaking" && !isWaived(change)),
    ),
    section("Breaking, waived", changes.filter(isWaived)),
    section(
      "Warnings",
      changes.filter(({ level }) => level === "warning"),
    ),
    section(
      "Compatible",
      changes.filter(({ level }) => level === "compatible"),
    ),
  ];
  const waivers = unusedWaivers.map(
    ({ rule, pointer, location }) => `- \`${location}\`: the waiver of \`${rule}\` at ${code(pointer)} is unused.`,
  );
  return [
    `## Contract changes\n\n${cell(writeSummary(selection))}\n`,
    ...sections,
    ...(words === "" ? [] : [`${words}\n`]),
    ...(waivers.length > 0 ? [`### Unused waivers\n\n${waivers.join("\n")}\n`] : []),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function section(title: string, changes: readonly ReportedChange[]): string {
  if (changes.length === 0) return "";
  // The changes of one part stand together
  const ordered = makeBlocks(changes).flatMap((block) => block.changes);
  const rows = ordered.map(
    ({ part, affected, detail, remedy, rule, location, waived, level, pointer, counterexample }) =>
      `| ${cell(part)} | ${[
        cell(detail),
        ...(counterexample === undefined ? [] : [code(formatCounterexample(counterexample))]),
        ...(level === "breaking" ? [code(pointer)] : []),
      ].join(
        "<br>",
      )} | ${cell(formatAffected(affected))} | ${cell(waived ?? (level === "compatible" ? "" : remedy))} | ${code(rule)} | ${code(location)} |`,
  );
  const advice = title.endsWith("waived") ? "Why" : "What to do";
  const head = `### ${title}\n\n| Where | Change | In | ${advice} | Rule | Line |\n|---|---|---|---|---|---|\n`;
  return `${head}${rows.join("\n")}\n`;
}

/** Escapes the text of a table cell. */
function cell(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("<", "&lt;").replace(/\s+/g, " ");
}

function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text.replaceAll("|", "\\|").replace(/\s+/g, " ")}${fence}`;
}
