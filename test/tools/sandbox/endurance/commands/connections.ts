// Connections are made, break and go; data arrives through them, pulled, refreshed and sent.
import fc from "fast-check";
import { chosen, command } from "../command.ts";
import { day, isoOf, type Model, type ModelConnection, type ModelUser, second } from "../model.ts";
import { bodyOf, expectFits } from "../world.ts";
import { names } from "./users.ts";

/** Two whose service is asked, and one on the phone. */
const resourcesOf = {
  demo_ring: ["sleep", "activity"],
  demo_watch: ["activity", "heartrate"],
  demo_phone_health: ["sleep", "steps"],
} as const;

const providers = fc.constantFrom("demo_ring", "demo_watch", "demo_phone_health");

/** One of the connections that there are, and of its resources. */
const connected = fc.record({ number: fc.nat(50), which: fc.nat(1) });

interface Connected {
  readonly number: number;
  readonly which: number;
}

function found(model: Readonly<Model>, { number, which }: Connected) {
  const all = model.users.flatMap((user) => [...user.connections.values()].map((connection) => ({ user, connection })));
  const { user, connection } = chosen(all, number) ?? {};
  if (user === undefined || connection === undefined) throw new Error("The command needs a connection.");
  const { provider, resources } = connection;
  return { user, connection, provider, resource: resources[which] ?? "", names: { user_id: user.userId, provider } };
}

const isConnected = (model: Readonly<Model>) => model.users.some(({ connections }) => connections.size > 0);

/** Happenings need a user who is there. */
const isThere = (model: Readonly<Model>, { name }: { readonly name: string }) => model.present(name) !== undefined;

export const connect = fc
  .record({ name: names, provider: providers, mode: fc.constantFrom("automatic", "explicit") })
  .map((wanted) =>
    command(
      "connect",
      wanted,
      async (model, real, { name, provider, mode }) => {
        const user = model.present(name);
        if (user === undefined) throw new Error("The command needs a user.");
        const resources = resourcesOf[provider];
        const connect_mode = provider === "demo_phone_health" ? mode : "automatic";
        const input = { user_id: user.userId, provider, resources, connect_mode };
        const isTaken = user.connections.get(provider)?.status === "connected";
        bodyOf(await real.simulate("connectionMade", input), isTaken ? 409 : 200);
        if (isTaken) return;
        user.connections.set(provider, {
          provider,
          status: "connected",
          mode: connect_mode,
          resources,
          becomes: "refreshed",
          inProgress: new Map(),
          pulled: new Set(),
        });
        model.emit("provider.connection.created", user.userId, { provider: { slug: provider } });
      },
      isThere,
    ),
  );

export const breakConnection = connected.map((wanted) =>
  command(
    "breakConnection",
    wanted,
    async (model, real, input) => {
      const { connection, names } = found(model, input);
      bodyOf(await real.simulate("connectionBroken", names), 200);
      connection.status = "error";
    },
    isConnected,
  ),
);

export const disconnect = connected.map((wanted) =>
  command(
    "disconnect",
    wanted,
    async (model, real, input) => {
      const { user, connection, provider } = found(model, input);
      bodyOf(await real.api("DELETE", `/v2/user/${user.userId}/${provider}`), 200);
      if (provider !== "demo_phone_health" || connection.mode === "explicit") user.connections.delete(provider);
    },
    isConnected,
  ),
);

export const dataArrives = connected.map((wanted) =>
  command(
    "dataArrives",
    wanted,
    async (model, real, input) => {
      const { user, connection, provider, resource, names } = found(model, input);
      const value = model.next();
      const answer = await real.simulate("dataArrived", { ...names, resource, data: { value } });
      if (connection.status !== "connected") return void bodyOf(answer, 409);
      const outcome = model.arrive(user, provider, resource, value);
      expectFits(bodyOf(answer, 200), { result: { outcome } }, "What became of the data");
    },
    isConnected,
  ),
);

