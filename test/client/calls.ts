// Calls that many tests of the client make, and what they look at.
import { inspect } from "node:util";
import { vi } from "vitest";
import type { ClientEvent, ClientOptions } from "../../src/client/index.ts";
import { type Client, type CommonOptions, createClient, createManagementClient } from "../../src/client/index.ts";
import type { TestServer } from "./server.ts";

/** Fabricated credentials, easy to find where they must not be. */
export const teamKey = "fabricated-team-key";
export const organizationKey = "fabricated-organization-key";

/** A client of the server with fast time-outs; tests say what differs. */
export function clientFor(server: Pick<TestServer, "url">, options: Partial<ClientOptions> = {}): Client {
  return createClient({ apiKey: teamKey, baseUrl: server.url, ...options });
}

export function managementFor(server: Pick<TestServer, "url">) {
  return createManagementClient({ managementKey: organizationKey, baseUrl: server.url });
}

/** A call of a safe method. */
export function resolveUser(client: Client, options: CommonOptions = {}, id = "demo-runner-01") {
  return client.GET("/v2/user/resolve/{client_user_id}", { ...options, params: { path: { client_user_id: id } } });
}

/** A call that changes something and may carry an idempotency key. */
export function createOrder(client: Client, options: CommonOptions & { idempotencyKey?: string } = {}) {
  return client.POST("/v3/order/create", { ...options, body: {} });
}

/** Returns the reason of a rejection; fails when there is none. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`Expected a rejection, found ${inspect(value)}`);
}

/** Everything that an error holds, its causes and hidden properties included. */
export function everythingIn(error: unknown): string {
  return inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true });
}

/** A listener that keeps what is reported to it. */
export function listener(): { readonly events: ClientEvent[]; readonly onEvent: (event: ClientEvent) => void } {
  const events: ClientEvent[] = [];
  return { events, onEvent: (event) => events.push(event) };
}

/**
 * Lets the waits between attempts pass at once, until mocks are restored; returns a listener and how long they would have been.
 *
 * No other timer is touched: Node's fetch keeps its first one as its clock, and every later call of the process would then
 * be out of time within a second.
 */
export function skipWaits() {
  const { events, onEvent } = listener();
  const delays = () => events.flatMap((event) => (event.type === "retry" ? [event.delayMs] : []));
  const real = setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: unknown, delay: number, ...rest: unknown[]) =>
    Reflect.apply(real, undefined, [run, delays().includes(delay) ? 0 : delay, ...rest])) as typeof setTimeout);
  return { events, onEvent, delays };
}
