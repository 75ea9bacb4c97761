// Brings a file of layout 2 to layout 3, which names the sandbox's own fields and times in one style.
import type { DatabaseSync } from "node:sqlite";
import { isoOf, lastMs } from "../world/clock.ts";
import { layout } from "./schema.ts";

/** The layout that can be brought up to today's. */
export const oldestLayout = 2;

type Json = Record<string, unknown>;

/** Each kind of record whose fields had other names, and a world's own row. What a user has sent is not looked into. */
const upgrades: Readonly<Record<string, (kept: Json) => void>> = {
  world: ({ settings }) => {
    for (const name of Object.keys(settings as Json)) {
      move(
        settings as Json,
        name,
        name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      );
    }
  },
  users: (user) => move(user, "deletedAtMs", "deleted_at", written),
  endpoints: (endpoint) => move(endpoint, "created_on", "created_at"),
  connections({ prepared, in_progress }) {
    for (const { becomes } of prepared as Json[]) move(becomes, "takesSeconds", "takes_seconds");
    for (const refresh of in_progress as Json[]) move(refresh, "dueAtMs", "due_at", written);
  },
  linkCodes(code) {
    move(code, "created_on", "created_at");
    move(code, "exchanged_on", "exchanged_at");
  },
  portalUrls: (url) => move(url, "created_on", "created_at"),
  orders(order) {
    move(order, "preparedConfirmation", "prepared_confirmation");
    for (const published of order["results"] as Json[]) move(published, "published_on", "published_at");
  },
  appointments: (appointment) => move(appointment, "made_on", "made_at"),
  forwardings: (forwarding) => move(forwarding, "forwarded_on", "forwarded_at"),
};

/** Does so in one transaction, unless the file has today's layout already. */
export function upgrade(database: DatabaseSync): void {
  if (database.prepare("PRAGMA user_version").get()?.["user_version"] !== oldestLayout) return;
  database.function("upgraded", (kind, text) => {
    const kept = JSON.parse(String(text)) as Json;
    upgrades[String(kind)]?.(kept);
    return JSON.stringify(kept);
  });
  const kinds = Object.keys(upgrades).map((kind) => `'${kind}'`);
  try {
    database.exec(`BEGIN;
UPDATE worlds SET value = upgraded('world', value);
UPDATE records SET body = upgraded(kind, body) WHERE kind IN (${kinds.join(", ")});
PRAGMA user_version = ${layout};
COMMIT`);
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
}

function move(kept: unknown, from: string, to: string, converted = (value: unknown) => value): void {
  if (typeof kept !== "object" || kept === null || !Object.hasOwn(kept, from) || from === to) return;
  Reflect.set(kept, to, converted(Reflect.get(kept, from)));
  Reflect.deleteProperty(kept, from);
}

/** Milliseconds since 1970 as a date-time; one beyond the last that can be written as that. */
function written(ms: unknown): string {
  return isoOf(Math.min(Number(ms), lastMs));
}
