// Servers whose dates and times are none of RFC 3339, though most programs read them.
import type { LinkCode, OrganizationTeamPage, User, UserConnectionList } from "../../../../../generated/schemas.ts";
import { answers, first } from "./stages.ts";
import { type Stages, violates, type WrongServer } from "./wrong-server.ts";

type Write = (instant: Date) => string;

const parts = (instant: Date) => instant.toISOString().split("T") as [string, string];

const userSince = (write: Write): Stages =>
  answers<User>((user) => ({ ...user, created_on: write(new Date(user.created_on)) }));

const codeUntil = (write: Write): Stages =>
  answers<LinkCode>((code) => ({ ...code, expires_at: write(new Date(code.expires_at)) }));

const connectedSince = (write: Write): Stages =>
  answers<UserConnectionList>(({ providers }) => ({
    providers: first(providers, (one) => ({ ...one, created_on: write(new Date(one.created_on)) })),
  }));

const teamSince = (write: Write): Stages =>
  answers<OrganizationTeamPage>((page) => ({
    ...page,
    teams: first(page.teams, (team) => ({ ...team, created_on: write(new Date(team.created_on)) })),
  }));

/** The usual way of writing it, with one part written otherwise. */
const ending =
  (from: RegExp, to: string): Write =>
  (instant) =>
    instant.toISOString().replace(from, to);

export const dateFaults: readonly WrongServer[] = [
  violates(
    "resolveUser",
    "body-schema",
    "writes a space between day and time",
    userSince((instant) => parts(instant).join(" ")),
  ),
  violates("resolveUser", "body-schema", "writes a time without an offset", userSince(ending(/Z$/, ""))),
  violates(
    "listUserConnections",
    "body-schema",
    "writes an offset without a colon",
    connectedSince(ending(/Z$/, "+0000")),
  ),
  violates("createLinkCode", "body-schema", "writes a fraction after a comma", codeUntil(ending(/\.(\d+)Z$/, ",$1Z"))),
  violates(
    "createLinkCode",
    "body-schema",
    "writes a 60th second at noon",
    codeUntil((instant) => `${parts(instant)[0]}T12:00:60Z`),
  ),
  violates(
    "listOrganizationTeams",
    "body-schema",
    "writes the 31st of April",
    teamSince(() => "2026-04-31T09:00:00Z"),
  ),
  violates(
    "listOrganizationTeams",
    "body-schema",
    "writes a leap day in a year that has none",
    teamSince(() => "2100-02-29T09:00:00Z"),
  ),
  violates("resolveUser", "body-schema", "writes a birth date with the time of midnight", {
    ...answers<User>((user) =>
      user.fallback_birth_date === undefined
        ? user
        : { ...user, fallback_birth_date: { ...user.fallback_birth_date, value: "1990-04-12T00:00:00Z" } },
    ),
  }),
  violates("createUser", "conflict-names-existing-user", "dates a conflict without an offset", {
    answer(answer) {
      const { created_on } = Object(answer.body);
      if (answer.status !== 400 || typeof created_on !== "string") return answer;
      return { ...answer, body: { ...Object(answer.body), created_on: created_on.replace(/Z$/, "") } };
    },
  }),
];
