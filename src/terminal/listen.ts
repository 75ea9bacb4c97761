// Starts a server on the loopback interface, or says in one line why it cannot.
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { Failure } from "./failure.ts";

/**
 * Listens on 127.0.0.1.
 *
 * @param port 0 picks a free one.
 * @param what What listens, for the message: "the mock".
 * @param remedy How a person chooses another port.
 * @returns The address, such as `http://127.0.0.1:4010`.
 * @throws {Failure} when the port is taken or not allowed.
 */
export async function listenOnLoopback(server: Server, port: number, what: string, remedy: string): Promise<string> {
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") throw new Failure(`Port ${port} for ${what} is taken.`, remedy, { cause: error });
    if (code === "EACCES")
      throw new Failure(`Port ${port} for ${what} is not allowed to you.`, remedy, { cause: error });
    throw error;
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