export const pullHistory = connected.map((wanted) =>
  command(
    "pullHistory",
    wanted,
    async (model, real, input) => {
      const { user, connection, provider, resource, names } = found(model, input);
      const answer = await real.simulate("historicalPullCompleted", { ...names, resource, days: 3 });
      if (connection.status !== "connected" || connection.pulled.has(resource)) return void bodyOf(answer, 409);
      bodyOf(answer, 200);
      connection.pulled.add(resource);
      const today = Date.parse(model.todayOf(user));
      const days = [3, 2, 1].map((ago) => isoOf(today - ago * day).slice(0, 10));
      const kept = days.filter((one) => user.ingestionStart === null || one >= user.ingestionStart);
      for (const one of kept) {
        const key = `${provider}/${resource}/${one}`;
        if (user.data.has(key)) continue;
        user.data.set(key, { provider, resource, day: one, value: undefined });
      }
      const [first_day, last_day] = [kept.at(0) ?? null, kept.at(-1) ?? null];
      model.emit(`historical.data.${resource}.created`, user.userId, { first_day, last_day });
    },
    isConnected,
  ),
);

const becomings = fc.constantFrom<ModelConnection["becomes"]>("refreshed", "failed", 5, 60, 3600);

export const prepareRefresh = fc.record({ connected, becomes: becomings }).map((wanted) =>
  command(
    "prepareRefresh",
    wanted,
    async (model, real, { becomes, connected: input }) => {
      const { connection, names } = found(model, input);
      const outcome = typeof becomes === "number" ? { takes_seconds: becomes } : { outcome: becomes };
      bodyOf(await real.simulate("refreshPrepared", { ...names, ...outcome }), 200);
      connection.becomes = becomes;
    },
    isConnected,
  ),
);

/** How long a refresh waits, in seconds. */
const timeout = 10;

export const refresh = names.map((name) =>
  command(
    "refresh",
    { name },
    async (model, real) => {
      const user = model.present(name);
      if (user === undefined) return;
      const body = bodyOf(await real.api("POST", `/v2/user/refresh/${user.userId}?timeout=${timeout}`), 200);
      const expected = { refreshed_sources: [], in_progress_sources: [], failed_sources: [] } as Record<
        string,
        string[]
      >;
      for (const connection of user.connections.values()) {
        if (connection.provider !== "demo_phone_health") refreshConnection(model, user, connection, expected);
      }
      expectFits(body, expected, `The refresh of ${name}`);
    },
    (model) => model.present(name) !== undefined,
  ),
);

function refreshConnection(
  model: Model,
  user: ModelUser,
  connection: ModelConnection,
  result: Record<string, string[]>,
): void {
  const { provider, status, becomes, resources } = connection;
  const inProgress = new Map<string, number>();
  for (const resource of resources) {
    const source = ["sleep", "activity"].includes(resource)
      ? `${provider}/${resource}`
      : `${provider}/timeseries/${resource}`;
    const before = connection.inProgress.get(resource);
    const takes = typeof becomes === "number" ? becomes * second : 0;
    const readyAtMs = before ?? (becomes === "failed" ? undefined : model.nowMs + takes);
    if (status !== "connected" || readyAtMs === undefined) result["failed_sources"]?.push(source);
    else if (readyAtMs <= model.nowMs + timeout * second) {
      result["refreshed_sources"]?.push(source);
      model.arrive(user, provider, resource, undefined);
    } else {
      result["in_progress_sources"]?.push(source);
      inProgress.set(resource, readyAtMs);
      if (before === undefined)
        model.later(readyAtMs, () => completeRefresh(model, user, provider, resource, readyAtMs));
    }
  }
  connection.inProgress = inProgress;
}

function completeRefresh(
  model: Readonly<Model>,
  user: ModelUser,
  provider: string,
  resource: string,
  dueAtMs: number,
): void {
  const connection = user.deletedAtMs === undefined ? user.connections.get(provider) : undefined;
  if (connection?.inProgress.get(resource) !== dueAtMs) return;
  connection.inProgress.delete(resource);
  if (connection.status === "connected") model.arrive(user, provider, resource, undefined);
}
