// The calls of the control plane that show what a world keeps: its records, and the calls of its programs.
import type { components } from "../../../generated/control-types.ts";
import { type Contract, resolve, type Schema } from "../../shared/contract/index.ts";
import type { Assumptions } from "../assumptions/assumptions.ts";
import type { Given, RecordOf } from "../control-client/index.ts";
import { type Listed, listRecords } from "../domain/records.ts";
import type { PageRequest } from "../store/database.ts";
import { type LoggedCall, showCall } from "../world/call-log.ts";
import { toIso, toMs } from "../world/clock.ts";
import { Refused } from "../world/refused.ts";
import type { World } from "../world/world.ts";
import { assertOperation, type CallOptions, type Calls, readPage } from "./control-topic.ts";

export const inspectionCalls = ({ contract, control, worlds, assumptions }: CallOptions) =>
  ({
    listRecords({ world, path: { kind }, query: { after, limit, latest, ...wanted } }) {
      assertFields(control, kind, Object.keys(wanted));
      const read = (request: PageRequest): readonly Listed<object>[] =>
        kind === "touchedAssumptions"
          ? listTouched(assumptions, world, request)
          : listRecords(world, kind, request, wanted);
      const isWanted = ({ record }: Listed<object>) =>
        Object.entries(wanted).every(([name, value]) => Reflect.get(record, name) === value);
      return world.whenFree(() => {
        const { items, next } = readPage({ after, limit, latest }, read, isWanted);
        const records = items.map(({ record }) => record);
        return [200, { kind, records, next } as Given<components["schemas"]["RecordPage"]>];
      });
    },

    listCalls({ world, query: { operation, status, since, until, ...page } }) {
      if (operation !== undefined) assertOperation(contract, operation, "query operation");
      const [first, end] = [since, until].map((time) => time && toIso(toMs(time)));
      const calls = worlds.calls.all(world.identity.id);
      const isWanted = (call: LoggedCall) =>
        (first === undefined || call.at >= first) &&
        (end === undefined || call.at < end) &&
        (operation === undefined || call.operation_id === operation) &&
        (status === undefined || call.status === status);
      const read = ({ after = 0, before, limit }: PageRequest) =>
        before === undefined
          ? calls.filter(({ place }) => place > after).slice(0, limit)
          : calls
              .filter(({ place }) => place < before)
              .reverse()
              .slice(0, limit);
      const { items, next } = readPage(page, read, isWanted);
      return [200, { calls: items.map(showCall), is_complete: (calls[0]?.place ?? 1) === 1, next }];
    },
  }) satisfies Partial<Calls>;

/** @throws {Refused} when a kind of record has none of these fields. */
function assertFields({ document }: Contract, kind: string, names: readonly string[]): void {
  const page = resolve<Schema>(document, { $ref: "#/components/schemas/RecordPage" });
  const { properties } = page.anyOf?.find((one) => one.properties?.["kind"]?.const === kind) ?? {};
  const fields = Object.keys(resolve<Schema>(document, properties?.["records"]?.items ?? {}).properties ?? {});
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown === undefined) return;
  const place = { where: `query ${unknown}`, remedy: `The fields of ${kind} are ${fields.join(", ")}.` };
  throw new Refused("invalid", `Expected a field of ${kind}, found "${unknown}".`, place);
}

/** The assumptions that a world has touched; in the order in which it did. */
function listTouched(
  { touched }: Assumptions,
  { identity }: World,
  { after = 0, limit }: PageRequest,
): Listed<RecordOf<"touchedAssumptions">>[] {
  const all = touched
    .of(identity.id)
    .map(({ assumption: { key = "", chose, could_be, alternatives = {} }, by }, index) => ({
      place: index + 1,
      record: { key, chose, could_be, alternatives: Object.keys(alternatives), by: [...by] },
    }));
  return all.slice(after, limit === undefined ? undefined : after + limit);
}
