// The faults of a world, those of calls and those of deliveries: which there are, which of them apply, how often, and when they are over.
import type { components } from "../../../generated/control-types.ts";
import { seededRandom } from "../../shared/contract/index.ts";
import type { Given } from "../control-client/index.ts";
import { addDuration, type Clock, toIso } from "./clock.ts";
import { Refused } from "./refused.ts";

/** A fault of calls, and one of deliveries. */
export type CallFault = Given<components["schemas"]["NewCallFault"]>;
export type EventFault = Given<components["schemas"]["NewEventFault"]>;

type NewFault = CallFault | EventFault;
type ShownFault = Given<components["schemas"]["Fault"]>;

/** The most faults that a world may have: each call and each event checks all of them. */
const maxFaults = 100;

interface KeptFault {
  readonly id: string;
  readonly wanted: NewFault;
  readonly endsAtMs?: number | undefined;
  /** How many calls or deliveries it could have applied to: its generator has given a number for each. */
  readonly seen: number;
  readonly applied: number;
}

/** The faults in the row of a world, plain JSON data. */
export interface KeptFaults {
  /** How many were added. Not reset with the world, so that ids stay unique. */
  readonly made: number;
  readonly faults: readonly KeptFault[];
}

/** A fault that applies to a call or a delivery. */
export type Applied<Wanted> = Wanted & Pick<KeptFault, "id" | "endsAtMs">;

/** An event fault that applies to a delivery. */
export type AppliedEventFault = Applied<EventFault>;

/** A world without any. */
export const noFaults: KeptFaults = { made: 0, faults: [] };

/** The world that has the faults; they are changed in its transactions. */
interface Faulty {
  readonly row: { readonly faults: KeptFaults };
  readonly clock: Clock;
  change(change: { readonly faults: KeptFaults }): void;
}

/**
 * Adds one.
 *
 * @param isFirst Does it go before those that are there?
 * @throws {Refused} when there are too many.
 */
export function addFault(world: Faulty, { lasts, ...wanted }: NewFault, isFirst = false): ShownFault {
  const { made, faults } = world.row.faults;
  if (faults.length >= maxFaults) {
    const remedy = "Remove some. Expired faults count, too.";
    throw new Refused("conflict", `The world has ${maxFaults} faults, which is the limit.`, { remedy });
  }
  const { nowMs } = world.clock;
  const fault = {
    id: `fault_${made + 1}`,
    wanted: wanted as NewFault,
    endsAtMs: lasts && addDuration(nowMs, lasts),
    seen: 0,
    applied: 0,
  };
  world.change({ faults: { made: made + 1, faults: isFirst ? [fault, ...faults] : [...faults, fault] } });
  return showFault(fault, nowMs);
}

export function listFaults({ row, clock }: Pick<Faulty, "row" | "clock">): ShownFault[] {
  return row.faults.faults.map((fault) => showFault(fault, clock.nowMs));
}

/** Removes the one of this id, or all with `*`. @returns Those that were there. */
export function removeFaults(world: Faulty, wanted: string): ShownFault[] {
  const { made, faults } = world.row.faults;
  const isWanted = ({ id }: { readonly id: string }) => wanted === "*" || id === wanted;
  const removed = listFaults(world).filter(isWanted);
  world.change({ faults: { made, faults: faults.filter((fault) => !isWanted(fault)) } });
  return removed;
}

/** The faults that apply, in the order in which they were added. @param combines Does it apply beside those that do already? */
export function applyFaults<Wanted extends NewFault>(
  world: Faulty,
  isMeant: (wanted: NewFault) => wanted is Wanted,
  combines: (wanted: Wanted, found: readonly Wanted[]) => boolean,
): readonly Applied<Wanted>[] {
  const { made, faults } = world.row.faults;
  const found: Applied<Wanted>[] = [];
  let isSeen = false;
  const counted = faults.map((fault) => {
    const { id, wanted, endsAtMs, seen, applied } = fault;
    if (!isMeant(wanted) || isOver(fault, world.clock.nowMs) || !combines(wanted, found)) return fault;
    isSeen = true;
    if (seededRandom(wanted.seed ?? 1, seen)() >= (wanted.probability ?? 1)) return { ...fault, seen: seen + 1 };
    found.push({ ...wanted, id, endsAtMs });
    return { ...fault, seen: seen + 1, applied: applied + 1 };
  });
  if (isSeen) world.change({ faults: { made, faults: counted } });
  return found;
}

function isOver({ wanted, endsAtMs, applied }: KeptFault, nowMs: number): boolean {
  return (wanted.count !== undefined && applied >= wanted.count) || (endsAtMs !== undefined && nowMs >= endsAtMs);
}

/** A fault as the control plane shows it; one of deliveries with whose conduct it is. */
function showFault(fault: KeptFault, nowMs: number): ShownFault {
  const { id, wanted, endsAtMs, seen, applied } = fault;
  const shown = {
    id,
    probability: wanted.probability ?? 1,
    seed: wanted.seed ?? 1,
    count: wanted.count ?? null,
    ends_at: endsAtMs === undefined ? null : toIso(endsAtMs),
    seen,
    applied,
    is_over: isOver(fault, nowMs),
  };
  if ("operation_id" in wanted) return { ...wanted, ...shown };
  return { ...wanted, ...shown, conduct: findConduct(wanted.effect) };
}

/** An attacker's are the effects that a signature is there to refuse: a forged event, and a replay. A provider may do all others. Choice: event-conduct */
function findConduct(effect: EventFault["effect"]): "attacker" | "honest" {
  return effect === "wrong_signature" || effect === "old_timestamp" ? "attacker" : "honest";
}

/** Faults that apply to a delivery, as the control plane shows them. */
export function showFaults(faults: readonly AppliedEventFault[]) {
  return faults.map(({ id, effect }) => ({ id, effect, conduct: findConduct(effect) }));
}
