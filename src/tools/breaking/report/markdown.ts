// Writes a report as Markdown, for the summary of a CI job.
import type { Comparison, ReportedChange } from "../compare.ts";
import { summaryOf } from "./summary.ts";

export function asMarkdown(comparison: Comparison): string {
  const { changes, unusedWaivers = [] } = comparison.report;
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
    `## Contract changes\n\n${cell(summaryOf(comparison))}\n`,
    ...sections,
    ...(waivers.length > 0 ? [`### Unused waivers\n\n${waivers.join("\n")}\n`] : []),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function section(title: string, changes: readonly ReportedChange[]): string {
  if (changes.length === 0) return "";
  const rows = changes.map(
    ({ operation, message, remedy, rule, location, waived, level }) =>
      `| ${code(operation || "the document")} | ${cell(message)} | ${cell(waived ?? (level === "compatible" ? "" : remedy))} | ${code(rule)} | ${code(location)} |`,
  );
  const advice = title.endsWith("waived") ? "Why" : "What to do";
  return `### ${title}\n\n| Operation | Change | ${advice} | Rule | Where |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

/** Escapes the text of a table cell. */
function cell(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("<", "&lt;").replace(/\s+/g, " ");
}

function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text.replaceAll("|", "\\|").replace(/\s+/g, " ")}${fence}`;
}
