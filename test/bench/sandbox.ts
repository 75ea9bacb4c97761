// The CPU of the sandbox for a call, beside bare node:http in the same run.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { showProgress } from "../../src/shared/terminal/index.ts";
import { printTable } from "./table.ts";

/** A call that is repeated. */
interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

interface Server {
  readonly child: ChildProcess;
  readonly url: Promise<string>;
}

const [warmUps, rounds, callsPerRound, connections] = [4, 7, 3000, 32];

const calls: Readonly<Record<string, Call>> = {
  "read (resolveUser)": { method: "GET", path: "/v2/user/resolve/demo-walker-02" },
  "write with its event (placeOrder)": {
    method: "POST",
    path: "/v3/order",
    body: JSON.stringify({ patient_address: { access_notes: "Side entrance." }, clinical_comments: "Fasting." }),
  },
};

/** Prints what a read and a write cost. */
export async function measureSandbox(directory: string): Promise<void> {
  const servers = {
    "bare node:http": start("bare"),
    "this sandbox, in memory": start("sandbox"),
    "this sandbox, in a file": start("sandbox", join(directory, "sandbox.db")),
  };
  try {
    for (const [name, call] of Object.entries(calls)) await measureCall(name, servers, call);
  } finally {
    for (const { child } of Object.values(servers)) child.kill();
  }
}

function start(kind: string, ...args: string[]): Server {
  const child = fork(join(import.meta.dirname, "sandbox-server.ts"), [kind, ...args], { stdio: "inherit" });
  return { child, url: once(child, "message").then(([{ url }]) => String(url)) };
}

/** The servers take turns, so that the machine's noise meets all alike; the first rounds only warm up. */
async function measureCall(title: string, servers: Readonly<Record<string, Server>>, call: Call): Promise<void> {
  const times = new Map(Object.keys(servers).map((name) => [name, [] as number[]]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [name, { child, url }] of Object.entries(servers)) {
      const done = showProgress(`${title}: ${name}`);
      const address = await url;
      const before = await readCpu(child);
      const left = { calls: callsPerRound };
      await Promise.all(Array.from({ length: connections }, () => callInTurn(address, call, left)));
      if (round >= 0) times.get(name)?.push(((await readCpu(child)) - before) / callsPerRound);
      done();
    }
  }
  printTable(
    `CPU of the server for a ${title}, without response checks, over ${connections} connections`,
    times,
    "bare node:http",
    "µs",
  );
}

async function readCpu(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ cpuMicroseconds }] = await once(child, "message");
  return Number(cpuMicroseconds);
}

/** Calls one after the other until none is left. */
async function callInTurn(url: string, { method, path, body }: Call, left: { calls: number }): Promise<void> {
  const headers = { "content-type": "application/json", "x-service-api-key": "sk_demo_team" };
  while (left.calls > 0) {
    left.calls -= 1;
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`);
    await answer.arrayBuffer();
  }
}
