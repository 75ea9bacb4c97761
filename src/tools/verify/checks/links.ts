// What is stated of link codes, link providers and portal URLs: lifetimes, and what a portal URL needs.
import { field } from "../../contract/index.ts";
import { type Behaviour, changing, list, readField, reading, succeeded } from "./scene.ts";

const hourMs = 3_600_000;
/** How much a server's clock and ours may differ, and how long a call may take. */
const slackMs = 120_000;

const linkCodeExpiresInAnHour = changing("link-code-expires-in-an-hour", "createLinkCode", async (scene) => {
  const made = await scene.call("createLinkCode");
  const now = Date.parse(made.exchange.answer?.headers.get("date") ?? new Date().toISOString());
  const expires = readField(made, "expires_at");
  const { pointer } = scene.assumptionOn("expires_at");
  const expected = { text: "Without `expires_at` a link code expires an hour after the server's time.", pointer };
  const isNear = Math.abs(Date.parse(String(expires)) - now - hourMs) <= slackMs;
  scene.expect(isNear, made, `It expires at ${expires}, asked for at ${new Date(now).toISOString()}.`, expected);
});

/** Minutes from UTC of zones in which the same instant is written otherwise. */
const offsets = [0, 330, -480];

const linkCodeKeepsExpiry = changing("link-code-keeps-expiry", "createLinkCode", async (scene) => {
  const { pointer } = scene.assumptionOn("expires_at");
  const expected = { text: "A link code expires when it was asked to, whatever zone that was written in.", pointer };
  const instant = Math.floor(Date.now() / 1000) * 1000 + 1.25 * hourMs;
  for (const offset of offsets) {
    const wanted = writtenAt(instant, offset);
    const made = await scene.call("createLinkCode", { query: { expires_at: wanted } });
    const expires = readField(made, "expires_at");
    const isSame = Math.abs(Date.parse(String(expires)) - instant) < 1000;
    scene.expect(isSame, made, `It expires at ${expires}, not at ${wanted}.`, expected);
  }
});

/** An instant as a date-time with this offset. */
function writtenAt(ms: number, minutes: number): string {
  if (minutes === 0) return new Date(ms).toISOString();
  const local = new Date(ms + minutes * 60_000).toISOString().slice(0, 19);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${local}${minutes < 0 ? "-" : "+"}${String(hours).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

const exchangeUrlCarriesCode = changing("exchange-url-carries-code", "createLinkCode", async (scene) => {
  const made = await scene.call("createLinkCode");
  const [code, url] = [String(readField(made, "code")), String(readField(made, "exchange_url"))];
  const expected = {
    text: "The exchange URL ends in `?code=` and the code.",
    pointer: "#/components/schemas/LinkCode/properties/exchange_url",
  };
  scene.expect(url.endsWith(`?code=${code}`), made, `It is ${JSON.stringify(url)}, and the code "${code}".`, expected);
});

/** How many providers are looked up: one that is mixed up with another is seen by few. */
const mostProviders = 10;

const linkProviderIsAskedOne = reading("link-provider-is-asked-one", "getLinkProvider", async (scene) => {
  const oauth_provider = scene.named("oauth_provider");
  const found = await scene.call("getLinkProvider", { path: { oauth_provider } });
  const expected = {
    text: "The provider is the one that was asked for.",
    pointer: "#/components/schemas/LinkProvider/properties/slug",
  };
  scene.expectEqual(field(found.body, "slug"), oauth_provider, found, "`slug`", expected);
  // Which of the others have an OAuth flow is not shown
  for (const provider of list((await scene.call("listProviders")).body).slice(0, mostProviders)) {
    const slug = String(field(provider, "slug"));
    const other = await scene.attempt("getLinkProvider", { path: { oauth_provider: slug } });
    if (succeeded(other)) scene.expectEqual(field(other.body, "slug"), slug, other, "`slug`", expected);
  }
});

const portalNeedsDemographics = changing("portal-needs-demographics", "createPortalUrl", async (scene) => {
  // Which demographics are needed is not shown; a user created with nothing has none
  const { user_id } = scene.data.user_without_demographics ?? (await scene.createUser());
  const text = "A portal URL for a user without demographics is refused with 422.";
  const refused = await scene.ask("createPortalUrl", { path: { user_id }, body: { context: "launch" } }, "422");
  const status = refused.exchange.answer?.status;
  const expected = { text, pointer: scene.answer("422") };
  scene.expect(status === 422, refused, `The answer is ${status ?? "missing"}.`, expected);
});

/** Weeks are at least this many times as long as what anyone calls minutes. */
const weeksToMinutes = 20;

const portalLifetimes = changing("portal-lifetimes", "createPortalUrl", async (scene) => {
  const { user_id } = scene.named("user");
  const lives = async (context: string) => {
    const made = await scene.call("createPortalUrl", { path: { user_id }, body: { context } });
    return { made, lifetime: Number(field(made.body, "expires_in")) };
  };
  const launch = await lives("launch");
  const communications = await lives("communications");
  const message = `\`expires_in\` is ${launch.lifetime} for launch and ${communications.lifetime} for communications.`;
  const expected = {
    text: "A launch URL lives minutes, one for communications weeks.",
    pointer: "#/components/schemas/PortalUrl/properties/expires_in",
  };
  // The unit is not shown, but it is the same for both
  const isSo = launch.lifetime > 0 && launch.lifetime * weeksToMinutes <= communications.lifetime;
  scene.expect(isSo, communications.made, message, expected);
});

const portalUrlForOrder = changing("portal-url-for-order", "createPortalUrl", async (scene) => {
  const { user_id } = scene.named("user");
  const order_id = scene.named("order_id");
  const urlFor = async (body: object) => {
    const made = await scene.call("createPortalUrl", { path: { user_id }, body: { context: "launch", ...body } });
    return { made, url: field(made.body, "url") };
  };
  const [portal, order] = [await urlFor({}), await urlFor({ order_id })];
  const message = `Both are ${JSON.stringify(order.url)}.`;
  // How a URL names the order is not shown: it leads elsewhere only when it is another one
  const expected = {
    text: "The URL for an order is another than the one for the portal.",
    pointer: "#/components/schemas/PortalUrlRequest/properties/order_id",
  };
  scene.expect(portal.url !== order.url, order.made, message, expected);
});

export const linkBehaviours: readonly Behaviour[] = [
  linkCodeExpiresInAnHour,
  linkCodeKeepsExpiry,
  exchangeUrlCarriesCode,
  linkProviderIsAskedOne,
  portalNeedsDemographics,
  portalLifetimes,
  portalUrlForOrder,
];
