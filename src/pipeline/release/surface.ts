// Finds what changed in the public surface of both packages since a release, from the committed API reports.
import { readdir, readFile } from "node:fs/promises";
import { basename, join, posix } from "node:path";
import type { CommittedFile } from "../../tools/contract/index.ts";
import { type ApiChange, apiChanges } from "./api-report.ts";
import { type Exporting, type Manifest, toolsManifest } from "./manifest.ts";

const folder = "test/pipeline/build/surface";
const ending = ".api.md";

/** Whether the public surface is read from this file. */
export function isOfSurface(path: string): boolean {
  return path === toolsManifest || posix.dirname(path) === folder;
}

/**
 * What changed in what the packages export.
 *
 * @param then The files of the surface as they were, by their path.
 * @param directory Where they are now.
 */
export async function surfaceChanges(
  then: ReadonlyMap<string, CommittedFile>,
  directory: string,
  before: Manifest,
  after: Manifest,
): Promise<readonly ApiChange[]> {
  const now = await readdir(join(directory, folder)).catch(() => []);
  const entriesThen = entriesOf(before, then.get(toolsManifest)?.bytes.toString());
  const entriesNow = entriesOf(after, await readFile(join(directory, toolsManifest), "utf8").catch(() => undefined));
  const reportsThen = await reports([...then.keys()], entriesThen, async (path) => `${then.get(path)?.bytes}`);
  const reportsNow = await reports(
    now.map((name) => `${folder}/${name}`),
    entriesNow,
    (path) => readFile(join(directory, path), "utf8"),
  );
  return [
    ...apiChanges(reportsThen, reportsNow),
    ...entryChanges([...entriesThen.values()], [...entriesNow.values()]).filter(
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
  entries: ReadonlyMap<string, string>,
  read: (path: string) => Promise<string>,
): Promise<Map<string, string>> {
  const found = paths.filter((path) => path.endsWith(ending)).sort();
  return new Map(
    await Promise.all(
      found.map(async (path) => {
        const name = basename(path, ending);
        return [entries.get(name) ?? name, await read(path)] as const;
      }),
    ),
  );
}

/**
 * The entries of both packages, by the name that their report has or would have: `client` is the main one of the first
 * package, `events-validate` its `./events/validate`; `tools` is the main one of the tools, `tools-control` their `./control`.
 */
function entriesOf(manifest: Manifest, tools: string | undefined): Map<string, string> {
  const toolsExport = tools === undefined ? undefined : (JSON.parse(tools) as Exporting);
  const named = ({ name, exports = {} }: Exporting, nameOf: (path: string) => string) =>
    Object.keys(exports).map((key) => [nameOf(key.slice(2).replaceAll("/", "-")), `${name}${key.slice(1)}`] as const);
  return new Map([
    ...named(manifest, (path) => path || "client"),
    ...(toolsExport === undefined ? [] : named(toolsExport, (path) => (path ? `tools-${path}` : "tools"))),
  ]);
}
