// A receiver of events that fails as a plan says, and keeps what it saw: what arrived first, how often, and what it took.
import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

/** What becomes of an attempt that fails. */
export type Failure = "500" | "reset";

/** For each event in turn, in the order of its user: how many attempts fail, and how. All of them where it is `always`. */
export type Plan = readonly { readonly fails: number | "always"; readonly how: Failure }[];

/** What was seen of an event. */
export interface Seen {
  readonly id: string;
  readonly userId: string;
  readonly step: Plan[number];
  attempts: number;
  taken: boolean;
}

/** So many failures in a row park an event. */
export const attemptsBeforeParked = 10;

/** So many of them may have been given up before they arrived: on a busy machine an attempt is late. */
const unseen = 5;

export class PlannedReceiver {
  readonly secret = `whsec_${Buffer.from("a receiver of the endurance test").toString("base64")}`;
  /** In the order of their first arrival. */
  readonly seen = new Map<string, Seen>();
  /** What should never happen, as it happened. */
  readonly complaints: string[] = [];
  readonly #plan: Plan;
  readonly #server: Server;
  #heals = false;

  private constructor(plan: Plan, server: Server) {
    this.#plan = plan;
    this.#server = server;
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("error", () => {});
      request.on("end", () => this.#take(Buffer.concat(chunks).toString(), request.headers, response));
    });
  }

  static async start(plan: Plan): Promise<PlannedReceiver> {
    // A receiver that a failed run has left open keeps no process alive
    const server = createServer().listen(0, "127.0.0.1").unref();
    await once(server, "listening");
    return new PlannedReceiver(plan, server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/events`;
  }

  /** From now on everything is taken. */
  heal(): void {
    this.#heals = true;
  }

  isParkedByPlan(id: string): boolean {
    const seen = this.seen.get(id);
    return seen !== undefined && seen.step.fails === "always" && !seen.taken;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #take(body: string, headers: NodeJS.Dict<string | string[]>, response: ServerResponse): void {
    const id = String(headers["webhook-id"]);
    try {
      new Webhook(this.secret).verify(body, headers as Record<string, string>);
    } catch (error) {
      this.complaints.push(`The signature of ${id} does not hold: ${error}`);
    }
    const { user_id: userId = "" } = JSON.parse(body) as { user_id?: string };
    const seen = this.seen.get(id) ?? this.#firstSeen(id, userId);
    seen.attempts += 1;
    const mustFail = !this.#heals && (seen.step.fails === "always" || seen.attempts <= seen.step.fails);
    if (!mustFail) {
      seen.taken = true;
      response.writeHead(204).end();
    } else if (seen.step.how === "500") response.writeHead(500).end();
    else response.socket?.resetAndDestroy();
  }

  #firstSeen(id: string, userId: string): Seen {
    const earlier = [...this.seen.values()].filter((one) => one.userId === userId);
    const step = this.#plan[earlier.length % this.#plan.length] ?? { fails: 0, how: "500" };
    const seen: Seen = { id, userId, step, attempts: 0, taken: false };
    this.seen.set(id, seen);
    const open = earlier.find((one) => !one.taken && one.attempts < attemptsBeforeParked - unseen);
    if (open !== undefined) {
      this.complaints.push(
        `${id} of the user ${userId} was tried while ${open.id}, which is earlier, was neither taken nor given up.`,
      );
    }
    return seen;
  }
}
