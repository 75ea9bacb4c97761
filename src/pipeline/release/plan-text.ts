// Writes a plan for a person: since when, what changed, which version follows, and why.
import { major } from "semver";
import { type Obstacle, releaseBranch } from "./obstacles.ts";
import type { Plan, Reason } from "./plan.ts";

const sourceNames = {
  contract: "Contract",
  package: "Package",
  code: "Code",
} as const satisfies Record<Reason["source"], string>;

const silence = {
  contract: "no relevant changes",
  package: "no change in test/pipeline/build/surface",
  code: "no file that ships",
} as const satisfies Record<Reason["source"], string>;

/** The plan, down to the text of the changelog. */
export function planText(plan: Plan, paths: readonly string[], date: string): string {
  const { base, reasons, version, tag, notes } = plan;
  return [
    line("Base", base ?? "none: this is the first release, with everything under Unreleased"),
    ...reasons.map(reasonText),
    line("Version", versionText(plan)),
    line("Tag", tag),
    line("Files", paths.join(", ")),
    "",
    `## [${version}] - ${date}`,
    "",
    ...(notes === "" ? [] : [notes, ""]),
  ].join("\n");
}

function reasonText({ source, bump, changes }: Reason): string {
  const silent = changes.length === 0 && bump === "none" ? ` (${silence[source]})` : "";
  const words = changes.length === 0 && bump !== "none" ? ["  descriptions and examples only"] : [];
  return [line(sourceNames[source], `${bump}${silent}`), ...changes.map((change) => `  ${change}`), ...words].join(
    "\n",
  );
}

function versionText({ base, bump, current, version }: Plan): string {
  if (base === undefined) return version;
  const below = major(current) === 0 && bump === "major" ? ": below 1.0 a break is a minor" : "";
  return `${current} to ${version} (${bump}${below})`;
}

function line(name: string, text: string): string {
  return `${`${name}:`.padEnd(10)}${text}`;
}

/** What prevents the release, one line each. */
export function obstaclesText(obstacles: readonly Obstacle[]): string {
  return obstacles.map(({ message, remedy }) => `- ${message} ${remedy}\n`).join("");
}

/** What to do after a release. */
export function nextStep(tag: string): string {
  return `The release is only in this clone. To publish it, run \`git push --atomic origin ${releaseBranch} ${tag}\`; the release workflow does the rest.`;
}
