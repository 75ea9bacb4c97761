// The CPU of a call, the size and the cost of the types, of the client and of openapi-fetch.
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import createFetchClient from "openapi-fetch";
import { user } from "../../generated/examples.ts";
import { createClient } from "../../src/client/index.ts";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { showProgress } from "../../src/shared/terminal/index.ts";
import { instantiations } from "../client/type-cost.ts";
import { printTable } from "./table.ts";

const [rounds, callsPerRound] = [15, 3000];
const baseUrl = "http://stub.example.com";
const headers = { "x-service-api-key": "k" };
const template = "/v2/user/resolve/{client_user_id}";
const options = () => ({ params: { path: { client_user_id: "demo-runner-01" } } });
const body = JSON.stringify(user);
const answer = async () => new Response(body, { headers: { "content-type": "application/json" } });

/** Prints what the client costs. */
export async function measureClient(): Promise<boolean> {
  for (const step of [measureCalls, measureSizes, async () => measureTypes()]) {
    const done = showProgress("Measuring the client");
    await step().finally(done);
  }
  return true;
}

/** CPU of a call; the clients take turns, so that the machine's noise meets all alike. */
async function measureCalls(): Promise<void> {
  globalThis.fetch = answer;
  const ours = createClient({ baseUrl, apiKey: "k" });
  const plain = createFetchClient<Record<string, Record<"get", object>>>({ baseUrl, headers });
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    "openapi-fetch": () => plain.GET(template, options() as never),
    "this package": () => ours.GET(template, options()),
  };
  const times = new Map(Object.keys(calls).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const start = process.cpuUsage();
      for (let index = 0; index < callsPerRound; index += 1) await call();
      const { user: inUser, system } = process.cpuUsage(start);
      // The first round only warms up
      if (round > 0) times.get(name)?.push((inUser + system) / callsPerRound);
    }
  }
  printTable("CPU of a call against a stub fetch, time-out and retries armed", times, "openapi-fetch", "µs");
}

async function measureSizes(): Promise<void> {
  const entries: Readonly<Record<string, string>> = {
    "openapi-fetch": 'import c from "openapi-fetch"; console.log(c)',
    "this package": 'import { createClient } from "./src/client/index.ts"; console.log(createClient)',
  };
  const sizes = new Map<string, number[]>();
  for (const [name, contents] of Object.entries(entries)) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: projectDirectory, loader: "ts" },
      ...{ bundle: true, minify: true, format: "esm", platform: "browser", write: false, logLevel: "silent" },
    });
    sizes.set(
      name,
      outputFiles.map((file) => gzipSync(file.contents, { level: 9 }).length),
    );
  }
  printTable("Size, minified and gzipped", sizes, "openapi-fetch", "B ");
}

function measureTypes(): void {
  for (const operations of [50, 500]) {
    const counts = new Map(
      (["openapi-fetch", "ours"] as const).map((types) => [
        types === "ours" ? "this package" : types,
        [instantiations(types, operations)],
      ]),
    );
    printTable(
      `Type instantiations of 100 calls, of a contract with ${operations} operations`,
      counts,
      "openapi-fetch",
      "  ",
    );
  }
}
