// Starts a server on the loopback interface, or reports in one line why it cannot.
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { Failure } from "./failure.ts";

/** A port that a command is about to listen on. */
export interface WantedPort {
  readonly port: number;
  /** What listens, for the message: "the mock". */
  readonly what: string;
  /** The option that chooses another, such as `--mock-port`. */
  readonly option: string;
}

/**
 * Checks that ports are free, before seconds of other work. It opens all at once, so it also notices the same port given twice.
 *
 * @param command How the options are passed, such as `npm start --`.
 * @throws {Failure} that names every port in use.
 */
export async function requireFreePorts(wanted: readonly WantedPort[], command: string): Promise<void> {
  const held: Server[] = [];
  const taken: WantedPort[] = [];
  for (const one of wanted) {
    const server = createServer().listen(one.port, "127.0.0.1");
    const isTaken = await once(server, "listening").then(
      () => held.push(server) === 0,
      // Any other error is reported when the server listens
      (error: unknown) => error instanceof Error && "code" in error && error.code === "EADDRINUSE",
    );
    if (isTaken) taken.push(one);
  }
  await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  if (taken.length === 0) return;
  const ports = taken.map(({ port, what }) => `${port} for ${what}`);
  const options = taken.map(({ option }) => `${option} N`).join(" ");
  throw new Failure(
    ports.length === 1 ? `Port ${ports[0]} is already in use.` : `Ports are already in use: ${ports.join(", ")}.`,
    `Pass ${ports.length === 1 ? "another port" : "other ports"}: \`${command} ${options}\`.`,
  );
}

/**
 * Listens on 127.0.0.1.
 *
 * @param port 0 picks a free port.
 * @param what What listens, for the message: "the mock".
 * @param remedy How to choose another port.
 * @returns The address, such as `http://127.0.0.1:4010`.
 * @throws {Failure} when the port is in use or not permitted.
 */
export async function listenOnLoopback(server: Server, port: number, what: string, remedy: string): Promise<string> {
  return listenOn("127.0.0.1", server, port, what, remedy);
}

/**
 * Listens on an address, as `listenOnLoopback` does.
 *
 * @param host An IP address of this machine, or one for all of them: `0.0.0.0`, `::`.
 * @throws {Failure} also when the machine does not have the address.
 */
export async function listenOn(
  host: string,
  server: Server,
  port: number,
  what: string,
  remedy: string,
): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE")
      throw new Failure(`Port ${port} for ${what} is already in use.`, remedy, { cause: error });
    if (code === "EACCES")
      throw new Failure(`Permission denied for port ${port}, for ${what}.`, remedy, { cause: error });
    if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT" || code === "EINVAL") {
      throw new Failure(`This machine does not have the address ${host}, for ${what}.`, "Pass one that it has.", {
        cause: error,
      });
    }
    throw error;
  }
  return `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}
