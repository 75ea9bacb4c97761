// What a call of the sandbox costs its process beside bare node:http in the same run, and how long others wait for a busy world.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
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
export async function measureSandbox(directory: string): Promise<boolean> {
  const servers = {
    "bare node:http": start("bare"),
    "this sandbox, in memory": start("sandbox"),
    "this sandbox, in a file": start("sandbox", join(directory, "sandbox.db")),
  };
  try {
    for (const [name, call] of Object.entries(calls)) await measureCall(name, servers, call);
    for (const [name, { url }] of Object.entries(servers)) {
      if (name.startsWith("this sandbox")) await measureWaiting(name, await url);
    }
  } finally {
    for (const { child } of Object.values(servers)) child.kill();
  }
  return true;
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
      const address = new URL(await url);
      const before = await readCpu(child);
      const left = { calls: callsPerRound };
      await Promise.all(Array.from({ length: connections }, () => callThrough(address, call, left)));
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

const [users, bursts, otherCalls] = [100_000, 12, 200];

/** Prints how long calls of other worlds wait while one world is busy. */
async function measureWaiting(name: string, url: string): Promise<void> {
  const done = showProgress(`waiting: ${name}`);
  const json = { "content-type": "application/json", "x-sandbox-control": "1" };
  const send = async (method: string, path: string, body: object, key = "") => {
    const request = { method, headers: { ...json, "x-service-api-key": key }, body: JSON.stringify(body) };
    return (await (await fetch(`${url}${path}`, request)).json()) as Record<string, string>;
  };
  const makeWorld = (id: string) => send("PUT", `/_sandbox/worlds/${id}`, { seed: "empty" });
  const createUser = async ({ api_key }: Record<string, string>, client_user_id: string) =>
    (await send("POST", "/v2/user/", { client_user_id }, api_key))["user_id"];
  const busy = await makeWorld("busy");
  const user_ids = await Promise.all(Array.from({ length: bursts }, (_, at) => createUser(busy, `burst-${at}`)));
  for (const user_id of user_ids) {
    await send("POST", "/_sandbox/worlds/busy/happenings", { name: "connectionMade", user_id, provider: "demo_ring" });
  }
  const large = await makeWorld("large");
  for (let made = 0; made < users; made += connections) {
    await Promise.all(Array.from({ length: connections }, (_, at) => createUser(large, `user-${made + at}`)));
  }
  done();
  const work = {
    [`a burst of 10,000 events by each of ${bursts} clients`]: () =>
      Promise.all(
        user_ids.map((user_id) =>
          send("POST", "/_sandbox/worlds/busy/happenings", {
            name: "backfillArrived",
            user_id,
            provider: "demo_ring",
            resource: "sleep",
          }),
        ),
      ),
    [`a copy of ${users} users`]: () => send("PUT", "/_sandbox/worlds/copied", { copy_of: "large" }),
    [`a reset of ${users} users`]: () => send("POST", "/_sandbox/worlds/copied/reset", {}),
    [`a removal of ${users} users`]: () => send("DELETE", "/_sandbox/worlds/large", {}),
  };
  process.stdout.write(`\nThe slowest of ${otherCalls} calls of others, ${name}\n`);
  for (const [what, run] of Object.entries(work)) {
    const slowest = { read: 0, health: 0 };
    const isOver = run();
    for (let at = 0; at < otherCalls; at += 1) {
      for (const [kind, path] of [
        ["read", "/v2/user/resolve/demo-walker-02"],
        ["health", "/health"],
      ] as const) {
        const beganMs = performance.now();
        await (await fetch(`${url}${path}`, { headers: { "x-service-api-key": "sk_demo_team" } })).text();
        slowest[kind] = Math.max(slowest[kind], performance.now() - beganMs);
      }
    }
    await isOver;
    process.stdout.write(
      `  ${what.padEnd(50)} read ${slowest.read.toFixed()} ms, /health ${slowest.health.toFixed()} ms\n`,
    );
  }
}

async function readCpu(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ cpuMicroseconds }] = await once(child, "message");
  return Number(cpuMicroseconds);
}

/**
 * Sends one call after the other through a connection of its own. A whole client would cost more than the servers do,
 * and they would wait for it.
 */
function callThrough(
  { hostname, port }: URL,
  { method, path, body = "" }: Call,
  left: { calls: number },
): Promise<void> {
  const content = body === "" ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  const bytes = Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-service-api-key: sk_demo_team\r\n${content}\r\n${body}`,
  );
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const next = () => {
      if (left.calls <= 0) {
        socket.destroy();
        return resolve();
      }
      left.calls -= 1;
      socket.write(bytes);
    };
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      const headEnd = text.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (headEnd < 0 || text.length < headEnd + 4 + length) return;
      if (!text.startsWith("HTTP/1.1 200")) reject(new Error(`${path} answered ${text.slice(9, 12)}.`));
      text = "";
      next();
    });
    socket.once("error", reject).once("connect", next);
  });
}
