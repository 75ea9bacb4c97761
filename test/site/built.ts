// Builds sites for tests: the one of this contract once per run.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { readContract, readControlDocument } from "../../src/shared/contract/index.ts";
import { docsCommand } from "../../src/site/command.ts";
import { type SiteServer, serveSite } from "../../src/site/index.ts";
import { type OperationReference, readReference } from "../../src/site/reference.ts";
import { type Call, readCall } from "../../src/site/snippets/call.ts";
import { listLocalServers } from "../../src/site/snippets/servers.ts";
import { runHere } from "../commands.ts";
import { shared } from "../run/shared.ts";

/** A site that was built for a test. */
export interface Site {
  readonly directory: string;
  /** The texts of its files, by path from the site's root. */
  readonly files: ReadonlyMap<string, string>;
}

/** A site of a test's own. */
export interface BuiltSite extends Site {
  remove(): Promise<void>;
}

/** Reads a site that was built. */
export async function readSite(directory: string): Promise<Site> {
  const names = (await readdir(directory, { recursive: true })).filter((name) => extname(name) !== "");
  const texts = names.map(async (name) => [name, await readFile(join(directory, name), "utf8")] as const);
  return { directory, files: new Map(await Promise.all(texts)) };
}

/** The site of this contract, which all tests of a run share: do not change it. */
export async function sharedSite(): Promise<Site> {
  const place = await shared("site", async (directory) => {
    // By the command, which has run with that, too; into a new folder, as in a fresh clone
    const { code, stdout, stderr } = await runHere(docsCommand, ["--out", join(directory, "new", "site")]);
    if (code !== 0 || !/^Built \S+\/site\/index\.html\n$/.test(stdout)) {
      throw new Error(`The site could not be built:\n${stdout}${stderr}`);
    }
  });
  return readSite(join(place, "new", "site"));
}

/** The shared site with a server, for the tests of a file: its files, where they stand, and the server's address. */
export function useServedSite() {
  const used = { directory: "", files: new Map() as Site["files"], url: "" };
  let server: SiteServer;
  beforeAll(async () => {
    const site = await sharedSite();
    server = await serveSite(site.files, 0, "");
    Object.assign(used, site, { url: server.url });
  });
  afterAll(() => server?.close());
  return used;
}

/** The pages of operations and the quickstart with other addresses of servers in them: what a build would write, at a fraction of its cost. */
export async function movedSite(addresses: Readonly<Record<string, string>>): Promise<BuiltSite> {
  const directory = await mkdtemp(join(tmpdir(), "site-test-"));
  const files = new Map<string, string>();
  for (const [path, text] of (await sharedSite()).files) {
    if (!/^operations\/.*\.html$|quickstart\.html$|\.css$|\.js$/.test(path)) continue;
    const moved = withAddresses(text, addresses);
    files.set(path, moved);
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), moved);
  }
  return { directory, files, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** A text with other addresses of servers. All at once: a free port may begin with the digits of another address. */
export function withAddresses(text: string, addresses: Readonly<Record<string, string>>): string {
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (address) => addresses[address] ?? address);
}

/** The code of the pages in a language, read out of the Markdown twins, where nothing is escaped. */
export async function readSnippets(language: "sh" | "ts") {
  const { files } = await sharedSite();
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...files].flatMap(([page, text]) =>
    page.endsWith(".md") ? Array.from(text.matchAll(fence), ([, code = ""]) => ({ page, text: code })) : [],
  );
}

/** The samples of operations in a language, which only the pages have: a twin has one language. */
export async function listSamples(write: (operation: OperationReference, call: Call) => string) {
  const reference = readReference(await readContract(), await readControlDocument());
  const [sandbox = { name: "", hosts: {} }] = listLocalServers(reference);
  return reference.operations.map((one) => ({ page: one.url, text: write(one, readCall(one, sandbox)) }));
}

/** A folder for a test file to run samples in, with the file that those of the upload send. */
export async function makeSampleFolder(): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "samples-")));
  await writeFile(join(directory, "report.pdf"), "%PDF-1.7\n");
  return directory;
}
