// `sandbox backup`: writes the worlds of a sandbox that runs into a folder.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describeError } from "../shared/http/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import { nameFile } from "./store/names.ts";

/** Source and target of a backup. */
export interface Backup {
  /** A folder that is not there yet. */
  readonly folder: string;
  /** Of the sandbox. */
  readonly url: string;
  readonly controlToken: string | undefined;
  /** Are the worlds written as seeds with their keys, which a later version reads, in place of their databases? */
  readonly asSeeds: boolean;
}

/**
 * Writes all worlds into a folder, which is there once it is whole.
 *
 * @returns How many worlds.
 * @throws {Failure} when the folder is there already, or the sandbox refuses.
 */
export async function backUp({ folder, asSeeds, ...from }: Backup): Promise<number> {
  if (existsSync(folder)) throw new Failure(`${folder} is there already.`, "Name a folder that is not there.");
  if (!existsSync(dirname(folder))) throw new Failure(`The directory ${dirname(folder)} does not exist.`, "Create it.");
  const unfinished = `${folder}.new`;
  const into = asSeeds ? unfinished : join(unfinished, "worlds");
  let count = 0;
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(into, { recursive: true, mode: 0o700 });
    for (let after: number | null = 0; after !== null; ) {
      const page = await get(from, `?after=${after}`);
      const { worlds, next } = (await page.json()) as { worlds: readonly { id: string }[]; next: number | null };
      for (const { id } of worlds) {
        const answer = await get(from, `/${id}/${asSeeds ? "seed?is_with_keys=true" : "backup"}`);
        const name = `${nameFile(id)}${asSeeds ? ".json" : ".db"}`;
        writeFileSync(join(into, name), await answer.bytes(), { mode: 0o600, flush: true });
        count += 1;
      }
      after = next;
    }
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
  return count;
}

/** The remedies of refusals, by status. */
const remedies: Readonly<Record<number, string>> = {
  401: "Pass the sandbox's token with --control-token-file FILE.",
  404: "A sandbox of an earlier version has no backup: stop it, and copy its folder.",
};

/** Reads from the worlds of a sandbox. @throws {Failure} when it cannot be reached, or refuses. */
async function get({ url, controlToken }: Pick<Backup, "url" | "controlToken">, path: string): Promise<Response> {
  const address = `${url.replace(/\/+$/, "")}/_sandbox/worlds${path}`;
  const authorization = controlToken === undefined ? {} : { authorization: `Bearer ${controlToken}` };
  const headers = { "x-sandbox-control": "1", ...authorization };
  const answer = await fetch(address, { headers }).catch((error: Error) => {
    const remedy =
      "Start the sandbox, or pass its --url. For a private CA, set NODE_EXTRA_CA_CERTS to its certificate.";
    const { cause = error } = error;
    throw new Failure(`${address} cannot be reached (${describeError(cause)}).`, remedy, { cause: error });
  });
  if (answer.ok) return answer;
  const remedy = remedies[answer.status] ?? "Look at the log of the sandbox.";
  throw new Failure(`${address} answered ${answer.status}: ${await answer.text()}`, remedy);
}
