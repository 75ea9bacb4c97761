// Brings the events of a sandbox to `verify`, and lets happen in the sandbox what no operation brings about.
import type { SandboxWorld } from "../../../src/sandbox/start-sandbox.ts";
import { EventInbox, exampleCast } from "../../../src/verify/index.ts";
import { Receiver } from "../../sandbox/receiver.ts";

/** An event on its way to the receiver. */
export interface SentEvent {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** The events that a faulty server sends instead of one: none, others, several. */
export type ChangeEvent = (event: SentEvent) => readonly SentEvent[];

/**
 * Registers a receiver in a world. The first job that an event names is finished, a provider is connected, and what it has of the past is
 * pulled.
 */
export async function receiveEvents(world: Pick<SandboxWorld, "endpoints" | "simulate">, change?: ChangeEvent) {
  const receiver = await Receiver.start();
  const { id, secret } = await world.endpoints.register({ url: receiver.url });
  // A changed event is not signed any more
  const inbox = new EventInbox(change === undefined ? secret : undefined);
  let hasHappened = false;
  receiver.answering = async ({ body, headers }) => {
    const event = read(body);
    if (event.type === "lab_report.parsing_job.created" && !hasHappened) {
      hasHappened = true;
      await letHappen(world, String(event.data["id"]));
    }
    if (change === undefined) return inbox.take(body, headers) ? 204 : 401;
    change(event).forEach(({ type, ...rest }, index) => {
      inbox.take(JSON.stringify({ ...rest, event_type: type }), { "webhook-id": `${headers["webhook-id"]} ${index}` });
    });
    return 204;
  };
  return {
    inbox,
    async close() {
      await world.endpoints.remove(id);
      await receiver.close();
    },
  };
}

function read(body: string): SentEvent {
  const { event_type: type, ...rest } = JSON.parse(body) as { event_type: string; data: SentEvent["data"] };
  return { ...rest, type };
}

async function letHappen({ simulate }: Pick<SandboxWorld, "simulate">, job_id: string): Promise<void> {
  const user_id = exampleCast.user?.user_id ?? "";
  await simulate.parsingJobFinished({ job_id, status: "completed" });
  await simulate.connectionMade({ user_id, provider: "demo_scale" });
  await simulate.connectionMade({ user_id, provider: "demo_meter" });
  await simulate.historicalPullCompleted({ user_id, provider: "demo_scale", resource: "weight" });
}
