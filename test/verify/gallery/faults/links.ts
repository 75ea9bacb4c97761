// Servers that give link codes and portal URLs wrongly.
import type { Call } from "../call.ts";
import { cast } from "../server.ts";
import { answersWith, changes, ignores, rewrites, sent, sets } from "./stages.ts";
import { differs, type Stages, surprises, violates, type WrongServer } from "./wrong-server.ts";

const hourMs = 3_600_000;
const runner = cast.user?.user_id ?? "";
const walker = cast.user_without_demographics?.user_id;

/** Another expiry of a code for which none was asked. */
const expires = (change: (text: string) => number): Stages =>
  sets("expires_at", (text: string, { query }: Call) =>
    query["expires_at"] === undefined ? new Date(change(text)).toISOString() : text,
  );

const portal = (check: string, what: string, stages: Stages) => violates("createPortalUrl", check, what, stages);
const code = (check: string, what: string, stages: Stages) => violates("createLinkCode", check, what, stages);
const keepsNoExpiry = (what: string, stages: Stages) =>
  surprises("createLinkCode", "link-code-keeps-expiry", what, stages);

export const linkFaults: readonly WrongServer[] = [
  code(
    "link-code-expires-in-an-hour",
    "lets a code live a day",
    expires(() => Date.now() + 24 * hourMs),
  ),
  code(
    "link-code-expires-in-an-hour",
    "writes the time of another zone as UTC",
    expires((text) => Date.parse(text) + 2 * hourMs),
  ),
  keepsNoExpiry("ignores `expires_at`", ignores("expires_at")),
  keepsNoExpiry(
    "lets no code live longer than an hour",
    rewrites("expires_at", (text) => new Date(Math.min(Date.parse(text), Date.now() + hourMs)).toISOString()),
  ),
  keepsNoExpiry(
    "reads the time of any zone as UTC",
    sets("expires_at", (text: string, { query }: Call) => {
      const [, local] = /^([\d-]{10}T[\d:]{8})[+-]/.exec(String(query["expires_at"])) ?? [];
      return local === undefined ? text : `${local}Z`;
    }),
  ),
  differs(
    "createLinkCode",
    "exchange-url-carries-code",
    "gives another code in the URL",
    sets("exchange_url", "demo-app://link?code=skus00000000"),
  ),
  surprises("getLinkProvider", "link-provider-is-asked-one", "finds another provider", sets("slug", "demo_watch")),
  portal(
    "portal-needs-demographics",
    "gives a URL to a user without demographics",
    changes(({ path }) => (path["user_id"] === walker ? { path: { user_id: runner } } : {})),
  ),
  portal(
    "portal-url-for-order",
    "gives the same URL for an order",
    sets(
      "url",
      (_: unknown, call: Call) => `https://portal.example.com/${call.path["user_id"]}/${sent(call, "context")}`,
    ),
  ),
  portal("portal-needs-demographics", "does not find a user without demographics", answersWith(404, 422)),
  portal(
    "portal-lifetimes",
    "lets a URL for communications live an hour",
    sets("expires_in", (seconds: number) => Math.min(seconds, 3600)),
  ),
  portal(
    "portal-lifetimes",
    "swaps the lifetimes",
    sets("expires_in", (_: unknown, call: Call) => (sent(call, "context") === "launch" ? 2_592_000 : 900)),
  ),
  portal("portal-lifetimes", "lets every URL live as long", sets("expires_in", 900)),
];
