// Brings the events of a sandbox to `verify`, and lets happen in the sandbox what no operation brings about.
import { setTimeout } from "node:timers/promises";
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

/** The calls of a world that brings its events to `verify`. */
type EventWorld = Pick<SandboxWorld, "deliveries" | "endpoints" | "simulate">;

/** How long a sandbox that delivers may take. */
const patienceMs = 60_000;

/** Waits until the world has delivered every event to an endpoint, however busy the machine is. */
class GalleryInbox extends EventInbox {
  readonly #countOpen: () => Promise<number>;

  constructor({ deliveries }: EventWorld, endpoint_id: string, secret: string | undefined) {
    super(secret);
    this.#countOpen = async () => {
      const open = (await deliveries.list()).filter(({ state }) => state === "due" || state === "waiting");
      return open.filter((delivery) => delivery.endpoint_id === endpoint_id).length;
    };
  }

  override async until(isSo: () => boolean): Promise<boolean> {
    const deadline = Date.now() + patienceMs;
    for (let open = await this.#countOpen(); open > 0; open = await this.#countOpen()) {
      if (Date.now() > deadline) throw new Error(`The sandbox still has ${open} events to deliver after a minute.`);
      await setTimeout(20);
    }
    return isSo();
  }
}

/**
 * Registers a receiver in a world. The first job that an event names is finished, a provider is connected, and what it has of the past is
 * pulled.
 *
 * @param change A changed event is not signed any more. Without it, events arrive as they were sent, and their signatures are checked.
 */
export async function receiveEvents(world: EventWorld, change?: ChangeEvent) {
  const receiver = await Receiver.start();
  const { id, secret } = await world.endpoints.register({ url: receiver.url });
  const inbox = new GalleryInbox(world, id, change === undefined ? secret : undefined);
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

async function letHappen({ simulate }: EventWorld, job_id: string): Promise<void> {
  const user_id = exampleCast.user?.user_id ?? "";
  await simulate.parsingJobFinished({ job_id, status: "completed" });
  await simulate.connectionMade({ user_id, provider: "demo_scale" });
  await simulate.connectionMade({ user_id, provider: "demo_meter" });
  await simulate.historicalPullCompleted({ user_id, provider: "demo_scale", resource: "weight" });
}
