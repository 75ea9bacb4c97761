// Finds what changed in the package's public surface since a release, from the committed API reports.
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type ApiChange, apiChanges } from "./api-report.ts";
import type { Git } from "./git.ts";
import type { Manifest } from "./manifest.ts";

const folder = "test/package/surface";
const ending = ".api.md";

/** What changed in what the package exports. */
export async function surfaceChanges(
  git: Git,
  base: string,
  before: Manifest,
  after: Manifest,
): Promise<readonly ApiChange[]> {
  const then = await git.lines("ls-tree", "--name-only", "--full-tree", base, `${folder}/`);
  const now = await readdir(join(git.directory, folder)).catch(() => []);
  const reportsThen = await reports(then, before, async (path) => (await git.fileAt(base, path)) ?? "");
  const reportsNow = await reports(
    now.map((name) => `${folder}/${name}`),
    after,
    (path) => readFile(join(git.directory, path), "utf8"),
  );
  return [
    ...apiChanges(reportsThen, reportsNow),
    ...entryChanges(entriesOf(before), entriesOf(after)).filter(
      ({ entry }) => !reportsThen.has(entry) && !reportsNow.has(entry),
    ),
  ];
}

/** The entries without a report are documents: they are there, or not. */
function entryChanges(before: readonly string[], after: readonly string[]): ApiChange[] {
  const missingIn = (others: readonly string[]) => (entry: string) => !others.includes(entry);
  return [
    ...before.filter(missingIn(after)).map((entry): ApiChange => ({ kind: "removed", entry, name: "" })),
    ...after.filter(missingIn(before)).map((entry): ApiChange => ({ kind: "added", entry, name: "" })),
  ];
}

async function reports(
  paths: readonly string[],
  manifest: Manifest,
  read: (path: string) => Promise<string>,
): Promise<Map<string, string>> {
  const found = paths.filter((path) => path.endsWith(ending)).sort();
  return new Map(
    await Promise.all(
      found.map(async (path) => [entryOf(basename(path, ending), manifest), await read(path)] as const),
    ),
  );
}

/** The entry that a report is about: `client` is the main one, `events-validate` is `./events/validate`. */
function entryOf(report: string, manifest: Manifest): string {
  const entry = Object.keys(manifest.exports ?? {}).find((key) => key.slice(2).replaceAll("/", "-") === report);
  return `${manifest.name}${report === "client" ? "" : `/${entry?.slice(2) ?? report}`}`;
}

function entriesOf({ name, exports = {} }: Manifest): string[] {
  return Object.keys(exports).map((key) => `${name}${key.slice(1)}`);
}
