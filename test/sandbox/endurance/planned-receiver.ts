// A receiver of events that fails as a plan says, and keeps what it saw: what arrived first, how often, and what it took.
import { Webhook } from "standardwebhooks";
import { type Answering, Receiver } from "../receiver.ts";

/** The two ways in which an attempt fails. */
export type Failure = "500" | "reset";

/** For each event in turn, in the order of its user: how many attempts fail, and how. All of them where it is `always`. */
export type Plan = readonly { readonly fails: number | "always"; readonly how: Failure }[];

/** An event as it was seen. */
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
  /** Arrivals that should never happen. */
  readonly complaints: string[] = [];
  readonly #plan: Plan;
  readonly #receiver: Receiver;
  #heals = false;

  private constructor(plan: Plan, receiver: Receiver) {
    this.#plan = plan;
    this.#receiver = receiver;
    receiver.answering = this.#take;
  }

  static async start(plan: Plan): Promise<PlannedReceiver> {
    return new PlannedReceiver(plan, await Receiver.start());
  }

  get url(): string {
    return this.#receiver.url;
  }

  /** From now on everything is taken. */
  heal(): void {
    this.#heals = true;
  }

  isParkedByPlan(id: string): boolean {
    const seen = this.seen.get(id);
    return seen !== undefined && seen.step.fails === "always" && !seen.taken;
  }

  close(): Promise<void> {
    return this.#receiver.close();
  }

  readonly #take: Answering = ({ body, headers }, response) => {
    const id = headers["webhook-id"] ?? "";
    try {
      new Webhook(this.secret).verify(body, { ...headers });
    } catch (error) {
      this.complaints.push(`The signature of ${id} does not hold: ${error}`);
    }
    const { user_id: userId = "" } = JSON.parse(body) as { user_id?: string };
    const seen = this.seen.get(id) ?? this.#firstSeen(id, userId);
    seen.attempts += 1;
    seen.taken ||= this.#heals || (seen.step.fails !== "always" && seen.attempts > seen.step.fails);
    if (seen.taken) return 204;
    if (seen.step.how === "500") return 500;
    response.socket?.resetAndDestroy();
    return undefined;
  };

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
