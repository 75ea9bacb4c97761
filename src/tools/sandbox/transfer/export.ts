// Writes the file of a world.
import { setImmediate as otherWork } from "node:timers/promises";
import type { Contents } from "../world/contents.ts";
import type { LiveWorld } from "../world/live-world.ts";
import { isOfContents } from "../world/records/index.ts";
import { numberOf, withReferences } from "./delivery-references.ts";
import { endLine, headerLine, rowLine } from "./format.ts";
import { Spool } from "./spool.ts";

/** Writes everything of a world, as one transaction sees it, into a file that the caller removes. */
export async function exportWorld(live: LiveWorld): Promise<Spool> {
  const spool = new Spool();
  try {
    await live.read(async ({ row, clock, contents }) => {
      let lines = 0;
      const add = (line: string) => {
        lines += 1;
        spool.add(line);
      };
      add(headerLine(row, clock.nowMs));
      for await (const line of linesOf(contents)) add(line);
      spool.add(endLine(lines + 1));
    });
    spool.end();
    return spool;
  } catch (error) {
    spool.remove();
    throw error;
  }
}

/** What refers to a delivery comes behind the deliveries, and these behind their events. A delivery is referred to by its number in the file. */
async function* linesOf(contents: Contents): AsyncGenerator<string> {
  const places = await contents.deliveryPlaces();
  const changed = (place: number) => numberOf(places, place);
  for await (const page of contents.pages("events")) {
    for (const row of page) yield rowLine("events", row);
    await otherWork();
  }
  for await (const page of contents.pages("deliveries")) {
    const attempts = Map.groupBy(await contents.attempts(page), (attempt) => attempt["delivery"]);
    for (const row of page) {
      yield rowLine("deliveries", withReferences("deliveries", row, changed));
      for (const attempt of attempts.get(row["place"] ?? 0) ?? []) yield rowLine("attempts", attempt);
    }
    await otherWork();
  }
  for (const kind of (await contents.kinds()).filter(isOfContents)) {
    for await (const page of contents.pages("records", kind)) {
      for (const row of page) yield rowLine("records", withReferences("records", row, changed));
    }
  }
  for await (const page of contents.pages("due_work")) {
    for (const row of page) yield rowLine("due_work", withReferences("due_work", row, changed));
  }
}
