// Servers that give link codes and portal URLs wrongly.
import type { Call, Stages } from "../call.ts";
import { cast } from "../server.ts";
import { ignores, keepsAs, rewrites, sent, sets, when } from "./stages.ts";
import { differences, surprises, violations } from "./wrong-server.ts";

const hourMs = 3_600_000;

/** Another expiry of a code for which none was asked. */
const expires = (change: (text: string) => number): Stages =>
  sets("expires_at", (text: string, { query }: Call) =>
    query["expires_at"] === undefined ? new Date(change(text)).toISOString() : text,
  );

export const linkFaults = [
  ...violations({
    "link-code-expires-in-an-hour": {
      "createLinkCode lets a code live a day": expires(() => Date.now() + 24 * hourMs),
      "createLinkCode writes the time of another zone as UTC": expires((text) => Date.parse(text) + 2 * hourMs),
    },
    "exchange-url-carries-code": {
      "createLinkCode gives a web address for that of an app": rewrites("exchange_url", (url) =>
        url.replace(/^[^:]+/, "https"),
      ),
    },
    "portal-needs-demographics": {
      "createPortalUrl gives a URL to a user without demographics": keepsAs(
        "path user_id",
        cast.user_without_demographics?.user_id ?? "",
        cast.user?.user_id,
      ),
      "createPortalUrl does not find a user without demographics": when(422, { status: 404 }),
    },
    "portal-url-for-order": {
      "createPortalUrl gives the same URL for an order": sets(
        "url",
        (_: unknown, call: Call) => `https://portal.example.com/${call.path["user_id"]}/${sent(call, "body context")}`,
      ),
    },
    "portal-lifetimes": {
      "createPortalUrl lets a URL for communications live an hour": sets("expires_in", (seconds: number) =>
        Math.min(seconds, 3600),
      ),
      "createPortalUrl swaps the lifetimes": sets("expires_in", (seconds: number) => (seconds > 900 ? 900 : 2_592_000)),
      "createPortalUrl lets every URL live as long": sets("expires_in", 900),
    },
  }),
  ...surprises({
    "link-code-keeps-expiry": {
      "createLinkCode ignores `expires_at`": ignores("expires_at"),
      "createLinkCode lets no code live longer than an hour": rewrites("expires_at", (text) =>
        new Date(Math.min(Date.parse(text), Date.now() + hourMs)).toISOString(),
      ),
      "createLinkCode reads the time of any zone as UTC": sets("expires_at", (text: string, { query }: Call) => {
        const [, local] = /^([\d-]{10}T[\d:]{8})[+-]/.exec(String(query["expires_at"])) ?? [];
        return local === undefined ? text : `${local}Z`;
      }),
    },
    "link-provider-is-asked-one": {
      "getLinkProvider finds one provider whichever is asked for": keepsAs(
        "path oauth_provider",
        /^/,
        cast.oauth_provider,
      ),
      "getLinkProvider finds another provider": sets("slug", "demo_watch"),
    },
  }),
  ...differences({
    "exchange-url-carries-code": {
      "createLinkCode gives another code in the URL": sets("exchange_url", "demo-app://link?code=skus00000000"),
    },
  }),
];
