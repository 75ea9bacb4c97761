// Runs `prism mock` as a process of its own: some requests end it.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Failure } from "../shared/terminal/index.ts";

/** A running `prism mock`. */
export interface Prism {
  /** Its base URL, such as `http://127.0.0.1:34567`. */
  readonly url: string;
  /** Resolves when it has ended, with the reason. */
  readonly ended: Promise<string>;
  stop(): Promise<string>;
}

/**
 * Starts Prism on a free port.
 *
 * @throws {Failure} when the file is not a contract that Prism can serve.
 */
export async function startPrism(file: string): Promise<Prism> {
  const command = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));
  // With several processes, its default in production, Prism 5.16 ends when it starts
  const args = [command, "mock", file, "--port", "0", "--multiprocess=false"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => void child.kill();
  // This process may end without closing the mock
  process.on("exit", kill);
  let problem = "";
  const ended = new Promise<string>((resolve) => {
    child.once("close", (code, signal) => {
      process.off("exit", kill);
      resolve(problem || `it ended with ${signal ?? `exit code ${code}`}`);
    });
  });
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        problem = /^\w*Error: .+|(?<= fatal +)\S.*/.exec(line)?.[0] ?? problem;
        const [, address] = /listening on (http:\S+)/.exec(line) ?? [];
        if (address !== undefined) resolve(address);
      });
    }
    ended.then((why) => {
      reject(new Failure(`Prism cannot serve ${file}: ${why}.`, "Correct the contract, and run `npm run generate`."));
    });
  });
  const stop = () => {
    kill();
    return ended;
  };
  return { url, ended, stop };
}
