// Builds sites for tests: the one of this contract once per run.
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { docsCommand } from "../../src/site/command.ts";
import { type SiteServer, serveSite } from "../../src/site/index.ts";
import { runHere } from "../commands.ts";
import { shared } from "../run/shared.ts";

/** A site that was built for a test. */
export interface Site {
  readonly directory: string;
  /** The texts of its files, by path from the site's root. */
  readonly files: ReadonlyMap<string, string>;
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

/** A text with other addresses of servers. All at once: a free port may begin with the digits of another address. */
export function withAddresses(text: string, addresses: Readonly<Record<string, string>>): string {
  return text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, (address) => addresses[address] ?? address);
}
