// The page for people as a browser without JavaScript gets it: what it shows, what its form does, and whom it refuses.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../../src/client/index.ts";
import { type Sandbox, startSandbox } from "../../../src/sandbox/start-sandbox.ts";
import { readControlDocument } from "../../../src/shared/contract/index.ts";
import { got, posted } from "./asked.ts";
import { allPages, order, runner } from "./places.ts";

let sandbox: Sandbox;
let client: ReturnType<typeof createClient>;
let logged: string[] = [];

beforeAll(async () => {
  sandbox = await startSandbox({
    frozen: true,
    now: new Date("2026-03-02T09:00:00Z"),
    port: 0,
    log: (line) => void logged.push(line),
  });
  client = createClient({ apiKey: sandbox.apiKey, baseUrl: sandbox.url ?? "" });
});
beforeEach(async () => {
  logged = [];
  await sandbox.reset();
});
afterAll(() => sandbox.close());

const at = (path: string) => `${sandbox.url}/_sandbox/${path}`;
const page = async (path: string) => (await got(at(path))).body.replaceAll("<wbr>", "");

async function createUser(client_user_id: string): Promise<string> {
  const result = await client.POST("/v2/user/", { body: { client_user_id } });
  if (!result.ok) throw new Error(`The user was not created: ${result.status}`);
  return result.data.user_id;
}

/** Sends the form of an operation, which shows that it was done. */
async function done(id: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { status, body } = await posted(at(`form/${id}`), fields);
  expect([status < 300, body]).toEqual([true, expect.stringContaining('role="status">Done.')]);
  return body;
}

