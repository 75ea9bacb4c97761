// Starts the proxy of `npm run mock -- --proxy`: as a process, as a command in this process, or by its function.
import { mockCommand } from "../../../src/pipeline/mock/command.ts";
import { type ContractProxy, startProxy } from "../../../src/pipeline/mock/proxy.ts";
import type { Exchange } from "../../../src/pipeline/mock/tally.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import { type RunningCommand, type ServingHere, startCommand, startHere } from "../../commands.ts";

/** A proxy that is a command. */
export interface StartedProxy<Command> {
  readonly command: Command;
  readonly url: string;
  /** The line that says so. */
  readonly ready: string;
}

/** Starts the command in front of a server as a process, and waits until it is ready. */
export function startedProxy(upstream: string, ...more: readonly string[]): Promise<StartedProxy<RunningCommand>> {
  return whenReady(startCommand("pipeline/mock/command.ts", [...toServer(upstream), ...more]));
}

/** Starts the command in front of a server, in this process. */
export async function proxyHere(upstream: string, ...more: readonly string[]): Promise<StartedProxy<ServingHere>> {
  return whenReady(await startHere(mockCommand, [...toServer(upstream), ...more]));
}

/** Starts a proxy by its function, and keeps the exchanges that it reports. */
export async function recordingProxy(
  upstream: string,
  timeout = 120_000,
): Promise<ContractProxy & { readonly exchanges: readonly Exchange[] }> {
  const { document } = await readContract();
  const exchanges: Exchange[] = [];
  const frame = { document, port: 0, upstream: new URL(upstream), timeout };
  return { ...(await startProxy({ ...frame, onExchange: (exchange) => void exchanges.push(exchange) })), exchanges };
}

const toServer = (upstream: string) => ["--port", "0", "--proxy", upstream];

async function whenReady<Command extends ServingHere | RunningCommand>(
  command: Command,
): Promise<StartedProxy<Command>> {
  const [ready = "", url = ""] = await command.printed(/^Proxy ready at (\S+), forwarding to \S+\n/m);
  return { command, url, ready };
}
