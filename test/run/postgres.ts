// Starts PostgreSQL in a temporary folder, where it listens on a socket and on no port; and one for the whole run, when the first test file asks for it.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { inRun } from "./directory.ts";
import { postgresPrograms } from "./needs.ts";

/** Nobody: PostgreSQL refuses to run as root. Others run it as themselves. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

/** What it writes is lost with the test. */
const settings = [
  "listen_addresses=",
  "max_connections=300",
  "fsync=off",
  "full_page_writes=off",
  "shared_buffers=16MB",
  "autovacuum=off",
];

/**
 * Makes a folder for a PostgreSQL; `needs("PostgreSQL")` says whether it is there.
 *
 * @returns The folder, and the command which starts one that keeps its data and its socket there.
 */
export async function newPostgres(more: readonly string[] = []) {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("PostgreSQL is missing.");
  // Beside the folder of the run, which only its user may enter, and short, as the path of a socket must be
  const directory = await mkdtemp(join(dirname(inRun()), "postgres-"));
  if (nobody !== undefined) await chown(directory, nobody.uid, nobody.gid);
  const how = { cwd: directory, ...nobody };
  const data = join(directory, "data");
  const made = ["--pgdata", data, "--username", "sandbox", "--auth", "trust", "--encoding", "UTF8", "--locale", "C"];
  try {
    await promisify(execFile)(join(programs, "initdb"), [...made, "--no-sync"], how);
  } catch (error) {
    await rm(directory, { recursive: true });
    throw error;
  }
  const options = [...settings, ...more].flatMap((setting) => ["-c", setting]);
  return { directory, how, command: [join(programs, "postgres"), "-D", data, "-k", directory, ...options] } as const;
}

/** Waits until a PostgreSQL takes connections, or has ended. @returns What it said, and whether it does. */
export async function untilReady(child: ChildProcess): Promise<{ said: string; isReady: boolean }> {
  const said: string[] = [];
  if (child.stderr === null) throw new Error("Its errors cannot be read.");
  for await (const line of createInterface(child.stderr)) {
    said.push(line);
    if (line.includes("ready to accept connections")) break;
  }
  child.stderr.resume();
  return { said: said.join("\n"), isReady: said.at(-1)?.includes("ready to accept connections") === true };
}

/** Ends the PostgreSQL when its own input ends, as it does with the process that holds the other end, removes the folder, and writes the times of all: last, since perhaps nobody reads them. */
const guarded = `trap '' HUP INT TERM
"$@" > /dev/null &
exec 2> /dev/null
cat > /dev/null
kill -INT $! && wait $!
rm -r "$PWD"
times`;

/**
 * Starts one that ends with this process, even if that is killed.
 *
 * @returns What ends it, and says how many seconds of CPU it has used.
 */
export async function startGuarded(): Promise<{ directory: string; end(): Promise<number> }> {
  const { directory, how, command } = await newPostgres();
  const child = spawn("sh", ["-c", guarded, "sh", ...command], { ...how, stdio: "pipe" });
  const ended = once(child, "exit");
  const { said, isReady } = await untilReady(child);
  const end = async () => {
    child.stdin.end();
    const [times] = await Promise.all([text(child.stdout), ended]);
    return secondsIn(times);
  };
  if (!isReady) {
    await end();
    throw new Error(`PostgreSQL did not start: ${said}`);
  }
  return { directory, end };
}

/** The sum of what the shell's `times` has written, such as `0m1.20s`. */
function secondsIn(times: string): number {
  const found = Array.from(times.matchAll(/(\d+)m([\d.]+)s/g));
  return found.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** Where the process of the run is asked for its PostgreSQL. */
const socketOfRun = () => inRun("postgres");

/**
 * Lets the test files of this run have a PostgreSQL: it belongs to the process of the run, and is no leftover of a file.
 *
 * @returns What ends it, and says how many seconds of CPU it has used.
 */
export async function offerPostgres(): Promise<() => Promise<number>> {
  let started: ReturnType<typeof startGuarded> | undefined;
  const server = createServer(async (socket) => {
    started ??= startGuarded();
    const answer = started.then(
      ({ directory }) => ({ directory }),
      (error: unknown) => ({ failed: String(error) }),
    );
    socket.on("error", () => {});
    socket.end(JSON.stringify(await answer));
  });
  server.listen(socketOfRun()).unref();
  await once(server, "listening");
  return async () => {
    server.close();
    if (started === undefined) return 0;
    return started.then(
      ({ end }) => end(),
      () => 0,
    );
  };
}

/** The folder of the PostgreSQL of this run, which is started for the first one who asks. */
export async function postgresOfRun(): Promise<string> {
  const answer = JSON.parse(await text(createConnection(socketOfRun()))) as { directory?: string; failed?: string };
  if (answer.directory === undefined) throw new Error(answer.failed);
  return answer.directory;
}
