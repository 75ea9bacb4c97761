// What a call of the sandbox costs beside bare node:http and Prism in the same run, and how soon it is ready.
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { startSandbox } from "../../src/tools/sandbox/start-sandbox.ts";
import { showProgress } from "../../src/tools/terminal/index.ts";
import { builtCommand } from "./built-command.ts";

/** A call that is repeated. */
interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: string;
}

interface Cost {
  /** Of the server's process. */
  readonly cpuMicroseconds: number;
  readonly perSecond: number;
}

const [rounds, callsPerRound, connections] = [7, 3000, 32];

const read: Call = { method: "GET", path: "/v2/user/resolve/demo-walker-02" };
const write: Call = {
  method: "POST",
  path: "/v3/order",
  body: JSON.stringify({ patient_address: { access_notes: "Side entrance." }, clinical_comments: "Fasting." }),
};

/**
 * Measures and prints. It is no test: nothing makes it fail but a server that does not answer.
 *
 * @param directory Where the sandbox may keep its file.
 */
export async function measureSandbox(directory: string): Promise<void> {
  const servers = {
    "bare node:http": start("bare"),
    Prism: start("prism"),
    "this project's mock": start("mock"),
    "this sandbox, in memory": start("sandbox"),
    "this sandbox, in a file": start("sandbox", join(directory, "sandbox.db")),
  };
  try {
    await table("A validated read (resolveUser)", servers, read, 4);
    await table("A validated write with its event (placeOrder)", servers, write, 4);
  } finally {
    for (const { child } of Object.values(servers)) child.kill();
  }
  await readiness(directory);
}

interface Server {
  readonly child: ChildProcess;
  readonly url: Promise<string>;
}

function start(kind: string, ...args: string[]): Server {
  const child = fork(join(import.meta.dirname, "sandbox-server.ts"), [kind, ...args], { stdio: "inherit" });
  return { child, url: once(child, "message").then(([{ url }]) => String(url)) };
}

/** The servers take turns, so that the machine's noise meets all alike; the first rounds only warm up. */
async function table(title: string, servers: Record<string, Server>, call: Call, warmUps: number): Promise<void> {
  const costs = new Map(Object.keys(servers).map((name) => [name, [] as Cost[]]));
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [name, server] of Object.entries(servers)) {
      const done = showProgress(`${title}: ${name}`);
      const cost = await costOf(server, call).finally(done);
      if (round >= 0) costs.get(name)?.push(cost);
    }
  }
  const middle = new Map([...costs].map(([name, measured]) => [name, median(measured)]));
  const [bare, prism] = [middle.get("bare node:http"), middle.get("Prism")];
  process.stdout.write(`\n${title}: CPU of the server a call, and calls a second over ${connections} connections\n`);
  for (const [name, { cpuMicroseconds, perSecond }] of middle) {
    const ratios = `${(cpuMicroseconds / (bare?.cpuMicroseconds ?? Number.NaN)).toFixed(2)}x of bare, ${(perSecond / (prism?.perSecond ?? Number.NaN)).toFixed(1)}x of Prism's throughput`;
    process.stdout.write(
      `  ${name.padEnd(26)} ${cpuMicroseconds.toFixed(0).padStart(7)} µs ${perSecond.toFixed(0).padStart(7)}/s  ${ratios}\n`,
    );
  }
}

function median(costs: readonly Cost[]): Cost {
  const of = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  return {
    cpuMicroseconds: of(costs.map(({ cpuMicroseconds }) => cpuMicroseconds)),
    perSecond: of(costs.map(({ perSecond }) => perSecond)),
  };
}

async function costOf({ child, url }: Server, call: Call): Promise<Cost> {
  const address = new URL(await url);
  const before = await cpuOf(child);
  const start = performance.now();
  const left = { calls: callsPerRound };
  await Promise.all(Array.from({ length: connections }, () => callThrough(address, call, left)));
  const seconds = (performance.now() - start) / 1000;
  const cpuMicroseconds = ((await cpuOf(child)) - before) / callsPerRound;
  return { cpuMicroseconds, perSecond: callsPerRound / seconds };
}

async function cpuOf(child: ChildProcess): Promise<number> {
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

async function readiness(directory: string): Promise<void> {
  const times = [];
  for (let run = 0; run < 5; run += 1) times.push(await processReady(join(directory, `ready-${run}.db`)));
  process.stdout.write(`\nReady after process start, with an empty store: ${middleOf(times).toFixed(0)} ms of 400\n`);
  const starts = [];
  for (let run = 0; run < 6; run += 1) {
    const start = performance.now();
    const sandbox = await startSandbox();
    starts.push(performance.now() - start);
    await sandbox.close();
  }
  const [first = Number.NaN, ...later] = starts;
  process.stdout.write(
    `startSandbox() in process: ${first.toFixed(0)} ms at first, then ${middleOf(later).toFixed(0)} ms of 60\n`,
  );
}

async function processReady(db: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [builtCommand(), "sandbox", "--port", "0", "--seed", "empty", "--db", db], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    for await (const chunk of child.stdout) if (String(chunk).includes("ready")) return performance.now() - start;
    throw new Error("The sandbox ended before it was ready. `npm run build` has to come first.");
  } finally {
    child.kill();
  }
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
