// A receiver of events on the loopback interface, whose answers a test decides.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** A request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer of a receiver: a status, or whatever it does with the response itself. */
export type Answering = (
  received: Received,
  response: ServerResponse,
) => Promise<number | undefined> | number | undefined;

/**
 * For a sandbox whose receivers answer: only a hang takes longer. By default an attempt has five seconds, which a busy machine
 * may need, and it is made again when its time comes, which on a frozen clock is never.
 */
export const patient = { deliveryTimeoutMs: 600_000 } as const;

/** Listens until it is closed. While it is down it keeps its port, which another process might take, and resets each connection. */
export class Receiver {
  readonly received: Received[] = [];
  /** Requests whose connection ended before their body did; the body is what arrived of it. */
  readonly broken: Received[] = [];
  answering: Answering = () => 204;
  readonly #server: Server;
  readonly #port: number;
  #isDown = false;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.#port = port;
    server.on("request", this.#take);
    server.on("connection", (socket) => this.#isDown && socket.resetAndDestroy());
  }

  static async start(): Promise<Receiver> {
    const server = createServer({ keepAliveTimeout: 0 });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Receiver(server, (server.address() as AddressInfo).port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/events`;
  }

  /** The ids of the events, in the order in which they arrived. */
  get ids(): string[] {
    return this.received.map(({ headers }) => headers["webhook-id"] ?? "");
  }

  /** The events that were signed with this secret, as the library judges. */
  verified(secret: string): unknown[] {
    return this.received.map(({ body, headers }) => new Webhook(secret).verify(body, { ...headers }));
  }

  down(): void {
    this.#isDown = true;
    this.#server.closeAllConnections();
  }

  up(): void {
    this.#isDown = false;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  readonly #take = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    const taken = () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      return { path: request.url ?? "", method: request.method ?? "", headers, body: Buffer.concat(chunks).toString() };
    };
    request.on("error", () => this.broken.push(taken()));
    const answer = async () => {
      const received = taken();
      this.received.push(received);
      const status = await this.answering(received, response);
      if (status !== undefined) response.writeHead(status).end();
    };
    request.on("end", () => void answer());
  };
}
