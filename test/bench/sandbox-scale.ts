// What a sandbox with 100,000 users and 1,000,000 events on disk costs beside one with 1,000 users: start, memory, calls, backlog.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, fsyncSync, openSync, statSync } from "node:fs";
import { Agent, createServer, request } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { styleText } from "node:util";
import { listenOnLoopback, showProgress } from "../../src/tools/terminal/index.ts";
import { builtCommand } from "./built-command.ts";
import { eventsPerUser, filledId, filledName, fillFile, fillTime, placeOfUser } from "./sandbox-fill.ts";

/** How many users are compared, and what is promised of the most. */
const defaultSizes = [1_000, 10_000, 100_000];
const [mostMegabytes, mostReadySeconds] = [150, 1];

/** A busy machine is noisy: a ratio up to this one counts as flat. */
const flat = 1.3;

const [rounds, warmUps, connections] = [5, 2, 4];

/** For how long a backlog is delivered, in seconds; the rest is left. */
const backlogSeconds = 30;

interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
}

/** A kind of call: any of a sandbox with so many users. */
interface Kind {
  readonly title: string;
  readonly perRound: number;
  readonly call: (users: number) => Call;
}

const random = (most: number) => Math.floor(Math.random() * most);
let made = 0;

/** A page of a list, from anywhere in it. */
function pageOf(title: string, list: string, most: (users: number) => number, query = ""): Kind {
  return {
    title,
    perRound: 40,
    call: (users) => ({
      method: "GET",
      path: `/_sandbox/worlds/demo/${list}?limit=50&after=${random(most(users))}${query}`,
    }),
  };
}

const kinds: readonly Kind[] = [
  {
    title: "resolve a user",
    perRound: 500,
    call: (users) => ({ method: "GET", path: `/v2/user/resolve/${filledName(random(users))}` }),
  },
  {
    title: "list connections",
    perRound: 500,
    call: (users) => ({ method: "GET", path: `/v2/user/providers/${filledId(random(users))}` }),
  },
  {
    title: "create a user",
    perRound: 200,
    call: () => {
      made += 1;
      return { method: "POST", path: "/v2/user/", body: { client_user_id: `made-${made}` } };
    },
  },
  {
    title: "place an order, with its event",
    perRound: 200,
    call: (users) => ({ method: "POST", path: "/v3/order", body: { user_id: filledId(random(users)) } }),
  },
  pageOf("page of users", "users", placeOfUser),
  pageOf("page of events", "events", (users) => users * eventsPerUser),
  pageOf("page of deliveries", "deliveries", (users) => users * eventsPerUser),
  // None is parked: all that are there must not be looked through
  pageOf("page of parked deliveries", "deliveries", () => 1, "&state=parked"),
  // From where a full page follows, whatever the size
  pageOf("page of due deliveries", "deliveries", (users) => (users * eventsPerUser) / 4, "&state=due"),
  { title: "worlds, with their counts", perRound: 200, call: () => ({ method: "GET", path: "/_sandbox/worlds" }) },
];

/** What is measured, and by what. */
export interface ScaleOptions {
  readonly sizes?: readonly number[];
  /** The packed command, which `npm run build` wrote. */
  readonly bin?: string;
}

/**
 * Measures and prints. It is no test: nothing makes it fail but a sandbox that does not answer.
 *
 * @param directory Where the files are made: 2 GB for 100,000 users.
 */
