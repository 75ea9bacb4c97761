// A consumer that handles events as the guide says: verified, each once, and the update before the creation, too.
import { Webhook, WebhookVerificationError } from "standardwebhooks";

export const secret = "whsec_Y2hlY2stcmVjZWl2ZXItc2VjcmV0LTAx";

/** The state of one kind of data. */
interface Kept {
  readonly type: string;
  readonly data: unknown;
  /** How many events were counted for it. */
  readonly count: number;
}

/** An event, as far as the consumer reads it. */
export interface Read {
  readonly event_type: string;
  readonly user_id?: string;
  readonly client_user_id?: string;
  readonly data?: unknown;
}

export class Consumer {
  readonly seen = new Set<string>();
  readonly users = new Map<string, Map<string, Kept>>();

  /** Handles a delivery, and returns the status of the answer. */
  receive(body: string, headers: Record<string, string>): number {
    try {
      new Webhook(secret).verify(body, headers);
    } catch (error) {
      if (error instanceof WebhookVerificationError) return 401;
      throw error;
    }
    const id = headers["webhook-id"] ?? "";
    if (this.seen.has(id)) return 204;
    this.seen.add(id);
    this.handle(JSON.parse(body));
    return 204;
  }

  /** Keeps the latest data by its name, without the verb; a creation does not replace an update. */
  handle({ event_type, user_id = "", data }: Read, isLastWriterRight = false): void {
    const kept = this.users.get(user_id) ?? new Map<string, Kept>();
    this.users.set(user_id, kept);
    const [, name = event_type, verb = ""] = /^(.*)\.(created|updated)$/.exec(event_type) ?? [];
    const before = kept.get(name);
    const isLate = verb === "created" && before?.type === "updated" && !isLastWriterRight;
    const count = (before?.count ?? 0) + 1;
    kept.set(name, isLate ? { ...before, count } : { type: verb, data, count });
  }

  /** The state that it holds of a user. */
  readonly holds = (userId: string): unknown => Object.fromEntries(this.users.get(userId) ?? []);
}
