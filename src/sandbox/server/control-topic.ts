// The types of the control plane's calls, made of the control document, and the pages of its lists.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { operations } from "../../../generated/control-types.ts";
import type { Contract } from "../../shared/contract/index.ts";
import type { Given } from "../control-client/index.ts";
import type { PageRequest } from "../store/database.ts";
import { Refused } from "../world/refused.ts";
import type { World } from "../world/world.ts";

/** The JSON of a request or an answer; undefined where there may be none. */
type JsonOf<Message> = Message extends { content: { "application/json": infer Body } } ? Given<Body> : undefined;

/** The input of a call, which has been checked, and the world that its path names; `openWorld` names one that need not be there. */
export interface Input<Operation extends operations[keyof operations]> {
  readonly path: NonNullable<Operation["parameters"]["path"]>;
  readonly query: NonNullable<Operation["parameters"]["query"]>;
  readonly body: JsonOf<Operation["requestBody"]>;
  readonly world: Operation["parameters"]["path"] extends { world_id: string } ? World : undefined;
  readonly request: FastifyRequest;
  /** Its status is the first that the document has. */
  readonly reply: FastifyReply;
}

type BodyOf<Responses> = JsonOf<Responses[keyof Responses & (200 | 201)]>;

/**
 * A handler for each call, which returns the body of the answer. A misnamed one or a wrong body does not compile. One of a GET reads its world in
 * the world's turn; any other changes it in one transaction in its turn (`run`). Those whose answer is not JSON send it themselves.
 */
export type Calls = {
  readonly [Id in keyof operations]: (
    call: Input<operations[Id]>,
  ) => Id extends "watchWorld" | "backUpWorld"
    ? void
    : BodyOf<operations[Id]["responses"]> | Promise<BodyOf<operations[Id]["responses"]>>;
};

/** The items of a list that a call asks for. */
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

/** Reads from a list in memory as from a table. */
export function readFrom<Item extends { readonly place: number }>(items: readonly Item[]) {
  return ({ after = 0, before, limit }: PageRequest): Item[] =>
    before === undefined
      ? items.filter(({ place }) => place > after).slice(0, limit)
      : items
          .filter(({ place }) => place < before)
          .reverse()
          .slice(0, limit);
}

/** @throws {Refused} when the contract of the service has no such operation. */
export function assertOperation({ operations }: Contract, id: string, where: string, isForAll = false): void {
  const ids = operations.map((operation) => operation.id);
  if (ids.includes(id) || (isForAll && id === "*")) return;
  const expected = `the id of an operation${isForAll ? " or `*`" : ""}`;
  const place = { where, remedy: `Use one of ${ids.join(", ")}.` };
  throw new Refused("invalid", `Expected ${expected}, found "${id}".`, place);
}