export async function measureSandboxScale(
  directory: string,
  signal: AbortSignal,
  options: ScaleOptions = {},
): Promise<void> {
  const { sizes = defaultSizes, bin = builtCommand() } = options;
  let taken = 0;
  const receiver = createServer((incoming, response) => {
    incoming.resume();
    incoming.once("end", () => {
      taken += 1;
      response.writeHead(204).end();
    });
  });
  const url = await listenOnLoopback(receiver, 0, "the receiver", "Try again.");
  const filled: Filled[] = [];
  const starts: Started[] = [];
  try {
    for (const users of sizes) {
      filled.push(await fill(join(directory, `scale-${users}.db`), users, `${url}/events`, signal));
    }
    for (const one of filled) starts.push(await start(bin, one));
    for (const { child } of starts.splice(0)) await stop(child);
    // The second start finds the file in the system's cache, as a restart does
    for (const one of filled) starts.push(await start(bin, one));
    const columns = (values: readonly string[]) => values.map((value) => value.padStart(14)).join("");
    say(`\nThe sandbox on disk, with ${eventsPerUser} events a user: CPU of the sandbox, and ratios to the smallest\n`);
    say(`${"users".padEnd(34)}${columns(sizes.map((size) => size.toLocaleString("en")))}\n`);
    say(`${"file, in MB".padEnd(34)}${columns(filled.map(({ bytes }) => (bytes / 1e6).toFixed(0)))}\n`);
    limited(
      "ready after, in s",
      starts.map(({ seconds }) => seconds),
      mostReadySeconds,
      2,
    );
    const before = await Promise.all(starts.map(async ({ child }) => (await costOf(child)).megabytes));
    limited("memory when ready, in MB", before, mostMegabytes, 0);
    for (const kind of kinds) {
      signal.throwIfAborted();
      ratios(kind.title, await cpuOf(kind, starts));
    }
    const after = await Promise.all(starts.map(async ({ child }) => (await costOf(child)).peakMegabytes));
    limited("largest memory, in MB", after, mostMegabytes, 0);
    await deliverBacklog(starts.at(-1), () => taken);
  } finally {
    await Promise.all(starts.map(({ child }) => stop(child)));
    receiver.close();
    receiver.closeAllConnections();
  }
}

interface Filled {
  readonly file: string;
  readonly users: number;
  readonly bytes: number;
}

async function fill(file: string, users: number, receiver: string, signal: AbortSignal): Promise<Filled> {
  // The receiver was down, and the next attempt follows in an hour
  const filling = { users, receiver, retryAtMs: Date.parse(fillTime) + 60 * 60 * 1000 };
  let done = showProgress(`Filling a sandbox with ${users} users`);
  await fillFile(file, filling, (filled) => {
    done();
    signal.throwIfAborted();
    done = showProgress(`Filling a sandbox with ${users} users: ${filled}`);
  });
  // So that it is not the first checkpoint which waits until all of the file is on the disk
  const handle = openSync(file, "r+");
  fsyncSync(handle);
  closeSync(handle);
  done();
  return { file, users, bytes: statSync(file).size };
}

interface Started extends Filled {
  readonly child: ChildProcess;
  readonly url: string;
  readonly seconds: number;
}

/** Lets the process tell what it has used. It keeps nothing alive. */
const teller = `import { readFileSync } from "node:fs";
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  let peak = process.resourceUsage().maxRSS * 1024;
  try { peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024; } catch {}
  process.send({ microseconds: user + system, megabytes: process.memoryUsage.rss() / 1e6, peakMegabytes: peak / 1e6 });
});
process.channel.unref();`;

async function start(bin: string, filled: Filled): Promise<Started> {
  const begin = performance.now();
  const hook = `data:text/javascript,${encodeURIComponent(teller)}`;
  const args = ["--import", hook, bin, "sandbox", "--port", "0", "--db", filled.file];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit", "ipc"] });
  let text = "";
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    const url = /http:\/\/[^\s,]+/.exec(text)?.[0];
    if (url !== undefined) return { ...filled, child, url, seconds: (performance.now() - begin) / 1000 };
  }
  throw new Error("The sandbox ended before it was ready. `npm run build` has to come first.");
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "exit");
  child.kill();
  await closed;
}

interface Cost {
  readonly microseconds: number;
  readonly megabytes: number;
  readonly peakMegabytes: number;
}

