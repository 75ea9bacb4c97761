// Notes a call for developers: in the journal, with its bodies and without any credential, and for those who watch its world.
import type { FastifyRequest } from "fastify";
import { redaction } from "../../shared/findings/index.ts";
import type { WorldIdentity } from "../store/world-index.ts";
import type { LoggedCall } from "../world/call-log.ts";
import { elapsedMs, machineNow, toIso } from "../world/clock.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import { Form } from "./body.ts";

/** A call, and the answer to it; the status is undefined when its connection was closed instead. */
interface Noted extends Partial<Pick<LoggedCall, "idempotency_key" | "hints" | "is_replay">> {
  readonly status: number | undefined;
  readonly beganMs: number;
  readonly body: unknown;
  readonly sent: unknown;
  readonly faults?: LoggedCall["injected"] | undefined;
}

/** The credentials in the bodies of an operation, by their fields. */
const credentials: Readonly<Record<string, readonly string[]>> = {
  createLinkCode: ["code", "exchange_url"],
  createPortalUrl: ["url"],
};

/** The value of a query parameter that is named like a credential. */
const credentialInQuery = /(?<=[?&][^=&]*(?:key|token|secret|password)[^=&]*=)[^&#]+/gi;

/** Stands where a credential was. */
const hidden = "hidden";

/** Hides the keys of a world. Made once for each: that takes a tenth of the time of a call. */
const keyHiders = new WeakMap<WorldIdentity, (text: string) => string>();

function makeKeyHider(identity: WorldIdentity): (text: string) => string {
  const hide = redaction([
    [identity.apiKey, hidden],
    [identity.managementKey, hidden],
  ]);
  keyHiders.set(identity, hide);
  return hide;
}

/** Adds a call to the journal, and reports it to the watchers of its world. */
export function noteCall({ calls }: Worlds, world: World, request: FastifyRequest, noted: Noted): void {
  const { method, url, routeOptions } = request;
  const { status = null, body, sent, beganMs, faults = [], hints = [], is_replay = false } = noted;
  const { idempotency_key: key = null } = noted;
  const { clock, activity, identity } = world;
  const operation_id = routeOptions.config.operation?.id;
  const hideKeys = keyHiders.get(identity) ?? makeKeyHider(identity);
  const fields = credentials[operation_id ?? ""];
  const write = (value: unknown) => {
    const text = value instanceof Error ? undefined : JSON.stringify(value, fields && hideFields(fields));
    return text && hideKeys(text);
  };
  const path = hideKeys(url.includes("?") ? url.replace(credentialInQuery, hidden) : url);
  const duration_ms = Math.round(elapsedMs() - beganMs);
  calls.add(identity.id, {
    operation_id: operation_id ?? null,
    method,
    path,
    status,
    idempotency_key: key === null ? null : hideKeys(key),
    is_replay,
    injected: faults.map(({ id, effect }) => ({ id, effect })),
    hints,
    at: clock.now,
    machine_at: toIso(machineNow()),
    duration_ms,
    sent: write(sent instanceof Form ? withoutFiles(sent) : sent),
    answered: write(body),
  });
  // A call with an unknown key belongs to no world
  const isUnknown = operation_id === undefined || (status === 401 && faults.length === 0);
  if (!activity.isWatched || isUnknown) return;
  const fault_ids = faults.map(({ id }) => id);
  activity.report({
    type: "request",
    data: { at: clock.now, method, path, operation_id, status, duration_ms, fault_ids },
  });
}

/** Of a file neither the content is kept, which may be large, nor the name, which may name a person. */
function withoutFiles(form: Form): Record<string, unknown> {
  const describe = (value: unknown) => (value instanceof File ? { type: value.type, bytes: value.size } : value);
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, describe(value)]));
}

function hideFields(fields: readonly string[]) {
  return (name: string, value: unknown) => (typeof value === "string" && fields.includes(name) ? hidden : value);
}
