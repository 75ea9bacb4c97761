// Servers that give link codes and portal URLs wrongly.
import type { LinkCode, LinkProvider, PortalUrl } from "../../../../../generated/schemas.ts";
import { cast } from "../server.ts";
import { answers, changes, ignores, sent } from "./stages.ts";
import { differs, violates, type WrongServer } from "./wrong-server.ts";

const hourMs = 3_600_000;
const runner = cast.user?.user_id ?? "";
const walker = cast.user_without_demographics?.user_id;

export const linkFaults: readonly WrongServer[] = [
  violates(
    "createLinkCode",
    "link-code-expires-in-an-hour",
    "lets a code live a day",
    answers<LinkCode>((code, { query }) =>
      query["expires_at"] === undefined
        ? { ...code, expires_at: new Date(Date.now() + 24 * hourMs).toISOString() }
        : code,
    ),
  ),
  violates(
    "createLinkCode",
    "link-code-expires-in-an-hour",
    "writes the time of another zone as UTC",
    answers<LinkCode>((code, { query }) =>
      query["expires_at"] === undefined
        ? { ...code, expires_at: new Date(Date.parse(code.expires_at) + 2 * hourMs).toISOString() }
        : code,
    ),
  ),
  violates("createLinkCode", "link-code-keeps-expiry", "ignores `expires_at`", ignores("expires_at")),
  violates(
    "createLinkCode",
    "link-code-keeps-expiry",
    "lets no code live longer than an hour",
    answers<LinkCode>((code) => ({
      ...code,
      expires_at: new Date(Math.min(Date.parse(code.expires_at), Date.now() + hourMs)).toISOString(),
    })),
  ),
  violates("createLinkCode", "link-code-keeps-expiry", "reads the time of any zone as UTC", {
    ...answers<LinkCode>((code, { query }) => {
      const asked = query["expires_at"];
      const local = typeof asked === "string" ? /^([\d-]{10}T[\d:]{8})[+-]/.exec(asked)?.[1] : undefined;
      return local === undefined ? code : { ...code, expires_at: `${local}Z` };
    }),
  }),
  differs(
    "createLinkCode",
    "exchange-url-carries-code",
    "gives another code in the URL",
    answers<LinkCode>((code) => ({ ...code, exchange_url: "demo-app://link?code=skus00000000" })),
  ),
  violates(
    "getLinkProvider",
    "link-provider-is-asked-one",
    "finds another provider",
    answers<LinkProvider>((provider) => ({ ...provider, slug: "demo_watch" })),
  ),
  violates(
    "createPortalUrl",
    "portal-needs-demographics",
    "gives a URL to a user without demographics",
    changes(({ path }) => (path["user_id"] === walker ? { path: { user_id: runner } } : {})),
  ),
  violates(
    "createPortalUrl",
    "portal-url-for-order",
    "gives the same URL for an order",
    answers<PortalUrl>((portal, call) => ({ ...portal, url: `https://portal.example.com/${sent(call, "context")}` })),
  ),
  violates("createPortalUrl", "portal-needs-demographics", "does not find a user without demographics", {
    answer: (answer) => (answer.status === 422 ? { ...answer, status: 404 } : answer),
  }),
  violates(
    "createPortalUrl",
    "portal-lifetimes",
    "lets a URL for communications live an hour",
    answers<PortalUrl>((portal) => ({ ...portal, expires_in: Math.min(portal.expires_in, 3600) })),
  ),
  violates(
    "createPortalUrl",
    "portal-lifetimes",
    "swaps the lifetimes",
    answers<PortalUrl>((portal, call) => ({
      ...portal,
      expires_in: sent(call, "context") === "launch" ? 2_592_000 : 900,
    })),
  ),
  violates(
    "createPortalUrl",
    "portal-lifetimes",
    "lets every URL live as long",
    answers<PortalUrl>((portal) => ({ ...portal, expires_in: 900 })),
  ),
];