async function costOf(child: ChildProcess): Promise<Cost> {
  const told = once(child, "message");
  child.send("cost");
  return ((await told) as [Cost])[0];
}

/** Microseconds a call, by size. The sandboxes take turns, so that the machine's noise meets all alike. */
async function cpuOf({ title, perRound, call }: Kind, starts: readonly Started[]): Promise<number[]> {
  const measured = starts.map((): number[] => []);
  const done = showProgress(title);
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const [index, { child, url, users }] of starts.entries()) {
      const before = (await costOf(child)).microseconds;
      await repeated(url, perRound, () => call(users));
      if (round >= 0) measured[index]?.push(((await costOf(child)).microseconds - before) / perRound);
    }
  }
  done();
  return measured.map(middleOf);
}

async function repeated(url: string, count: number, call: () => Call): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = count;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      await send(url, call(), agent);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  agent.destroy();
}

function send(url: string, { method, path, body }: Call, agent?: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { "x-service-api-key": "sk_demo_team", "x-sandbox-control": "1" };
    const typed = body === undefined ? headers : { ...headers, "content-type": "application/json" };
    const outgoing = request(`${url}${path}`, { method, headers: typed, ...(agent && { agent }) }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      incoming.once("end", () =>
        incoming.statusCode === 200
          ? resolve(text)
          : reject(new Error(`${method} ${path} answered ${incoming.statusCode}: ${text}`)),
      );
    });
    outgoing.once("error", reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Lets the clock come to where all the receiver has missed is due, and looks at what that costs, and whether others are still answered. */
async function deliverBacklog(started: Started | undefined, taken: () => number): Promise<void> {
  if (started === undefined) return;
  const { child, url, users } = started;
  const before = taken();
  const begin = performance.now();
  const { microseconds } = await costOf(child);
  const done = showProgress(`Delivering a backlog for ${backlogSeconds} seconds`);
  let isOver = false;
  const advance = send(url, { method: "POST", path: "/_sandbox/worlds/demo/clock/advance", body: { hours: 1 } }).then(
    () => {
      isOver = true;
    },
    () => {},
  );
  let slowest = 0;
  while (!isOver && performance.now() - begin < backlogSeconds * 1000) {
    const asked = performance.now();
    await send(url, { method: "GET", path: `/v2/user/resolve/${filledName(random(users))}` });
    slowest = Math.max(slowest, performance.now() - asked);
    await Promise.race([advance, wait(100)]);
  }
  done();
  const seconds = (performance.now() - begin) / 1000;
  const count = taken() - before;
  const cost = await costOf(child);
  const each = (cost.microseconds - microseconds) / count;
  say(
    `Of the backlog ${count.toLocaleString("en")} events were delivered in ${seconds.toFixed(0)} s, ` +
      `${each.toFixed(0)} µs of CPU each; meanwhile a lookup took ${slowest.toFixed(0)} ms at most.\n`,
  );
  limited("largest memory then, in MB", [cost.peakMegabytes], mostMegabytes, 0);
  await stop(child);
  await advance;
}

function ratios(title: string, microseconds: readonly number[]): void {
  const [first = Number.NaN] = microseconds;
  const cells = microseconds.map((value, index) => {
    const text = index === 0 ? `${value.toFixed(0)} µs` : `${(value / first).toFixed(2)}x`;
    return coloured(value / first <= flat, text.padStart(14));
  });
  say(`${title.padEnd(34)}${cells.join("")}\n`);
}

function limited(title: string, values: readonly number[], most: number, digits: number): void {
  const cells = values.map((value) => coloured(value <= most, value.toFixed(digits).padStart(14)));
  say(`${title.padEnd(34)}${cells.join("")}   of at most ${most}\n`);
}

function coloured(isWell: boolean, text: string): string {
  return styleText(isWell ? "green" : "red", text, { stream: process.stdout });
}

function say(text: string): void {
  process.stdout.write(text);
}

function middleOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
