// For each story a naive consumer, which ends in a wrong state, and a right one: small functions over received events and reads of the real client.
import { type Client, unwrap } from "../../../src/client/index.ts";
import type { SandboxWorld, StoryId, StoryInput, StoryPlayed } from "../../../src/sandbox/start-sandbox.ts";

/** An event as a consumer has it. */
export interface Delivered {
  readonly id: string;
  readonly event_type: string;
  readonly user_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A consumer of one team. */
export interface Consumer {
  /** Handles an event before it is acknowledged. */
  take?(event: Delivered): unknown;
  /** Its state at the end. */
  state(played: StoryPlayed): unknown;
}

/** Makes a consumer. The world stands for what the contract shows no read for, and for the time of day. */
type Make = (client: Client, world: SandboxWorld) => Consumer;

/** A story with both consumers and the states in which they end. */
export interface Rehearsal {
  readonly input?: StoryInput;
  readonly naive: Make;
  readonly wrong: unknown;
  readonly right: Make;
  readonly correct: unknown;
}

const ofUser = (user_id: string) => ({ params: { path: { user_id } } });
const sleepOf = async (client: Client, user_id: string) =>
  (await unwrap(client.GET("/v2/summary/sleep/{user_id}", ofUser(user_id)))).sleep ?? [];
const activityOf = async (client: Client, user_id: string) =>
  (await unwrap(client.GET("/v2/summary/activity/{user_id}", ofUser(user_id)))).activity ?? [];
const connectionsOf = async (client: Client, user_id: string) =>
  (await unwrap(client.GET("/v2/user/providers/{user_id}", ofUser(user_id)))).providers;
const readResults = async (world: SandboxWorld, { order_id }: Delivered["data"]) =>
  (await world.records.orders({ id: String(order_id) }))[0]?.results.at(-1)?.results;
const sum = (values: readonly unknown[]) => values.reduce<number>((total, value) => total + Number(value ?? 0), 0);
const minutesOf = (summaries: readonly Readonly<Record<string, unknown>>[]) =>
  sum(summaries.map((summary) => summary["minutes"]));
const isDaily = ({ event_type }: Delivered) => event_type.startsWith("daily.data.");
const isHistorical = ({ event_type }: Delivered) => event_type.startsWith("historical.data.");
const isConnection = ({ event_type }: Delivered) => event_type === "provider.connection.created";
const slugOf = ({ data }: Delivered) => (data as { provider: { slug: string } }).provider.slug;

/** Holds something, and takes each event into it. */
const holding =
  <Held>(
    first: Held,
    take: (held: Held, event: Delivered, client: Client, world: SandboxWorld) => Held | Promise<Held>,
    show: (held: Held) => unknown = (held) => held,
  ): Make =>
  (client, world) => {
    let held = first;
    return {
      take: async (event) => {
        held = await take(held, event, client, world);
      },
      state: () => show(held),
    };
  };

/** Reads something again at each event, in place of what was held. */
const reading = (read: (client: Client, event: Delivered, world: SandboxWorld) => unknown): Make =>
  holding<unknown>(undefined, (_, event, client, world) => read(client, event, world));

/** The minutes that the team knows of the sleep of a user, whatever reported it. */
const readMinutes = reading(async (client, { user_id }) => minutesOf(await sleepOf(client, user_id)));

export const rehearsals: Readonly<Record<StoryId, Rehearsal>> = {
  first_connection_with_backfill: {
    naive: holding<object | undefined>(undefined, async (held, event, client) => {
      if (!isHistorical(event) || held !== undefined) return held;
      const [sleep, activity] = [await sleepOf(client, event.user_id), await activityOf(client, event.user_id)];
      return { sleep: sleep.length, activity: activity.length };
    }),
    wrong: { sleep: 30, activity: 0 },
    right: holding({ sleep: 0, activity: 0 }, async (held, { event_type, user_id }, client) => {
      if (event_type === "historical.data.sleep.created")
        return { ...held, sleep: (await sleepOf(client, user_id)).length };
      if (event_type === "historical.data.activity.created")
        return { ...held, activity: (await activityOf(client, user_id)).length };
      return held;
    }),
    correct: { sleep: 30, activity: 30 },
  },

  backfill_overlaps_daily_data: {
    input: { data: [{ minutes: 400 }, { minutes: 415 }] },
    naive: holding(0, async (minutes, event, client) => {
      if (isDaily(event)) return minutes + minutesOf([event.data]);
      return isHistorical(event) ? minutes + minutesOf(await sleepOf(client, event.user_id)) : minutes;
    }),
    wrong: 400 + 400 + 415,
    right: readMinutes,
    correct: 415,
  },

  two_providers_for_one_night: {
    input: { data: [{ minutes: 400 }, { minutes: 415 }] },
    naive: readMinutes,
    wrong: 400 + 415,
    right: reading(async (client, { user_id }) =>
      minutesOf((await sleepOf(client, user_id)).filter(({ source }) => source.provider === "demo_ring")),
    ),
    correct: 400,
  },

  travel_across_time_zones: {
    input: { data: [{ steps: 4000 }, { steps: 9000 }] },
    naive: holding(
      new Map<string, unknown>(),
      async (stepsOf, event, _, world) => {
        const day = (await world.clock.now()).toLocaleDateString("en-CA", { timeZone: "Pacific/Auckland" });
        return isDaily(event) ? new Map([...stepsOf, [day, event.data["steps"]]]) : stepsOf;
      },
      (stepsOf) => [...stepsOf.values()],
    ),
    wrong: [4000, 9000],
    right: reading(async (client, { user_id }) =>
      (await activityOf(client, user_id)).map((summary) => summary["steps"]),
    ),
    correct: [9000],
  },

  late_correction_of_a_day: {
    input: { data: [{ minutes: 400 }, { minutes: 415 }] },
    naive: holding(0, (minutes, event) => (isDaily(event) ? minutesOf([event.data]) : minutes)),
    wrong: 400,
    right: readMinutes,
    correct: 415,
  },

  connection_revoked_and_returned: {
    input: { status: "revoked", error_details: { reason: "The user revoked the access." } },
    naive: holding({ connections: [] as string[], nights: 0 }, async ({ connections, nights }, event, client) => ({
      connections: isConnection(event) ? [...connections, slugOf(event)] : connections,
      nights: isHistorical(event) ? nights + (await sleepOf(client, event.user_id)).length : nights,
    })),
    wrong: { connections: ["demo_ring", "demo_ring"], nights: 7 + 10 },
    right: reading(async (client, { user_id }) => ({
      connections: (await connectionsOf(client, user_id)).map(({ slug }) => slug),
      nights: (await sleepOf(client, user_id)).length,
    })),
    correct: { connections: ["demo_ring"], nights: 10 },
  },

  provider_in_error: {
    naive: (client) => ({
      state: async ({ user_id }) =>
        (await unwrap(client.POST("/v2/user/refresh/{user_id}", ofUser(user_id)))).success ? "up to date" : "failed",
    }),
    wrong: "up to date",
    right: (client) => ({
      async state({ user_id }) {
        const { failed_sources } = await unwrap(client.POST("/v2/user/refresh/{user_id}", ofUser(user_id)));
        const connections = await connectionsOf(client, user_id);
        const broken = connections.filter(({ status }) => status !== "connected").map(({ slug }) => slug);
        return { broken, isStale: failed_sources.length > 0 };
      },
    }),
    correct: { broken: ["demo_ring"], isStale: true },
  },

  lab_results_corrected: {
    input: { results: [[{ glucose: 90 }], [{ glucose: 91 }], [{ glucose: 94 }]] },
    naive: holding<unknown>(undefined, async (results, { data }, _, world) =>
      data["status_detail"] === "The results were published." ? (results ?? (await readResults(world, data))) : results,
    ),
    wrong: [{ glucose: 91 }],
    right: reading((_, { data }, world) => readResults(world, data)),
    correct: [{ glucose: 94 }],
  },

  order_fails_in_transit: {
    naive: holding("", (_, { data: { status = "created" } }) =>
      /^(created|collecting_sample)/.test(String(status)) ? "on its way" : "ask a person",
    ),
    wrong: "on its way",
    right: holding(
      { handled: [] as string[], state: "on its way" },
      ({ handled, state }, { id, event_type, data }) => {
        if (handled.includes(id)) return { handled, state };
        // The first step has no status; a later one replaces it, whichever arrives first
        const isTrouble = event_type !== "order.created" && data["low_level_status"] !== undefined;
        return { handled: [...handled, id], state: isTrouble ? "ask a person" : state };
      },
      ({ state }) => state,
    ),
    correct: "ask a person",
  },

  appointment_moved_twice: {
    naive: holding(
      [] as string[],
      (starts, { data }) => [...starts, ...(/\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(String(data["status_detail"])) ?? [])],
      (starts) => new Set(starts).size,
    ),
    wrong: 2,
    right: reading(
      async (_, { data }, world) =>
        (await world.records.appointments({ order_id: String(data["order_id"]) })).filter(
          ({ status }) => status !== "replaced" && status !== "refused",
        ).length,
    ),
    correct: 1,
  },

  deletion_undone_on_the_last_day: {
    naive: holding(
      [] as string[],
      (slugs, event) => (isConnection(event) ? [...slugs, slugOf(event)] : slugs),
      (slugs) => [...new Set(slugs)],
    ),
    wrong: ["demo_ring"],
    right: (client) => ({
      state: async ({ user_id }) => (await connectionsOf(client, user_id)).map(({ slug }) => slug),
    }),
    correct: [],
  },

  link_at_the_moment_of_deletion: {
    naive: holding(
      [] as string[],
      (users, { user_id }) => [...users, user_id],
      (users) => new Set(users).size,
    ),
    wrong: 1,
    right: holding(
      [] as string[],
      async (users, { user_id }, client) => {
        const { ok } = await client.GET("/v2/user/providers/{user_id}", ofUser(user_id));
        return [...users.filter((one) => one !== user_id), ...(ok ? [user_id] : [])];
      },
      (users) => users.length,
    ),
    correct: 0,
  },
};
