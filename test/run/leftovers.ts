// Finds what a test has left behind: files, processes and open ports. Processes and ports are looked up in /proc, so on Linux only.
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { variable } from "./directory.ts";

/** What ends a little after the test that ended it, such as a process, has this long: only a hang takes longer. */
const patienceMs = 60_000;

/** Something that a test has left behind. */
export interface Leftover {
  readonly what: string;
  /** Ends or removes it, so that it harms no other test. */
  clear?(): void;
}

/** Waits until nothing is left, and returns what still is when the patience ends. */
export async function leftAfterAll(look: () => readonly Leftover[]): Promise<readonly Leftover[]> {
  const end = performance.now() + patienceMs;
  let left = look();
  while (left.length > 0 && performance.now() < end) {
    await wait(20);
    left = look();
  }
  return left;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    // The process has ended, is another user's, or there is no /proc
    return undefined;
  }
}

/** What stands in a folder. */
export function filesIn(directory: string): Leftover[] {
  return (attempt(() => readdirSync(directory)) ?? [])
    .map((name) => join(directory, name))
    .map((path) => ({
      what: `a file or folder: ${path}`,
      clear: () => rmSync(path, { recursive: true, force: true }),
    }));
}

/** The numbers of all processes, which is quick to read. */
export function processNumbers(): string[] {
  return (attempt(() => readdirSync("/proc")) ?? []).filter((name) => /^\d+$/.test(name));
}

/**
 * The processes that belong to a file or a run.
 *
 * @param marks What stands in their environment, as `NAME=value`.
 * @param others Those that do not: their environments need not be read.
 */
export function processesWith(marks: readonly string[], others: ReadonlySet<string> = new Set()): Leftover[] {
  return processNumbers().flatMap((pid) => {
    if (others.has(pid) || Number(pid) === process.pid) return [];
    const environment = attempt(() => readFileSync(`/proc/${pid}/environ`, "utf8"))?.split("\0") ?? [];
    if (!marks.every((mark) => environment.includes(mark))) return [];
    const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"))?.replaceAll("\0", " ") ?? "";
    // esbuild keeps one for the process that uses it, and ends with it
    if (command.includes(" --service=")) return [];
    const owner = `${variable.file}=`;
    const file = environment.find((entry) => entry.startsWith(owner))?.slice(owner.length);
    // Vitest's own have no file, and end after the tests
    if (file === undefined) return [];
    return [
      {
        what: `a process of ${file}: ${pid} ${command.slice(0, 300)}`,
        clear: () => void attempt(() => process.kill(Number(pid), "SIGKILL")),
      },
    ];
  });
}

/** The sockets of this process. */
export function ownSockets(): ReadonlySet<string> {
  const links = (attempt(() => readdirSync("/proc/self/fd")) ?? []).map((fd) =>
    attempt(() => readlinkSync(`/proc/self/fd/${fd}`)),
  );
  return new Set(links.filter((link) => link?.startsWith("socket:")) as string[]);
}

/** The ports on which this process listens by other sockets than these. */
export function openPorts(others: ReadonlySet<string>): Leftover[] {
  const sockets = new Set([...ownSockets()].filter((socket) => !others.has(socket)));
  // The tables have the sockets of the whole machine, and take long to read
  if (sockets.size === 0) return [];
  const listening = "0A";
  return ["/proc/self/net/tcp", "/proc/self/net/tcp6"].flatMap((table) =>
    (attempt(() => readFileSync(table, "utf8")) ?? "").split("\n").flatMap((line) => {
      const [, address = "", , state, , , , , , inode] = line.trim().split(/\s+/);
      if (state !== listening || !sockets.has(`socket:[${inode}]`)) return [];
      return [{ what: `an open port: ${Number.parseInt(address.split(":")[1] ?? "", 16)}` }];
    }),
  );
}
