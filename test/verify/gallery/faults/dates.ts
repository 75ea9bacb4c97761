// Servers whose dates and times are none of RFC 3339, though most programs read them.
import type { OperationId } from "../../../../src/sandbox/domain/topic.ts";
import { replies, rewrites } from "./stages.ts";
import { violates, type WrongServer } from "./wrong-server.ts";

const writes = (
  operation: OperationId,
  path: string,
  what: string,
  from: RegExp | ((text: string) => string),
  to = "",
): WrongServer =>
  violates(
    operation,
    "body-schema",
    `writes ${what}`,
    rewrites(path, (text) => {
      const instant = new Date(text).toISOString();
      return typeof from === "function" ? from(instant) : instant.replace(from, to);
    }),
  );

export const dateFaults: readonly WrongServer[] = [
  writes("resolveUser", "created_on", "a space between day and time", /T/, " "),
  writes("resolveUser", "created_on", "a time without an offset", /Z$/),
  writes("listUserConnections", "providers/0/created_on", "an offset without a colon", /Z$/, "+0000"),
  writes("createLinkCode", "expires_at", "a fraction after a comma", /\.(\d+)Z$/, ",$1Z"),
  writes("createLinkCode", "expires_at", "a 60th second at noon", /T.*/, "T12:00:60Z"),
  writes("listOrganizationTeams", "teams/0/created_on", "the 31st of April", () => "2026-04-31T09:00:00Z"),
  writes(
    "listOrganizationTeams",
    "teams/0/created_on",
    "a leap day in a year that has none",
    () => "2100-02-29T09:00:00Z",
  ),
  writes("resolveUser", "fallback_birth_date/value", "a birth date with the time of midnight", /T.*/, "T00:00:00Z"),
  violates(
    "createUser",
    "conflict-names-existing-user",
    "dates a conflict without an offset",
    replies(400, (body) => ({ ...body, created_on: String(body["created_on"]).replace(/Z$/, "") })),
  ),
];
