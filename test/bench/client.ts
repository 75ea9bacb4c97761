// What the package costs its users, beside what they would use instead: CPU of a call, size, import time, type-checking.
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import createFetchClient from "openapi-fetch";
import { user } from "../../generated/examples.ts";
import { createClient, TimeoutError } from "../../src/package/client/index.ts";
import { parseEvent } from "../../src/package/events/index.ts";
import { projectDirectory } from "../../src/tools/contract/index.ts";
import { Failure, showProgress } from "../../src/tools/terminal/index.ts";
import { instantiations } from "./type-cost.ts";

/** What is measured of the clients of `test/matrix/`. */
interface Rivals {
  readonly ky: { create(options: object): { get(path: string): { json(): Promise<unknown> } } };
  readonly OpenAI: new (options: object) => { get(path: string): Promise<unknown> };
}

const matrix = join(projectDirectory, "test", "matrix");
const baseUrl = "http://stub.example.com";
const path = "/v2/user/resolve/{client_user_id}";
const options = () => ({ params: { path: { client_user_id: "demo-runner-01" } } });
const body = JSON.stringify(user);
let hanging: ((signal: AbortSignal | undefined) => Promise<Response>) | undefined;
const answer = async () => new Response(body, { headers: { "content-type": "application/json" } });
globalThis.fetch = (_, init) => hanging?.(init?.signal ?? undefined) ?? answer();
const ours = createClient({ baseUrl, apiKey: "k" });
const withFetch = createClient({ baseUrl, apiKey: "k", fetch: (request) => hanging?.(request.signal) ?? answer() });

/** The median CPU time of a call in microseconds, the rivals taking turns so that the machine's noise meets all alike. */
async function cpuPerCall(rivals: Readonly<Record<string, () => Promise<unknown>>>): Promise<Map<string, number>> {
  const [rounds, calls] = [15, 3000];
  const times = new Map(Object.keys(rivals).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, call] of Object.entries(rivals)) {
      const start = process.cpuUsage();
      for (let index = 0; index < calls; index += 1) await call();
      const { user, system } = process.cpuUsage(start);
      // The first round only warms up
      if (round > 0) times.get(name)?.push((user + system) / calls);
    }
  }
  return new Map([...times].map(([name, measured]) => [name, median(measured)]));
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function table(title: string, times: ReadonlyMap<string, number>, reference: string, unit: string): void {
  const base = times.get(reference) ?? Number.NaN;
  process.stdout.write(`\n${title}\n`);
  for (const [name, time] of times) {
    process.stdout.write(`  ${name.padEnd(34)} ${time.toFixed(2).padStart(9)} ${unit}  ${(time / base).toFixed(2)}x\n`);
  }
}

async function rivals(): Promise<Rivals> {
  try {
    return (await import(pathToFileURL(join(matrix, "clients.js")).href)) as Rivals;
  } catch {
    throw new Failure("The clients to compare with are not installed.", "Run `npm ci --prefix test/matrix`.");
  }
}

async function calls(): Promise<void> {
  const bare = async () => {
    new Request(`${baseUrl}/v2/user/resolve/demo-runner-01`, { headers: { "x-service-api-key": "k" } });
    return (await answer()).json();
  };
  const plain = createFetchClient<Record<string, Record<"get", object>>>({
    baseUrl,
    headers: { "x-service-api-key": "k" },
  });
  const { ky, OpenAI } = await rivals();
  const kyClient = ky.create({ prefix: baseUrl, headers: { "x-service-api-key": "k" }, timeout: 90_000 });
  const openai = new OpenAI({ apiKey: "k", baseURL: baseUrl, fetch: answer, dangerouslyAllowBrowser: true });
  const times = await cpuPerCall({
    "new Request and json()": bare,
    "openapi-fetch": () => plain.GET(path, options() as never),
    "this package": () => ours.GET(path, options()),
    "this package, with a custom fetch": () => withFetch.GET(path, options()),
    ky: () => kyClient.get("v2/user/resolve/demo-runner-01").json(),
    openai: () => openai.get("/v2/user/resolve/demo-runner-01"),
  });
  table("CPU of a call against a stub fetch, time-out and retries armed", times, "openapi-fetch", "µs");
}