describe("every view", () => {
  test.each(allPages)("/_sandbox/%s is there, whole in itself and without anything inline", async (path) => {
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    const { status, headers, body } = await got(at(path));
    expect([status, logged]).toEqual([200, []]);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const loaded = Array.from(body.matchAll(/ (?:src|href|action)="([^"]*)"/g), ([, url = ""]) => url);
    expect(loaded.filter((url) => !/^(\/_sandbox\/|data:,$|#content$)/.test(url))).toEqual([]);
    expect(body).not.toMatch(/ style="| on[a-z]+="|<style|<script(?! (?:defer )?src="\/_sandbox\/)/);
    // The chosen theme is set before anything is drawn
    expect(body).toMatch(/<script src="\/_sandbox\/page\/theme\.js"><\/script>\n<link rel="stylesheet"/);
    const ids = Array.from(body.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
    expect(ids.filter((id, first) => ids.indexOf(id) !== first)).toEqual([]);
  });

  test("leads to views that are there", async () => {
    await sandbox.endpoints.register({ url: "http://127.0.0.1:9/events" });
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    const bodies = await Promise.all(["", "deliveries/", `users/${runner}`].map(page));
    const links = bodies.flatMap((body) => Array.from(body.matchAll(/href="(\/_sandbox\/[^"]*)"/g), ([, url]) => url));
    for (const url of new Set(links)) {
      expect([url, (await got(`${sandbox.url}${url?.replaceAll("&amp;", "&")}`)).status]).toEqual([url, 200]);
    }
  });

  test("keeps to the world that is looked at", async () => {
    const other = await sandbox.createWorld({ seed: "empty" });
    const [, world = ""] = /<option>(world_\w+)<\/option>/.exec(await page("")) ?? [];
    const body = await page(`?world=${world}`);
    expect(body).toContain(other.apiKey);
    expect(body).not.toContain(sandbox.apiKey);
    const links = Array.from(body.matchAll(/href="(\/_sandbox\/[^"]*)"/g), ([, url]) => url ?? "");
    const isOfAll = (url: string) => /\/(page\/.*|openapi\.json|assumptions)$/.test(url);
    expect(links.filter((url) => !isOfAll(url) && !url.includes("world="))).toEqual([]);
    expect((await got(at("?world=nowhere"))).status).toBe(404);
  });
});

test.each([
  ["users/nobody", 'This world has no user "nobody".'],
  ["form/getNothing", "no operation"],
  ["form/toString", "no operation"],
  ["form/watchWorld", "no operation"],
  ["form/getDelivery?delivery_id=7", "No delivery has the id 7."],
  ["nowhere", "Unknown path"],
])("%s is not there, and says so", async (path, text) => {
  const { status, body } = await got(at(path), { accept: "text/html" });
  expect([status, body]).toEqual([404, expect.stringContaining(text)]);
});

test.each(["openapi.json", "assumptions"])("%s opens in a browser, from anywhere", async (path) => {
  const headers = { accept: "text/html", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  const answer = await got(at(path), headers);
  expect([answer.status, answer.headers["access-control-allow-origin"]]).toEqual([200, undefined]);
  expect((await got(at("worlds"), headers)).status).toBe(403);
});

describe("the log of calls", () => {
  test("keeps what was sent and answered, over a reload, until the world is reset", async () => {
    const user_id = await createUser("kept");
    await createUser("kept").catch(() => {});
    for (const path of ["", "calls/", ""]) {
      const body = await page(path);
      expect(body).toMatch(/POST<\/span> <code>\/v2\/user\/<.*>400<.*POST<\/span> <code>\/v2\/user\/<.*>200</s);
      expect(body).toContain("&quot;client_user_id&quot;: &quot;kept&quot;");
      expect(body).toContain(`<a href="/_sandbox/users/${user_id}">`);
    }
    await sandbox.reset();
    expect(await page("calls/")).not.toContain("<code>/v2/user/</code>");
  });

  test("ends with its world: one that gets the name again shows no call of it, and not its keys", async () => {
    const call = async (method: string) => {
      const headers = { "x-sandbox-control": "1" };
      const answer = await fetch(at("worlds/again"), { method, headers });
      return (await answer.json()) as { readonly api_key: string };
    };
    const { api_key } = await call("PUT");
    await call("DELETE");
    await call("PUT");
    const body = await page("calls/?world=again");
    expect([body.includes(api_key), body.includes("DELETE</span>")]).toEqual([false, false]);
    await call("DELETE");
  });

  test("has calls that no key opens, of no operation, that a fault applied to, and of the control plane", async () => {
    await fetch(`${sandbox.url}/v2/user/`, { method: "POST", headers: { "x-service-api-key": "sk_unknown" } });
    await fetch(`${sandbox.url}/v2/nowhere`);
    await done("addFault", { operation_id: "createUser", effect: "status", status: "503" });
    await client.POST("/v2/user/", { body: { client_user_id: "with-fault" } });
    const body = await page("calls/");
    expect(body).not.toContain("sk_unknown");
    for (const [path, status] of [
      ["/v2/user/", 401],
      ["/v2/nowhere", 404],
      ["/v2/user/", 503],
      ["/_sandbox/worlds/demo/faults", 201],
    ]) {
      expect(body).toMatch(new RegExp(`<code>${path}</code>.*>${status}</span>`, "s"));
    }
    expect(await page("")).toContain("1 broken on purpose");
  });

  test("shows the latest 50 calls", async () => {
    await createUser("earlier");
    for (let call = 0; call < 50; call += 1) await fetch(`${sandbox.url}/v2/nowhere`);
    const body = await page("calls/");
    expect([body.match(/<tr id="call-/g)?.length, body.includes("<code>/v2/user/</code>")]).toEqual([50, false]);
  });
});

describe("the form", () => {
  test("of each operation has its summary and its fields", async () => {
    for (const { id, operation, parameters, requestBody } of (await readControlDocument()).operations) {
      if (operation.tags.includes("About") || ["watchWorld", "backUpWorld"].includes(id)) continue;
      const { status, body } = await got(at(`form/${id}`));
      expect([id, status]).toEqual([id, 200]);
      expect(body).toContain(`<h1>${operation.summary}</h1>`);
      const names = parameters.map(({ name }) => name).filter((name) => name !== "world_id");
      const example = Object.entries(requestBody?.bodies[0]?.examples[0]?.value ?? {});
      for (const name of [...names, ...example.map(([key]) => key)]) {
        expect(body, id).toMatch(new RegExp(`name="${name}(\\.\\w+)?"`));
      }
    }
  });

  test("offers users by the team's ids, and orders by user and status", async () => {
    const body = await page("form/simulate?name=orderMoved");
    expect(body).toMatch(new RegExp(`<option value="${order}">demo-runner-01, 2026-03-02`));
    expect(await page("form/simulate?name=dataArrived")).toContain(`<option value="${runner}">demo-runner-01</option>`);
    const user_id = await createUser("without-orders");
    expect(await page(`form/simulate?name=resultPublished&user_id=${user_id}`)).not.toContain(order);
    expect(await page(`form/simulate?name=dataArrived&user_id=${user_id}`)).toContain(`value="${user_id}" selected`);
  });

  test("shows code in a description as code", async () => {
    expect(await page("form/simulate?name=orderMoved")).toContain("sends <code>order.updated</code>");
    expect(await page("form/simulate?name=refreshPrepared")).not.toMatch(/`/);
  });

  test("calls the control plane with what was filled in, each by its type, and shows the answer", async () => {
    const before = (await sandbox.clock.now()).getTime();
    await done("setClock", { "advance.days": "8", to: "" });
    expect((await sandbox.clock.now()).getTime() - before).toBe(8 * 86_400_000);
    const data = {
      user_id: runner,
      provider: "demo_ring",
      resource: "body",
      data: '{"weight": 70}',
      day: "2026-03-01",
    };
    await done("simulate", { name: "dataArrived", ...data });
    expect(
      await sandbox.records.healthData({ user_id: runner, resource: "body", provider: "demo_ring" }),
    ).toMatchObject([{ data: { weight: 70 } }]);
    await done("simulate", { name: "resultPublished", order_id: order, results: "[1]", is_partial: "true" });
    await done("changeSettings", { psc_scheduling: "true" });
    expect(await done("simulate", { name: "linkTokenMinted", user_id: runner })).toContain("&quot;link_token&quot;");
    const lasting = { operation_id: "*", effect: "latency", latency_ms: "1", "lasts.minutes": "5" };
    expect(await done("addFault", lasting)).toContain("&quot;ends_at&quot;: &quot;2026-03-");
    expect(await done("removeFaults", { fault_id: "*" })).toContain("latency");
    expect(await page("form/getWorld")).toContain("&quot;psc_scheduling&quot;: true");
    expect(await done("registerEndpoint", { url: "http://127.0.0.1:9/events" })).toMatch(/whsec_[\w+/=]+/);
    const story = { story_id: "late_correction_of_a_day", data: '[{ "minutes": 400 }, { "minutes": 415 }]' };
    expect(await done("playStory", story)).toMatch(/&quot;user_id&quot;: &quot;<a href="\/_sandbox\/users\//);
    expect(logged).toEqual([]);
  });

  test("makes a world, which it leads to, resets it and drops it", async () => {
    const options = { seed: "empty", is_frozen: "true", now: "2026-01-01T00:00:00Z" };
    const world = "mine";
    expect(await done("openWorld", { world_id: world, ...options })).toContain("Show the world mine");
    expect(await page(`?world=${world}`)).toContain("2026-01-01 00:00:00");
    expect(await page(`form/listRecords?kind=users&world=${world}`)).toContain("&quot;records&quot;: []");
    await done("resetWorld", { world, seed: "demo" });
    expect(await page(`form/listRecords?kind=users&world=${world}`)).toContain("demo-runner-01");
    await done("dropWorld", { world });
    expect((await got(at(`?world=${world}`))).status).toBe(404);
  });

  test.each([
    ["setClock", { to: "2020-01-01T00:00:00Z" }, 422, "only goes forward"],
    ["setClock", { "advance.days": "many" }, 422, "body /advance/days"],
    [
      "simulate",
      { name: "dataArrived", user_id: runner, provider: "demo_ring", resource: "steps", data: "{" },
      422,
      "body /data",
    ],
    ["simulate", { name: "userDeleted", user_id: "nobody" }, 404, "nobody"],
    ["addFault", { operation_id: "nothing", effect: "drop" }, 422, "Expected the id of an operation"],
    ["registerEndpoint", { url: "http://example.com/" }, 422, "not sent to this URL"],
    ["dropWorld", {}, 409, "cannot be dropped"],
  ])("of %s with %j is refused with what to do, and stays filled", async (id, fields, status, text) => {
    const answer = await posted(at(`form/${id}`), fields);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(/class="notice bad" role="alert"/);
    expect(answer.body).toContain(text);
    for (const value of Object.values(fields)) expect(answer.body).toMatch(new RegExp(`(value="|>\n?)${value}`));
    expect(logged).toEqual([]);
  });
});

test("what came from outside is text: in ids, statuses, payloads, results and addresses", async () => {
  const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`;
  const user_id = await createUser(evil);
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring" });
  const error_details = { [evil]: evil };
  await sandbox.simulate.connectionBroken({ user_id, provider: "demo_ring", status: evil, error_details });
  await sandbox.simulate.demographicsSet({ user_id, demographics: { [evil]: 1 } });
  await sandbox.simulate.orderMoved({ order_id: order, status: evil, status_detail: evil });
  await sandbox.simulate.resultPublished({ order_id: order, results: [evil] });
  const escaped = encodeURIComponent(evil);
  const paths = [...allPages, `users/${user_id}`, `form/listRecords?kind=users&client_user_id=${escaped}`];
  const bodies = await Promise.all(paths.map(page));
  bodies.push((await posted(at("form/simulate"), { name: "userDeleted", user_id: evil })).body);
  expect(bodies.filter((body) => body.includes("<script>") || body.includes("<img"))).toEqual([]);
  expect(bodies.filter((body) => body.includes("&lt;script&gt;")).length).toBeGreaterThan(5);
  const missing = await got(at(`users/${escaped}`));
  expect([missing.status, missing.headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
});

describe("a form of another site", () => {
  const own = () => sandbox.url ?? "";
  test.each<[name: string, headers: () => Record<string, string>]>([
    ["says so", () => ({ "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" })],
    ["has another origin only", () => ({ origin: "https://elsewhere.example" })],
    ["has another port", () => ({ origin: "http://127.0.0.1:1", "sec-fetch-site": "same-site" })],
    ["hides its origin", () => ({ origin: "null", "sec-fetch-site": "cross-site" })],
    ["hides its origin from an older browser", () => ({ origin: "null" })],
    ["says nothing at all", () => ({})],
    ["is of the same site, not the same origin", () => ({ "sec-fetch-site": "same-site" })],
    ["was not sent by a page", () => ({ "sec-fetch-site": "none" })],
    ["contradicts itself", () => ({ origin: "https://elsewhere.example", "sec-fetch-site": "same-origin" })],
    [
      "was sent to a name that was rebound",
      () => ({ host: "evil.example", origin: "http://evil.example", "sec-fetch-site": "same-origin" }),
    ],
  ])("that %s is refused, and changes nothing", async (_, headers) => {
    const before = await sandbox.clock.now();
    const { status } = await posted(at("form/setClock"), { "advance.days": "1" }, headers());
    expect(status).toBe(403);
    expect(await sandbox.clock.now()).toEqual(before);
  });

  test("sent as text, as JSON, or by a link does nothing either", async () => {
    const before = await sandbox.clock.now();
    for (const type of ["text/plain", "application/json", "multipart/form-data; boundary=x"]) {
      const { status } = await posted(
        at("form/setClock"),
        { "advance.days": "1" },
        { origin: own(), "content-type": type },
      );
      expect([type, status]).toEqual([type, 415]);
    }
    expect(await page("form/setClock?advance.days=1")).not.toContain("Done.");
    expect(await sandbox.clock.now()).toEqual(before);
  });

  test("under a name that was rebound reads nothing of a world", async () => {
    const { status, body } = await got(at(""), { host: "evil.example" });
    expect(status).toBe(403);
    expect(body).not.toMatch(/demo|2026/);
  });
});
