// What a topic of the control plane consists of: its calls, typed by the control document, and the pages of its lists.
import type { operations } from "../../../generated/control-types.ts";
import type { Contract } from "../../shared/contract/index.ts";
import type { HostPolicy } from "../../shared/http/index.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Given } from "../control-client/index.ts";
import type { PageRequest } from "../store/database.ts";
import { Refused } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";

/** What the calls are made of. */
export interface CallOptions {
  /** Of the service. */
  readonly contract: Contract;
  /** Of the control plane itself. */
  readonly control: Contract;
  readonly worlds: Worlds;
  readonly assumptions: Assumptions;
  /** Where events may be sent to. */
  readonly policy: HostPolicy;
}

/** The JSON of a request or an answer; undefined where there may be none. */
type JsonOf<Message> = Message extends { content: { "application/json": infer Body } } ? Given<Body> : undefined;

/** The input of a call, which has been checked, and the world that its path names; `openWorld` names one that need not be there. */
interface Input<Operation extends operations[keyof operations]> {
  readonly path: NonNullable<Operation["parameters"]["path"]>;
  readonly query: NonNullable<Operation["parameters"]["query"]>;
  readonly body: JsonOf<Operation["requestBody"]>;
  readonly world: Operation["parameters"]["path"] extends { world_id: string } ? World : undefined;
}

/** The status and the body of an answer, when it does not refuse. */
type ReplyOf<Responses> = {
  [Status in keyof Responses & number]: readonly [status: Status, body: JsonOf<Responses[Status]>];
}[keyof Responses & number];

/**
 * What answers each call but the stream and the file. A misnamed one, an undocumented status or a wrong body does not compile.
 * What changes a world runs in one transaction in its turn (`run`), what reads it waits for that turn (`whenFree`).
 */
export type Calls = {
  readonly [Id in Exclude<keyof operations, "watchWorld" | "backUpWorld">]: (
    call: Input<operations[Id]>,
  ) => ReplyOf<operations[Id]["responses"]> | Promise<ReplyOf<operations[Id]["responses"]>>;
};

/** Which items of a list a call asks for. */
interface PageQuery extends Pick<PageRequest, "after" | "limit"> {
  /** So many of the latest. */
  readonly latest?: number | undefined;
}

/** At most so many on a page that does not say. */
const defaultLimit = 100;

/** Reads a page of what is wanted in a list, or its latest items. `last` is the place up to which was read. */
export function readPage<Item extends { readonly place: number }>(
  { after = 0, limit = defaultLimit, latest }: PageQuery,
  read: (request: PageRequest) => readonly Item[],
  isWanted: (item: Item) => boolean = () => true,
): { readonly items: Item[]; readonly next: number | null; readonly last: number } {
  // One more than are shown says whether there is a next page
  const count = latest ?? limit + 1;
  const found: Item[] = [];
  let [last, isMore] = [latest === undefined ? after : Number.MAX_SAFE_INTEGER, true];
  while (isMore && found.length < count) {
    const items = read({ [latest === undefined ? "after" : "before"]: last, limit: count });
    found.push(...items.filter(isWanted));
    last = items.at(-1)?.place ?? last;
    isMore = items.length === count;
  }
  if (latest !== undefined) return { items: found.slice(0, latest).reverse(), next: null, last };
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.place ?? null) : null, last };
}

/** @throws {Refused} when the contract of the service has no such operation. */
export function assertOperation({ operations }: Contract, id: string, where: string, isForAll = false): void {
  const ids = operations.map((operation) => operation.id);
  if (ids.includes(id) || (isForAll && id === "*")) return;
  const expected = `the id of an operation${isForAll ? " or `*`" : ""}`;
  const place = { where, remedy: `Use one of ${ids.join(", ")}.` };
  throw new Refused("invalid", `Expected ${expected}, found "${id}".`, place);
}