/** The very clients that were measured abort a call that hangs, with their retries armed. */
async function abortsHungCalls(): Promise<boolean> {
  let aborted = 0;
  hanging = (signal) =>
    new Promise((_, reject) => {
      signal?.addEventListener("abort", () => {
        aborted += 1;
        reject(signal.reason);
      });
    });
  const failures = await Promise.all(
    [ours, withFetch].map((client) =>
      client.GET(path, { ...options(), timeoutMs: 50 }).catch((error: unknown) => error),
    ),
  );
  hanging = undefined;
  // Two clients, an attempt and two retries each
  return aborted === 6 && failures.every((failure) => failure instanceof TimeoutError);
}

async function events(): Promise<void> {
  const event = JSON.stringify({
    event_type: "daily.data.steps.created",
    data: { source: { provider: "demo_ring" }, steps: Array.from({ length: 20 }, (_, at) => ({ at, count: at * 10 })) },
  });
  const times = await cpuPerCall({
    "JSON.parse": async () => JSON.parse(event),
    parseEvent: async () => parseEvent(event),
  });
  table("CPU of reading an event", times, "JSON.parse", "µs");
}

async function sizes(): Promise<void> {
  const entries = {
    "openapi-fetch": `import c from "openapi-fetch"; console.log(c)`,
    "this package, createClient": `import { createClient } from "./src/package/client/index.ts"; console.log(createClient)`,
    "this package, everything": `export * from "./src/package/client/index.ts"`,
    "events, parseEvent": `import { parseEvent } from "./src/package/events/index.ts"; console.log(parseEvent)`,
    "events, validateEvent": `import { validateEvent } from "./src/package/events/validate.ts"; console.log(validateEvent)`,
  };
  const others = {
    openai: `import OpenAI from "openai"; console.log(OpenAI)`,
    ky: `import ky from "ky"; console.log(ky)`,
  };
  process.stdout.write("\nMinified size, and gzipped\n");
  for (const [name, contents] of Object.entries({ ...entries, ...others })) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: name in entries ? projectDirectory : matrix, loader: "ts" },
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      write: false,
      logLevel: "silent",
    });
    const [output] = outputFiles;
    if (output === undefined) continue;
    const zipped = gzipSync(output.contents, { level: 9 }).length;
    process.stdout.write(
      `  ${name.padEnd(34)} ${String(output.contents.length).padStart(9)} B ${String(zipped).padStart(8)} B\n`,
    );
  }
}

async function importTime(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    const ours = join(directory, "ours.mjs");
    await build({
      entryPoints: [join(projectDirectory, "src/package/client/index.ts")],
      bundle: true,
      format: "esm",
      outfile: ours,
      logLevel: "silent",
    });
    const empty = join(directory, "empty.mjs");
    await writeFile(empty, "export {};\n");
    const times = new Map([ours, empty].map((file) => [file, [] as number[]]));
    for (let round = 0; round < 20; round += 1) {
      for (const [file, measured] of times) {
        const code = `const t = performance.now(); await import(${JSON.stringify(file)}); console.log(performance.now() - t)`;
        const run = spawnSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
        measured.push(Number(run.stdout));
      }
    }
    const medians = new Map(
      [...times].map(([file, measured]) => [file === ours ? "this package" : "an empty module", median(measured)]),
    );
    table("Import time", medians, "an empty module", "ms");
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function typeCost(): void {
  process.stdout.write("\nType instantiations of 100 calls, by operations in the contract\n");
  for (const types of ["ours", "openapi-fetch"] as const) {
    const counts = [50, 500, 2000].map(
      (operations) => `${operations}: ${instantiations(types, operations).toLocaleString("en")}`,
    );
    process.stdout.write(`  ${types.padEnd(34)} ${counts.join("   ")}\n`);
  }
}

/**
 * Prints what the package costs its users, beside what they would use instead.
 *
 * @returns Whether the client that was measured aborts a call that hangs: otherwise its figures are worth nothing.
 */
export async function measureClient(): Promise<boolean> {
  for (const step of [calls, events, sizes, importTime, async () => typeCost()]) {
    const done = showProgress("Measuring the client");
    await step().finally(done);
  }
  const aborts = await abortsHungCalls();
  process.stdout.write(`\nA hung call is ${aborts ? "" : "NOT "}aborted by the client that was measured.\n`);
  return aborts;
}
