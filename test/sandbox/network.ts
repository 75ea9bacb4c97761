// The network between a sandbox and its PostgreSQL, which a test cuts or lets hang.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** How it is: it forwards, resets connections, or takes what is sent and forwards nothing. */
export type Condition = "well" | "cut" | "hanging";

/** Listens on the loopback interface and forwards to a socket. */
export class Network {
  readonly port: number;
  readonly close: () => Promise<void>;
  readonly #connections: Set<Connection>;
  #condition: Condition = "well";

  private constructor(port: number, connections: Set<Connection>, close: () => Promise<void>) {
    this.port = port;
    this.#connections = connections;
    this.close = close;
  }

  static async to(socket: string): Promise<Network> {
    const connections = new Set<Connection>();
    const server = createServer({ pauseOnConnect: true }, (near) => {
      const made = new Connection(near, socket, () => connections.delete(made));
      connections.add(made);
      made.become(network.#condition);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const close = async () => {
      for (const connection of connections) connection.become("cut");
      server.close();
      await once(server, "close");
    };
    const network = new Network((server.address() as AddressInfo).port, connections, close);
    return network;
  }

  /** The connections that hung are lost once it is well again: nobody knows what was sent meanwhile. */
  become(condition: Condition): void {
    const wasHanging = this.#condition === "hanging";
    this.#condition = condition;
    for (const connection of this.#connections) connection.become(wasHanging ? "cut" : condition);
  }
}

class Connection {
  readonly #near: Socket;
  readonly #far: Socket;
  #isJoined = false;

  constructor(near: Socket, socket: string, onClose: () => void) {
    this.#near = near;
    this.#far = connect({ path: socket });
    this.#far.once("close", onClose);
    for (const one of [this.#near, this.#far]) one.on("error", () => {});
    this.#far.once("close", () => this.#isJoined && this.#near.destroy());
    // While it hangs, PostgreSQL does not see that the sandbox gives a connection up
    this.#near.once("close", () => this.#isJoined && this.#far.destroy());
  }

  become(condition: Condition): void {
    const [near, far] = [this.#near, this.#far];
    if (condition === "cut") {
      this.#isJoined = true;
      near.resetAndDestroy();
      far.destroy();
    } else if (condition === "hanging") {
      this.#isJoined = false;
      near.unpipe();
      far.unpipe();
      for (const one of [near, far]) one.pause();
    } else {
      this.#isJoined = true;
      near.pipe(far);
      far.pipe(near);
    }
  }
}
