// The file of a world: JSON lines, the first one a header, the last one the number of lines, and a line for each row between them.
import { isObject, type JsonObject } from "../../contract/index.ts";
import { isoOf, isStart, lastMs, machineNow, msOf } from "../world/clock.ts";
import {
  type ColumnForm,
  type ContentRow,
  type ContentTable,
  contents,
  longestKey,
  type Replaced,
} from "../world/contents.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import { refuseInvalidSettings } from "../world/settings.ts";
import type { WorldIdentity, WorldRow } from "../world/world.ts";

const format = "wearable-health-api-sandbox-world";

/** A sandbox reads files of this version and of those before it. */
const version = 1;

/** What a header says. */
export interface Header {
  /** Keys are secrets, and no two worlds have the same: they are left out. */
  readonly identity: Omit<WorldIdentity, "apiKey" | "managementKey">;
  readonly row: Omit<WorldRow, "identity">;
}

/** What the line of a row of each table is named. */
const names: Readonly<Record<ContentTable, string>> = {
  events: "event",
  deliveries: "delivery",
  attempts: "attempt",
  records: "record",
  due_work: "due_work",
};

/** Refuses the file, in one sentence. */
export function refused(problem: string): HappeningRefused {
  return new HappeningRefused("invalid", `${problem} Nothing was imported.`);
}

export function headerLine({ identity, clock, ...state }: WorldRow, nowMs: number): string {
  const { id, teamId: team_id, teamName: team_name, region, orgId: org_id } = identity;
  return JSON.stringify({
    format,
    version,
    world: { id, team_id, team_name, region, org_id },
    clock: { now: isoOf(nowMs), is_frozen: "frozenAtMs" in clock },
    state,
  });
}

export function rowLine(table: ContentTable, row: ContentRow): string {
  const columns = Object.entries(contents[table]).map(([name, form]) => {
    const value = row[name] ?? null;
    return `"${name}":${form.startsWith("json") ? value : JSON.stringify(value)}`;
  });
  return `{"${names[table]}":{${columns.join(",")}}}`;
}

export function endLine(lines: number): string {
  return JSON.stringify({ end: { lines } });
}

/** @throws {HappeningRefused} when it is another one's line, or one of a newer version. */
export function readHeader(bytes: Buffer | undefined): Header {
  if (bytes === undefined) throw refused("The file is empty: expected the file of a world.");
  const found = parsed(bytes, 1);
  if (found["format"] !== format) {
    throw refused(`Line 1 of the file is not the header of a world: expected the format ${JSON.stringify(format)}.`);
  }
  if (found["version"] !== version) {
    throw refused(
      `Line 1 of the file: it has version ${JSON.stringify(found["version"])} of the format, but this sandbox reads version ${version}. Use the version of the package that wrote it, or a later one.`,
    );
  }
  const { world, clock, state } = found;
  const wrong = (what: string) => refused(`Line 1 of the file: ${what}.`);
  if (!isObject(world) || !isObject(clock) || !isObject(state)) throw wrong("expected `world`, `clock` and `state`");
  const { id, team_id: teamId, team_name: teamName, region, org_id: orgId } = world;
  if (typeof id !== "string" || typeof teamName !== "string") throw wrong("expected `id` and `team_name` of the world");
  if (!isUuid(teamId) || !isUuid(orgId)) throw wrong("expected `team_id` and `org_id` to be UUIDs");
  if (region !== "us" && region !== "eu") throw wrong("expected `region` to be `us` or `eu`");
  const nowMs = typeof clock["now"] === "string" ? msOf(clock["now"]) : Number.NaN;
  if (!isStart(nowMs)) throw wrong("expected `now` of the clock to be a date-time from the year 1000 on");
  const { settings, initialSettings = {}, faults, eventFaults, advancesToMs = 0, ...unknown } = state;
  if (!isObject(settings) || !isObject(initialSettings)) throw wrong("expected `settings` in `state`");
  if (!areFaults(faults) || !areFaults(eventFaults)) throw wrong("expected `faults` with what was made, and a list");
  if (typeof advancesToMs !== "number" || advancesToMs > lastMs) throw wrong("expected `advancesToMs` to be a time");
  const [name] = Object.keys(unknown);
  if (name !== undefined) throw wrong(`this sandbox does not know ${shown(name)} of a world`);
  for (const change of [settings, initialSettings]) refuseInvalidSettings(change);
  return {
    identity: { id, teamId, teamName, region, orgId },
    row: {
      ...(state as Pick<WorldRow, "settings" | "faults" | "eventFaults" | "advancesToMs">),
      // It continues at the time that it showed, however long ago that was
      clock: clock["is_frozen"] === true ? { frozenAtMs: nowMs } : { offsetMs: nowMs - machineNow() },
    },
  };
}

/** A line behind the header: a row, or the end. */
export function readLine(
  bytes: Buffer,
  number: number,
  replaced: Replaced,
): { readonly table: ContentTable; readonly row: ContentRow } | { readonly lines: number } {
  const found = parsed(bytes, number, replaced);
  const [name = ""] = Object.keys(found);
  const value = found[name];
  if (name === "end" && isObject(value)) return { lines: Number(value["lines"]) };
  const table = (Object.keys(names) as ContentTable[]).find((one) => names[one] === name);
  if (table === undefined || !isObject(value)) {
    throw refused(
      `Line ${number} of the file: expected ${Object.values(names).join(", ")} or end, found ${shown(name)}.`,
    );
  }
  return { table, row: readRow(table, value, number) };
}

function readRow(table: ContentTable, found: JsonObject, number: number): ContentRow {
  const forms: Readonly<Record<string, ColumnForm>> = contents[table];
  const unknown = Object.keys(found).find((name) => !Object.hasOwn(forms, name));
  if (unknown !== undefined)
    throw refused(`Line ${number} of the file: ${names[table]} has the unknown field ${shown(unknown)}.`);
  const columns = Object.entries(forms).map(([name, form]) => {
    const value = found[name];
    if (!isOfForm(value, form)) {
      const expected = {
        key: `a text of at most ${longestKey} characters`,
        integer: "a whole number",
        "integer or null": "a whole number or null",
        json: "an object",
        "json or null": "an object or null",
      }[form];
      throw refused(`Line ${number} of the file: expected ${name} of ${names[table]} to be ${expected}.`);
    }
    return [name, form.startsWith("json") && value !== null ? JSON.stringify(value) : value] as const;
  });
  return Object.fromEntries(columns) as ContentRow;
}

function isOfForm(value: unknown, form: ColumnForm): boolean {
  if (value === null) return form.endsWith("or null");
  if (form.startsWith("json")) return isObject(value);
  if (form === "key") return typeof value === "string" && value.length <= longestKey && !value.includes("\0");
  return Number.isSafeInteger(value);
}

function parsed(bytes: Buffer, number: number, replaced: Replaced = []): JsonObject {
  let found: unknown;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    found = JSON.parse(replaced.reduce((changed, [from, to]) => changed.replaceAll(from, to), text));
  } catch {
    // For what follows
  }
  if (isObject(found)) return found;
  throw refused(`Line ${number} of the file is not a JSON object: it was changed or cut off.`);
}

function areFaults(kept: unknown): boolean {
  return kept === undefined || (isObject(kept) && Number.isSafeInteger(kept["made"]) && Array.isArray(kept["faults"]));
}

function isUuid(value: unknown): value is string {
  return typeof value === "string" && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
}

/** Of somebody's text its beginning. */
function shown(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
