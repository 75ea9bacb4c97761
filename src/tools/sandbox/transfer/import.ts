// Reads the file of a world into one that has nothing yet.
import { setImmediate as otherWork } from "node:timers/promises";
import { isWork } from "../due/index.ts";
import type { ContentRow, Contents, ContentTable, Replaced } from "../world/contents.ts";
import type { HappeningRefused } from "../world/happening-refused.ts";
import { keysOfRecord } from "../world/records/index.ts";
import type { DeliveryRows, WorldTables } from "../world/store.ts";
import { withReferences } from "./delivery-references.ts";
import { readLine, refused } from "./format.ts";

/** How many rows are added at a time. */
const rowsAtOnce = 100;

/** A row, and the line on which it stands. */
interface Read {
  readonly row: ContentRow;
  readonly line: number;
  /** Of a delivery. */
  readonly attempts: ContentRow[];
}

/** What a file may have behind its header, in this order. */
const order: readonly ContentTable[] = ["events", "deliveries", "records", "due_work"];

const states = ["waiting", "due", "delivered", "parked"];

/**
 * Adds what stands behind the header.
 *
 * @throws {HappeningRefused} when the file is not whole, or something in it is wrong; the caller undoes what was added.
 */
export async function readContents(lines: Iterator<Buffer>, tables: WorldTables, replaced: Replaced): Promise<void> {
  const reader = new ContentsReader(tables);
  for (let line = 2; ; line += 1) {
    const next = lines.next();
    if (next.done === true) {
      throw refused(
        `The file ends with line ${line - 1}, but its last line is {"end":…}: it was cut off. Export the world again.`,
      );
    }
    const found = readLine(next.value, line, replaced);
    if ("table" in found) {
      await reader.take(found.table, found.row, line);
      continue;
    }
    if (found.lines !== line) {
      throw refused(
        `Line ${line} of the file says that it has ${found.lines} lines: lines are missing, or were added.`,
      );
    }
    if (lines.next().done !== true) throw refused(`Line ${line + 1} of the file stands behind its end.`);
    await reader.end();
    return;
  }
}

/**
 * A record with its other keys.
 *
 * @throws when the kind is unknown, or the record is not of that kind.
 */
export function withKeys(row: ContentRow): ContentRow {
  const { owner = null, name = null } = keysOfRecord(String(row["kind"]), JSON.parse(String(row["body"])));
  if ([owner, name].every((key) => key === null || typeof key === "string")) return { ...row, owner, name };
  throw new TypeError("A key of the record is not a text.");
}

class ContentsReader {
  readonly #contents: Contents;
  readonly #deliveries: DeliveryRows;
  #table: ContentTable = "events";
  #waiting: Read[] = [];
  /** The places of the deliveries by their number in the file, from 1 on. */
  readonly #places: number[] = [];
  /** The deliveries that another one waits for. */
  readonly #followed: (Read & { readonly place: number })[] = [];
  /** The endpoints to which something is to be delivered and that were not read yet, each with the line of a delivery. */
  readonly #endpoints = new Map<string, number>();

  constructor({ contents, deliveries }: WorldTables) {
    this.#contents = contents;
    this.#deliveries = deliveries;
  }

  async take(table: ContentTable, row: ContentRow, line: number): Promise<void> {
    if (table === "attempts") {
      const delivery = this.#table === "deliveries" ? this.#waiting.at(-1) : undefined;
      if (delivery === undefined) throw refused(`Line ${line} of the file: the attempt follows no delivery.`);
      delivery.attempts.push(row);
      return;
    }
    if (order.indexOf(table) < order.indexOf(this.#table)) {
      throw refused(
        `Line ${line} of the file is out of order: events come first, then deliveries, records and work that is due.`,
      );
    }
    if (table !== this.#table || this.#waiting.length === rowsAtOnce) await this.#add();
    this.#table = table;
    this.#waiting.push({ row: this.#checked(table, row, line), line, attempts: [] });
  }

  /** Adds what waits, and looks up what could not be looked up before. */
  async end(): Promise<void> {
    await this.#add();
    for (const { row, line, place } of this.#followed) {
      await this.#deliveries.decide(place, String(this.#withPlaces("deliveries", row, line)["decided"]));
    }
    for (const [id, line] of this.#endpoints) {
      throw wrong(line, `the delivery is to the endpoint ${JSON.stringify(id)}, which the file does not have`);
    }
  }

  async #add(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    const [first, last] = [waiting[0], waiting.at(-1)];
    if (first === undefined || last === undefined) return;
    if (this.#table === "deliveries") await this.#refuseUnknownEvents(waiting);
    const rows = waiting.map(({ row }) => row);
    const places = await this.#contents.add(this.#table, rows);
    if (places.length < rows.length) {
      throw refused(`Lines ${first.line} to ${last.line} of the file: one has the id of another one of its kind.`);
    }
    if (this.#table === "deliveries") {
      const placed = waiting.map((delivery, index) => ({ ...delivery, place: places[index] ?? 0 }));
      const attempts = placed.flatMap(({ attempts, place: delivery }) =>
        attempts.map((row, before) => ({ ...row, delivery, number: before + 1 })),
      );
      await this.#contents.add("attempts", attempts);
      this.#places.push(...places);
      this.#followed.push(...placed.filter(({ row }) => row["decided"] !== null));
    }
    // A large file takes seconds
    await otherWork();
  }

  /** The row as it is added. */
  #checked(table: ContentTable, row: ContentRow, line: number): ContentRow {
    const { kind, state, due_at_ms, endpoint_id, decided } = row;
    if (table === "deliveries") {
      const isOpen = state === "waiting" || state === "due";
      if (!states.includes(String(state))) {
        throw wrong(line, `expected the state ${states.join(", ")}, found ${JSON.stringify(state)}`);
      }
      if (state === "due" && due_at_ms === null) throw wrong(line, "a delivery that is due needs due_at_ms");
      if (!Array.isArray(JSON.parse(String(decided ?? '{"strikes":[]}')).strikes)) {
        throw wrong(line, "what was decided has no list of strikes");
      }
      if (isOpen && !this.#endpoints.has(String(endpoint_id))) this.#endpoints.set(String(endpoint_id), line);
      return row;
    }
    if (table === "due_work" && !isWork(String(kind))) {
      throw wrong(line, `this sandbox does not know work of the kind ${JSON.stringify(kind)}`);
    }
    const changed = this.#withPlaces(table, row, line);
    if (table !== "records") return changed;
    if (kind === "endpoints") this.#endpoints.delete(String(row["id"]));
    try {
      return withKeys(changed);
    } catch {
      throw wrong(line, `this sandbox does not know such a record of the kind ${JSON.stringify(kind)}`);
    }
  }

  #withPlaces(table: ContentTable, row: ContentRow, line: number): ContentRow {
    return withReferences(table, row, (number) => {
      const place = number === 0 ? 0 : this.#places[number - 1];
      if (place !== undefined) return place;
      throw wrong(line, `it refers to delivery ${number}, but the file has ${this.#places.length} deliveries`);
    });
  }

  async #refuseUnknownEvents(deliveries: readonly Read[]): Promise<void> {
    const ids = deliveries.map(({ row }) => String(row["event_id"]));
    const known = await this.#contents.known(ids);
    for (const { row, line } of deliveries) {
      if (known.has(String(row["event_id"]))) continue;
      throw wrong(
        line,
        `the delivery is of the event ${JSON.stringify(row["event_id"])}, which the file does not have`,
      );
    }
  }
}

function wrong(line: number, what: string): HappeningRefused {
  return refused(`Line ${line} of the file: ${what}.`);
}
