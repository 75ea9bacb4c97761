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
import { assertOperation, type Calls, readFrom, readPage } from "./control-topic.ts";
import { readChoice } from "./input.ts";
import type { ServerOptions } from "./options.ts";

export const inspectionCalls = ({ contract, control, worlds, assumptions }: ServerOptions) =>
  ({
    listRecords({ world, path: { kind }, query: { after, limit, latest, ...wanted } }) {
      assertFields(control, kind, Object.keys(wanted));
      const read = (request: PageRequest): readonly Listed<object>[] =>
        kind === "touchedAssumptions"
          ? readFrom(listTouched(assumptions, world))(request)
          : listRecords(world, kind, request, wanted);
      const isWanted = ({ record }: Listed<object>) =>
        Object.entries(wanted).every(([name, value]) => Reflect.get(record, name) === value);
      const { items, next } = readPage({ after, limit, latest }, read, isWanted);
      const records = items.map(({ record }) => record);
      return { kind, records, next } as Given<components["schemas"]["RecordPage"]>;
    },

    listCalls({ world, query: { operation, status, since, until, ...page } }) {
      if (operation !== undefined) assertOperation(contract, operation, "query operation");
      const [first = "", end] = [since, until].map((time) => time && toIso(toMs(time)));
      const calls = worlds.calls.all(world.identity.id);
      const isWanted = (call: LoggedCall) =>
        call.at >= first &&
        (end === undefined || call.at < end) &&
        [undefined, call.operation_id].includes(operation) &&
        [undefined, call.status].includes(status);
      const { items, next } = readPage(page, readFrom(calls), isWanted);
      return { calls: items.map(showCall), is_complete: (calls[0]?.place ?? 1) === 1, next };
    },
  }) satisfies Partial<Calls>;

/** @throws {Refused} when a kind of record has none of these fields. */
function assertFields({ document }: Contract, kind: string, names: readonly string[]): void {
  const { properties = {} } =
    readChoice(document, { $ref: "#/components/schemas/RecordPage" })?.branches.get(kind) ?? {};
  const fields = Object.keys(resolve<Schema>(document, properties["records"]?.items ?? {}).properties ?? {});
  const unknown = names.find((name) => !fields.includes(name));
  if (unknown === undefined) return;
  const place = { where: `query ${unknown}`, remedy: `The fields of ${kind} are ${fields.join(", ")}.` };
  throw new Refused("invalid", `Expected a field of ${kind}, found "${unknown}".`, place);
}

/** The assumptions that a world has touched; in the order in which it did. */
function listTouched(
  { touched, alternatives }: Assumptions,
  { identity }: World,
): Listed<RecordOf<"touchedAssumptions">>[] {
  return touched.of(identity.id).map(({ assumption: { key = "", chose, could_be }, by }, index) => ({
    place: index + 1,
    record: { key, chose, could_be, alternatives: alternatives.listNames(key), by: [...by] },
  }));
}
