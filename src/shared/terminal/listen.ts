// Makes a server listen, or says in one line why it cannot.
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { Failure } from "./failure.ts";

/**
 * Starts a server.
 *
 * @param port 0 picks a free port.
 * @param what What listens, for the message: "the mock".
 * @param remedy How to choose another port.
 * @param host An IP address of this machine, or one for all of them, `0.0.0.0` or `::`; by default only this machine reaches it.
 * @returns The address, such as `http://127.0.0.1:4010`.
 * @throws {Failure} when the port is in use or not permitted, or the machine does not have the address.
 */
export async function listenOn(
  server: Server,
  port: number,
  what: string,
  remedy: string,
  host = "127.0.0.1",
): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const another = `${remedy} 0 picks a free one.`;
    if (code === "EADDRINUSE")
      throw new Failure(`Port ${port} for ${what} is already in use.`, another, { cause: error });
    if (code === "EACCES")
      throw new Failure(`Permission denied for port ${port}, for ${what}.`, another, { cause: error });
    if (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT" || code === "EINVAL") {
      throw new Failure(`This machine does not have the address ${host}, for ${what}.`, "Pass one that it has.", {
        cause: error,
      });
    }
    throw error;
  }
  return `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
}
