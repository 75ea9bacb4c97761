// The journal: the latest calls of each world, for developers who look for what their program sent. Kept in memory, until the sandbox stops.

import type { components } from "../../../generated/control-types.ts";
import type { Given } from "../control-client/index.ts";

type ShownCall = Given<components["schemas"]["LoggedCall"]>;

/** A call as it is kept: as it is shown, but for its bodies, which are text; none where there was none, or where it was dropped. */
export interface LoggedCall extends Omit<ShownCall, "sent" | "answered"> {
  readonly sent: string | undefined;
  readonly answered: string | undefined;
}

/** A call as the control plane shows it. */
export function showCall(call: LoggedCall): ShownCall {
  const read = (text: string | undefined) => (text === undefined ? null : (JSON.parse(text) as unknown));
  return { ...call, sent: read(call.sent), answered: read(call.answered) };
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** The bytes that a world's calls may take, their bodies apart: many small calls do not cost the bodies, nor large bodies the calls. */
const [callBytes, bodyBytes] = [megabyte, 3 * megabyte];

/** A larger body is not kept. */
const largestBodyBytes = 512 * kilobyte;

/** The bytes that all sandboxes of the process may take; the largest world gives way. */
const processBytes = 256 * megabyte;

/** The bytes that a call takes besides its texts, about. */
const entryBytes = 500;

/** The calls of one world. */
interface Kept {
  readonly calls: LoggedCall[];
  last: number;
  callBytes: number;
  bodyBytes: number;
}

/** All worlds of the process. */
const everyWorld = new Set<Kept>();
let totalBytes = 0;

/** A character takes at most two bytes. */
const measure = (...texts: readonly (string | null | undefined)[]) =>
  texts.reduce((sum, text) => sum + 2 * (text?.length ?? 0), 0);

const measureCall = ({ path, idempotency_key, hints }: LoggedCall) =>
  entryBytes + measure(path, idempotency_key, ...hints);

export class CallLog {
  readonly #worlds = new Map<string, Kept>();

  /** Keeps a call. What makes room is the body first, then the call, of those that are oldest. */
  add(worldId: string, call: Omit<LoggedCall, "place" | "dropped">): void {
    let kept = this.#worlds.get(worldId);
    if (kept === undefined) {
      kept = { calls: [], last: 0, callBytes: 0, bodyBytes: 0 };
      this.#worlds.set(worldId, kept);
      everyWorld.add(kept);
    }
    kept.last += 1;
    const tooLarge = (["sent", "answered"] as const).filter((name) => measure(call[name]) > largestBodyBytes);
    const entry = dropBodies({ ...call, place: kept.last, dropped: [] }, tooLarge);
    kept.calls.push(entry);
    grow(kept, measureCall(entry), measure(entry.sent, entry.answered));
    shrink(kept, callBytes, bodyBytes);
    while (totalBytes > processBytes) {
      const largest = [...everyWorld].reduce((a, b) =>
        a.callBytes + a.bodyBytes >= b.callBytes + b.bodyBytes ? a : b,
      );
      // By half, so that the largest is looked for rarely
      shrink(largest, largest.bodyBytes > 0 ? callBytes : largest.callBytes / 2, largest.bodyBytes / 2);
    }
  }

  /** All calls of a world, the oldest first. */
  all(worldId: string): readonly LoggedCall[] {
    return this.#worlds.get(worldId)?.calls ?? [];
  }

  /** Removes the calls of a world. */
  drop(worldId: string): void {
    const kept = this.#worlds.get(worldId);
    if (kept === undefined) return;
    grow(kept, -kept.callBytes, -kept.bodyBytes);
    this.#worlds.delete(worldId);
    everyWorld.delete(kept);
  }

  clear(): void {
    for (const id of this.#worlds.keys()) this.drop(id);
  }
}

function grow(kept: Kept, calls: number, bodies: number): void {
  kept.callBytes += calls;
  kept.bodyBytes += bodies;
  totalBytes += calls + bodies;
}

/** Removes the oldest bodies, and the oldest calls, until what is left takes no more. */
function shrink(kept: Kept, callsTo: number, bodiesTo: number): void {
  const { calls } = kept;
  while (kept.bodyBytes > bodiesTo) {
    const index = calls.findIndex(({ sent, answered }) => measure(sent, answered) > 0);
    const call = calls[index];
    if (call === undefined) throw new Error("The bodies of a world's calls were counted wrongly.");
    grow(kept, 0, -measure(call.sent, call.answered));
    calls[index] = dropBodies(call, ["sent", "answered"]);
  }
  while (kept.callBytes > callsTo) {
    const call = calls.shift();
    if (call === undefined) throw new Error("The calls of a world were counted wrongly.");
    grow(kept, -measureCall(call), -measure(call.sent, call.answered));
  }
}

function dropBodies(call: LoggedCall, names: LoggedCall["dropped"]): LoggedCall {
  const dropped = names.filter((name) => call[name] !== undefined);
  if (dropped.length === 0) return call;
  const none = Object.fromEntries(dropped.map((name) => [name, undefined]));
  return { ...call, ...none, dropped: [...call.dropped, ...dropped] };
}
