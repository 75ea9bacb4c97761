// Notes a call for developers: in the journal, with its bodies and without any credential, and for those who watch its world.
import type { FastifyRequest } from "fastify";
import { redaction } from "../../shared/findings/index.ts";
import type { OperationId } from "../domain/topic.ts";
import type { WorldIdentity } from "../store/world-index.ts";
import type { LoggedCall } from "../world/call-log.ts";
import { elapsedMs, machineNow, toIso } from "../world/clock.ts";
import { demoIdentity } from "../world/new-world.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import type { Answer } from "./answer.ts";

/** The parts of a call that are known when it is answered. */
export interface Noted extends Partial<Pick<LoggedCall, "idempotency_key" | "hints" | "is_replay" | "injected">> {
  readonly beganMs: number;
  readonly sent?: unknown;
}

/** The credentials in the bodies of an operation, by their fields. */
const credentials: Readonly<Record<string, readonly string[]>> = {
  createLinkCode: ["code", "exchange_url"],
  createPortalUrl: ["url"],
};

/** The value of a query parameter that is named like a credential. */
const credentialInQuery = /(?<=[?&][^=&]*(?:key|token|secret|password)[^=&]*=)[^&#]+/gi;

/** Credentials of any world by their form: keys, link tokens and secrets of endpoints, and a key that a long name of a hint is cut in. */
const made =
  /(?<![a-z\d])(?:(?:sk|mk|link)_[\da-f]{32}|whsec_(?:[a-z\d+/]|%2b|%2f){32,}(?:=|%3d)*)|(?:sk|mk|link)_[\da-f]{8,31}…/gi;

/** Stands where a credential was. */
const hidden = "hidden";

/** Hides the keys of a world. Made once for each: that takes a tenth of the time of a call. */
const keyHiders = new WeakMap<WorldIdentity, (text: string) => string>();

function makeKeyHider(identity: WorldIdentity): (text: string) => string {
  const hide = redaction([
    [identity.apiKey, hidden],
    [identity.managementKey, hidden],
  ]);
  const hideAll = (text: string) => hide(text).replace(made, hidden);
  keyHiders.set(identity, hideAll);
  return hideAll;
}

/**
 * Adds a call to the journal, and reports it to the watchers of its world.
 *
 * @param opened The world of its key. A call that no key opens is in the first world, where a person looks first.
 * @param answered Undefined when its connection was closed instead.
 */
export function noteCall(
  worlds: Worlds,
  opened: World | undefined,
  { method, url, routeOptions }: FastifyRequest,
  { beganMs, sent, injected = [], hints = [], is_replay = false, idempotency_key = null }: Noted,
  answered?: Answer,
): void {
  const world = opened ?? worlds.getOpen(demoIdentity.id);
  if (world === undefined || world.ended.aborted) return;
  const { clock, activity, identity } = world;
  const operation_id = routeOptions.config.operation?.id as OperationId | undefined;
  const hideKeys = keyHiders.get(identity) ?? makeKeyHider(identity);
  const secret = credentials[operation_id ?? ""];
  const hideFields = secret && ((name: string, value: unknown) => (secret.includes(name) ? hidden : value));
  const write = (value: unknown) => {
    const text = value instanceof Error ? undefined : JSON.stringify(value, hideFields);
    return text && hideKeys(text);
  };
  const path = hideKeys(url.includes("?") ? url.replace(credentialInQuery, hidden) : url);
  const status = answered?.status ?? null;
  const duration_ms = Math.round(elapsedMs() - beganMs);
  world.calls.add({
    operation_id: operation_id ?? null,
    method,
    path,
    status,
    idempotency_key: idempotency_key === null ? null : hideKeys(idempotency_key),
    is_replay,
    injected,
    hints: hints.map(hideKeys),
    at: clock.now,
    machine_at: toIso(machineNow()),
    duration_ms,
    sent: write(sent),
    answered: write(answered?.body),
  });
  if (!activity.isWatched || opened === undefined || operation_id === undefined) return;
  const fault_ids = injected.map(({ id }) => id);
  const data = { at: clock.now, method, path, operation_id, status, duration_ms, fault_ids };
  activity.report({ type: "request", data });
}
