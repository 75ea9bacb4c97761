// Servers whose dates and times are none of RFC 3339, though most programs read them; `shared/contract` holds each other form.
import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import { replies, rewrites } from "./stages.ts";
import { violates, type WrongServer } from "./wrong-server.ts";

const writes = (operation: OperationId, path: string, what: string, from: RegExp, to: string): WrongServer =>
  violates(
    operation,
    "body-schema",
    `writes ${what}`,
    rewrites(path, (text) => new Date(text).toISOString().replace(from, to)),
  );

export const dateFaults: readonly WrongServer[] = [
  writes("resolveUser", "created_on", "a space between day and time", /T/, " "),
  writes("resolveUser", "fallback_birth_date/value", "a birth date with the time of midnight", /T.*/, "T00:00:00Z"),
  violates(
    "createUser",
    "conflict-names-existing-user",
    "dates a conflict without an offset",
    replies(400, (body) => ({ ...body, created_on: String(body["created_on"]).replace(/Z$/, "") })),
  ),
];
