// Wrong servers that `verify` has to find: they give link codes and portal URLs wrongly.
import type { Call } from "../call.ts";
import { cast } from "../server.ts";
import { ignores, keepsAs, rewrites, sent, sets } from "./stages.ts";
import { differences, surprises, violations } from "./wrong-server.ts";

export const linkFaults = [
  ...violations({
    "link-code-expires-in-an-hour": {
      "createLinkCode writes the time of another zone as UTC": sets("expires_at", (text: string, { query }: Call) =>
        query["expires_at"] === undefined ? new Date(Date.parse(text) + 2 * 3_600_000).toISOString() : text,
      ),
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
    },
  }),
  ...surprises({
    "link-code-keeps-expiry": {
      "createLinkCode ignores `expires_at`": ignores("expires_at"),
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
    },
  }),
  ...differences({
    "exchange-url-carries-code": {
      "createLinkCode gives another code in the URL": sets("exchange_url", "demo-app://link?code=skus00000000"),
    },
  }),
];
