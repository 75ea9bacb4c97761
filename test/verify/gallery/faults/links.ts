// Servers that give link codes and portal URLs wrongly.
import type { LinkCode, LinkProvider, PortalUrl } from "../../../../generated/schemas.ts";
import { answers, sent } from "./stages.ts";
import { violates, type WrongServer } from "./wrong-server.ts";

const hourMs = 3_600_000;

export const linkFaults: readonly WrongServer[] = [
  violates(
    "createLinkCode",
    "link-code-expires-in-an-hour",
    "lets a code live a day",
    answers<LinkCode>((code, { query, now }) =>
      query["expires_at"] === undefined
        ? { ...code, expires_at: new Date(now.getTime() + 24 * hourMs).toISOString() }
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
  violates("createLinkCode", "link-code-keeps-expiry", "ignores `expires_at`", {
    handle: (next, call) => next({ ...call, query: { ...call.query, expires_at: undefined } }),
  }),
  violates(
    "createLinkCode",
    "link-code-keeps-expiry",
    "lets no code live longer than an hour",
    answers<LinkCode>((code, { now }) => ({
      ...code,
      expires_at: new Date(Math.min(Date.parse(code.expires_at), now.getTime() + hourMs)).toISOString(),
    })),
  ),
  violates(
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
  violates("createPortalUrl", "portal-needs-demographics", "gives a URL to a user without demographics", {
    handle: (next, call) =>
      next({ ...call, path: { ...call.path, user_id: withDemographics(String(call.path["user_id"])) } }),
  }),
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

/** The walker passes for the runner, who has demographics. */
function withDemographics(userId: string): string {
  return userId.toLowerCase() === "4b7e1d52-93a8-4f60-b1c4-7d2e8f905a36"
    ? "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10"
    : userId;
}
