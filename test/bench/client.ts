// The CPU of a call of the client, beside openapi-fetch.
import createFetchClient from "openapi-fetch";
import { user } from "../../generated/examples.ts";
import { createClient } from "../../src/client/index.ts";
import { showProgress } from "../../src/shared/terminal/index.ts";
import { printTable } from "./table.ts";

const [rounds, callsPerRound] = [15, 3000];
const baseUrl = "http://stub.example.com";
const headers = { "x-service-api-key": "k" };
const template = "/v2/user/resolve/{client_user_id}";
const options = () => ({ params: { path: { client_user_id: "demo-runner-01" } } });
const body = JSON.stringify(user);
const answer = async () => new Response(body, { headers: { "content-type": "application/json" } });

/** Prints the CPU of a call; the clients take turns, so that the machine's noise meets all alike. */
export async function measureClient(): Promise<void> {
  const done = showProgress("Measuring the client");
  const { fetch } = globalThis;
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
  globalThis.fetch = fetch;
  done();
  printTable("CPU of a call against a stub fetch, time-out and retries armed", times, "openapi-fetch", "µs");
}
