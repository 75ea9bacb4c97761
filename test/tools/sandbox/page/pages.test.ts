// The pages for people as a browser without JavaScript gets them: what they show, what their forms do, and whom they refuse.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../../../src/package/client/index.ts";
import { readControlDocument } from "../../../../src/tools/contract/index.ts";
import { serveSandbox } from "../../../../src/tools/sandbox/serve-sandbox.ts";
import { type Sandbox, startSandbox } from "../../../../src/tools/sandbox/start-sandbox.ts";
import { got, posted } from "./asked.ts";
import { allPages, job, order, runner } from "./places.ts";

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
const page = async (path: string) => (await got(at(path))).body;

async function created(client_user_id: string): Promise<string> {
  const result = await client.POST("/v2/user/", { body: { client_user_id } });
  if (!result.ok) throw new Error(`The user was not created: ${result.status}`);
  return result.data.user_id;
}

async function uploaded(): Promise<string> {
  const file = new File(["%PDF-1.4"], "report", { type: "application/pdf" });
  const result = await client.POST("/lab_report/v1/parser/job", { body: { file } });
  if (!result.ok) throw new Error(`The report was not uploaded: ${result.status}`);
  return String(Object(result.data)["id"]);
}

/** Follows a form that was taken to the page that it leads to. */
async function done(action: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const { status, headers, body } = await posted(at(`do/${action}`), fields);
  expect([status, body]).toEqual([303, ""]);
  return (await got(new URL(headers.location ?? "", sandbox.url).href)).body;
}

describe("every page", () => {
  test.each(allPages)("/_sandbox/%s is there, whole in itself and without anything inline", async (path) => {
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    const { status, headers, body } = await got(at(path));
    expect([status, logged]).toEqual([200, []]);
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'/);
    expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*|https?:/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    const loaded = Array.from(body.matchAll(/ (?:src|href|action)="([^"]*)"/g), ([, url]) => url);
    expect(loaded.filter((url) => !url?.startsWith("/_sandbox/") && url !== "data:," && url !== "#content")).toEqual(
      [],
    );
    expect(body).not.toMatch(/ style="| on[a-z]+="|<style|<script(?! (?:defer )?src="\/_sandbox\/)/);
    // The chosen theme is set before anything is drawn
    expect(body).toMatch(/<script src="\/_sandbox\/page\/theme\.js"><\/script>\n<link rel="stylesheet"/);
    const ids = Array.from(body.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
    expect(ids.filter((id, first) => ids.indexOf(id) !== first)).toEqual([]);
    // Each link of a page leads to a page
    for (const url of new Set(loaded.filter((one) => one?.startsWith("/_sandbox/") && !one.includes("/do/")))) {
      expect([url, (await got(`${sandbox.url}${url}`)).status]).toEqual([url, 200]);
    }
  });

  test("keeps to the world that is looked at", async () => {
    const other = await sandbox.createWorld({ seed: "empty" });
    const worlds = await page("worlds/");
    const [, home = ""] = /href="(\/_sandbox\/\?world=world_\w+)"/.exec(worlds) ?? [];
    const body = (await got(`${sandbox.url}${home}`)).body;
    expect(body).toContain(other.apiKey);
    expect(body).not.toContain(sandbox.apiKey);
    const links = Array.from(body.matchAll(/href="(\/_sandbox\/[^"]*)"/g), ([, url]) => url ?? "");
    expect(links.filter((url) => !url.includes("/page/") && !url.includes("world="))).toEqual([]);
    expect((await got(at("?world=nowhere"))).status).toBe(404);
  });

  test.each([
    "users/nobody",
    "orders/none",
    "events/none",
    "deliveries/none",
    "deliveries/7",
    "lab-reports/none",
    "calls/0",
  ])("%s is not there, and says so", async (path) => {
    const { status, body } = await got(at(path));
    expect(status).toBe(404);
    expect(body).toContain("This world has no ");
  });
});

describe("what is shown", () => {
  test("a user with connections, orders and events", async () => {
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    const body = await page(`users/${runner}`);
    for (const text of [
      "demo-runner-01",
      "Europe/Berlin",
      "demo_watch",
      order,
      "daily.</wbr",
      "All events of the user",
    ]) {
      expect(body.replaceAll("<wbr>", "</wbr")).toContain(text);
    }
  });

  test("a user is found by the team's id, or the service's, and by a whole one only", async () => {
    const user_id = await created("a b&c");
    for (const asked of ["a b&c", user_id.toUpperCase(), ` ${user_id} `]) {
      expect(await page(`users/?q=${encodeURIComponent(asked)}`)).toContain(`users/${user_id}"`);
    }
    expect(await page("users/?q=demo-run")).toContain("No user has the client_user_id or user_id");
    await sandbox.simulate.userDeleted({ user_id });
    expect(await page("users/?q=a+b%26c")).toContain("deleted");
  });

  test("users a page at a time, the latest first, each once", async () => {
    const named = Array.from({ length: 60 }, (_, at) => `many-${String(at).padStart(2, "0")}`);
    for (const name of named) await created(name);
    const seen: string[] = [];
    let next: string | undefined = "/_sandbox/users/";
    let pages = 0;
    for (; next !== undefined; pages += 1) {
      const body: string = (await got(`${sandbox.url}${next}`)).body;
      seen.push(...Array.from(body.matchAll(/>(many-\d\d)</g), ([, name]) => name ?? ""));
      next = /rel="next" href="([^"]+)"/.exec(body)?.[1]?.replaceAll("&amp;", "&");
    }
    expect(seen).toEqual(named.toReversed());
    expect(pages).toBe(3);
  });

  test("an order with its steps, and a parsing job with its results", async () => {
    await sandbox.simulate.orderMoved({ order_id: order, status: "newer.status", status_detail: "On the way." });
    await sandbox.simulate.resultPublished({ order_id: order, results: [{ name: "Glucose" }] });
    const body = await page(`orders/${order}`);
    expect(body).toContain("On the way.");
    expect(body).toContain("Glucose");
    expect(await page(`lab-reports/${job}`)).toContain("completed");
  });

  test("faults with how often they struck", async () => {
    await done("addFault", { operation_id: "createUser", effect: "status", status: "503", count: "1" });
    await client.POST("/v2/user/", { body: { client_user_id: "struck" } });
    expect(await page("faults/")).toMatch(/answers 503.*[1-9] of [1-9] calls/s);
  });
});

test("a browser at an address without a page gets one that says so, and a program the refusal of the control plane", async () => {
  const nowhere = await fetch(at("nowhere"), { headers: { accept: "text/html,*/*" } });
  expect([nowhere.status, nowhere.headers.get("content-type")]).toEqual([404, expect.stringContaining("text/html")]);
  expect(await nowhere.text()).toContain("The sandbox has no page at this address.");
  const program = await fetch(at("nowhere"), { headers: { "x-sandbox-control": "1" } });
  expect([program.status, await program.json()]).toMatchObject([404, { error: { where: "path" } }]);
});

describe("the log of calls", () => {
  const calls = async (path = "calls/") => (await page(path)).replaceAll("<wbr>", "");

  test("keeps what was sent and answered, over a reload, until the world is reset", async () => {
    const user_id = await created("kept");
    await client.POST("/v2/user/", { body: { client_user_id: "kept" } });
    for (const path of ["", "calls/", ""]) {
      expect(await calls(path)).toMatch(
        /POST<\/span> <code>\/v2\/user\/<.*>400<.*POST<\/span> <code>\/v2\/user\/<.*>200</s,
      );
    }
    await fetch(`${sandbox.url}/v2/user/providers/${user_id}`, { headers: { "x-service-api-key": sandbox.apiKey } });
    const [, first = ""] = /href="\/_sandbox\/(calls\/\d+)"/.exec(await calls()) ?? [];
    const body = await calls(first);
    const trail = `Calls</a> <span aria-current="page">Call ${first.split("/")[1]}</span></nav>`;
    for (const text of [
      `<code>/v2/user/providers/${user_id}</code>`,
      ">kept</a>",
      "&quot;providers&quot;",
      ">200<",
      trail,
    ]) {
      expect(body).toContain(text);
    }
    await sandbox.reset();
    expect(await calls()).toContain("No calls yet");
  });

  test("has calls that no key opens, of no operation, that a fault struck, and of the control plane", async () => {
    await fetch(`${sandbox.url}/v2/user/`, { method: "POST", headers: { "x-service-api-key": "sk_unknown" } });
    await fetch(`${sandbox.url}/v2/nowhere`);
    await done("addFault", { operation_id: "createUser", effect: "status", status: "503" });
    await client.POST("/v2/user/", { body: { client_user_id: "struck" } });
    const body = await calls();
    expect(body).not.toContain("sk_");
    for (const [path, status] of [
      ["/v2/user/", 401],
      ["/v2/nowhere", 404],
      ["/v2/user/", 503],
      ["/_sandbox/worlds/demo/faults", 201],
    ]) {
      expect(body).toMatch(new RegExp(`<code>${path}</code>.{0,200}>${status}</span>`, "s"));
    }
  });

  test("keeps the latest 100 calls, and no body of more than 16 KB that was sent", async () => {
    /** The page of a call that sends so many bytes. */
    const sent = async (bytes: number) => {
      const client_user_id = "x".repeat(bytes - '{"client_user_id":""}'.length);
      await client.POST("/v2/user/", { body: { client_user_id } });
      return /href="\/_sandbox\/(calls\/\d+)"/.exec(await calls())?.[1] ?? "";
    };
    const first = await sent(16 * 1024 + 1);
    expect(await calls(first)).toContain("too long to be kept");
    expect(await calls(await sent(16 * 1024))).not.toContain("too long to be kept");
    for (let at = 2; at < 100; at += 1) await fetch(`${sandbox.url}/v2/nowhere`);
    expect((await got(at(first))).status).toBe(200);
    await fetch(`${sandbox.url}/v2/nowhere`);
    expect((await got(at(first))).status).toBe(404);
  });
});

test("events are found by their type and by their user, whichever id is given", async () => {
  const user_id = await created("filtered");
  await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring" });
  await sandbox.simulate.dataArrived({ user_id, provider: "demo_ring", resource: "steps" });
  await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
  const found = async (query: Readonly<Record<string, string>>) =>
    Array.from((await page(`events/?${new URLSearchParams(query)}`)).matchAll(/<tr id="event-/g)).length;
  const type = "daily.data.steps.created";
  expect(await found({})).toBe(3);
  expect(await found({ type })).toBe(2);
  expect(await found({ user: "filtered" })).toBe(2);
  expect(await found({ user: user_id.toUpperCase(), type })).toBe(1);
  expect(await found({ user: "nobody" })).toBe(0);
});

test("a page leads to the reference that is served with it", async () => {
  const beside = await serveSandbox({ port: 0, referenceUrl: "http://127.0.0.1:4000" });
  try {
    await fetch(`${beside.url}/v2/providers/`);
    const { body } = await got(`${beside.url}/_sandbox/calls/`);
    expect(body).toContain('href="http://127.0.0.1:4000/"');
    expect(body).toContain('href="http://127.0.0.1:4000/operations/listProviders.html"');
  } finally {
    await beside.close();
  }
});

describe("a form", () => {
  test("moves the clock, and comes back to its page with what came of it", async () => {
    // A reset leaves the clock to the tests
    await sandbox.clock.freeze();
    const at = (days: number) => new Date(sandbox.clock.now().getTime() + days * 24 * 60 * 60 * 1000).toISOString();
    const [inEightDays, inNineDays] = [at(8), at(9)];
    const shown = (iso: string) => iso.replace("T", " ").slice(0, 19);
    const body = await done("advanceClock", { length: "8", unit: "days", back: "/_sandbox/clock/" });
    expect(body).toContain("<h1>Clock</h1>");
    expect(body).toContain(`The clock is at ${shown(inEightDays)}`);
    expect(sandbox.clock.now().toISOString()).toBe(inEightDays);
    expect(await done("advanceClock", { to: inNineDays.slice(0, 19) })).toContain(shown(inNineDays));
    expect(await done("resumeClock", {})).toContain("The clock is running.");
    expect(await done("freezeClock", {})).toContain("frozen");
  });

  test("makes each of the happenings happen", async () => {
    const walker = (await client.GET("/v2/user/resolve/{client_user_id}", {
      params: { path: { client_user_id: "demo-walker-02" } },
    })) as { data: { user_id: string } };
    const { user_id } = walker.data;
    await done("connectionMade", { user_id, provider: "demo_scale", connect_mode: "" });
    await done("dataArrived", { user_id, provider: "demo_scale", resource: "body", data: '{"weight": 70}' });
    await done("connectionBroken", { user_id, provider: "demo_scale" });
    await done("orderMoved", { order_id: order, status: "completed" });
    await done("resultPublished", { order_id: order, results: "[1]" });
    const job_id = await uploaded();
    await done("parsingJobFinished", { job_id, status: "failed" });
    await done("userDeleted", { user_id });
    expect((await sandbox.events.all()).map(({ event_type }) => event_type)).toEqual([
      "provider.connection.created",
      "daily.data.body.created",
      "order.updated",
      "order.updated",
      "lab_report.parsing_job.created",
      "lab_report.parsing_job.updated",
    ]);
    expect(await sandbox.inspect.user({ user_id })).toHaveProperty("deleted_at");
    expect(logged).toEqual([]);
  });

  test("changes the settings: the team opts in to scheduling and is no longer refused", async () => {
    const slots = async () => (await client.POST("/v3/order/psc/appointment/availability", { params: {} })).status;
    expect(await slots()).toBe(422);
    const settings = { psc_scheduling: "true", partial_results: "false", source_form: "both", newer_values: "false" };
    expect(await done("settingsChanged", settings)).toContain("The team has opted in to scheduling");
    expect(await slots()).toBe(200);
    expect(await page("simulate/")).toMatch(/<option value="both" selected>/);
    expect(await done("settingsChanged", { ...settings, psc_scheduling: "false" })).toContain("has not opted in");
    expect(await slots()).toBe(422);
  });

  test("has a form for each happening that the control plane describes, with its fields, and answers with its result", async () => {
    const text = await page("simulate/");
    for (const { id, path, requestBody } of (await readControlDocument()).operations) {
      if (!id.startsWith("simulate")) continue;
      const [, form = ""] = text.split(`action="/_sandbox/do/${path.split("/simulate/")[1]}"`);
      const [fields = ""] = form.split("</form>");
      expect(fields, id).not.toBe("");
      const [body = {}] = requestBody?.bodies[0]?.examples.map(({ value }) => value as object) ?? [];
      for (const name of Object.keys(body)) expect(fields, id).toContain(`name="${name}"`);
    }
    expect(await done("linkTokenMinted", { user_id: runner })).toContain("link_token");
    const team = await done("organizationTeamAdded", { name: "Demo Night Labs", region: "eu" });
    expect(team).toContain("Demo Night Labs");
  });

  test("sends a deprecated hypnogram event", async () => {
    const event_type = "daily.timeseries.hypnogram.updated";
    const message = await done("hypnogramArrived", { user_id: runner, provider: "demo_ring", event_type });
    expect(message).toContain(`The event ${event_type} was sent.`);
    expect((await sandbox.events.all()).at(-1)).toMatchObject({ event_type, user_id: runner });
  });

  test("adds an event fault with what belongs to its effect, shows who does so and what was sent, and removes it", async () => {
    const { id } = await sandbox.endpoints.register({ url: "http://127.0.0.1:9/events" });
    const filled = {
      copies: "1",
      delay: "60",
      cut: "within",
      age: "60",
      probability: "1",
      count: "",
      lasts: "",
      seed: "",
    };
    const added = await done("addEventFault", {
      ...filled,
      endpoint_id: id,
      effect: "cut",
      back: "/_sandbox/event-faults/",
    });
    expect(added).toMatch(/event_fault_\d+ was added: its conduct is honest\./);
    expect(added).toMatch(/127\.0\.0\.1:9\/events.*cuts the connection within the body, <span class="soft">honest/s);
    await done("addEventFault", { ...filled, endpoint_id: "*", effect: "wrong_signature" });
    await sandbox.simulate.dataArrived({ user_id: runner, provider: "demo_ring", resource: "steps" });
    await sandbox.settled();
    expect(await page("event-faults/")).toContain("1 of 1 deliveries");
    const delivery = await page(`deliveries/${(await sandbox.deliveries.list())[0]?.id}`);
    expect(delivery).toMatch(/Unkind by event_fault_\d+: cut, /);
    const [fault] = await sandbox.eventFaults.list();
    await done("removeEventFault", { fault_id: fault?.id ?? "" });
    expect(await sandbox.eventFaults.list()).toMatchObject([{ effect: "wrong_signature", conduct: "attacker" }]);
    expect(await done("removeEventFaults", {})).toContain("One event fault was removed.");
  });

  test("plays a story with the payloads that it needs, and leads to its user", async () => {
    const back = "/_sandbox/stories/late_correction_of_a_day";
    expect(await page("stories/")).toContain(`href="${back}"`);
    const story = { story_id: "late_correction_of_a_day", user_id: "", back };
    const played = await done("playStory", { ...story, data: '[{ "minutes": 400 }, { "minutes": 415 }]' });
    const [, user_id = ""] = /with 3 events\. <a href="\/_sandbox\/users\/([^"]+)"/.exec(played) ?? [];
    expect(await sandbox.inspect.healthData({ user_id })).toMatchObject([{ data: { minutes: 415 } }]);
  });

  test("registers an endpoint and shows its secret, and removes it", async () => {
    const body = await done("registerEndpoint", { url: "http://127.0.0.1:9/events", back: "/_sandbox/endpoints/" });
    expect(body).toMatch(/whsec_[\w+/=]+/);
    const [endpoint] = await sandbox.endpoints.list();
    expect(await page("endpoints/")).not.toContain("whsec_w");
    await done("removeEndpoint", { endpoint_id: endpoint?.id ?? "" });
    expect(await sandbox.endpoints.list()).toEqual([]);
  });

  test("makes a world, resets it and drops it", async () => {
    const body = await done("createWorld", { seed: "empty", is_frozen: "on", now: "2026-01-01T00:00" });
    expect(body).toContain("2026-01-01 00:00:00");
    const [, world = ""] = /data-world="(world_\w+)"/.exec(body) ?? [];
    expect(await page(`users/?world=${world}`)).toContain("No users yet");
    await done("resetWorld", { world, world_id: world, seed: "demo" });
    expect(await page(`users/?world=${world}`)).toContain("demo-runner-01");
    expect(await done("dropWorld", { world, world_id: world })).toContain(`The world ${world} was dropped`);
    expect((await got(at(`?world=${world}`))).status).toBe(404);
  });

  test.each([
    ["advanceClock", { to: "2020-01-01T00:00:00" }, 422, "only goes forward"],
    ["advanceClock", { length: "many", unit: "days" }, 422, "Expected length to be a number"],
    ["dataArrived", { user_id: runner, provider: "demo_ring", resource: "steps", data: "{" }, 422, "to be JSON"],
    ["userDeleted", { user_id: "nobody" }, 404, "nobody"],
    ["addFault", { operation_id: "nothing", effect: "drop" }, 422, "Expected the id of an operation"],
    ["registerEndpoint", { url: "http://example.com/" }, 422, "not sent to this URL"],
    ["dropWorld", { world_id: "demo" }, 409, "cannot be dropped"],
    ["toString", {}, 404, "Unknown form"],
  ])("%s with %j is refused with what to do", async (action, fields, status, text) => {
    const answer = await posted(at(`do/${action}`), { back: "/_sandbox/clock/", ...fields });
    expect(answer.status).toBe(status);
    expect(answer.body).toContain(text);
    expect(answer.body).toContain('<a href="/_sandbox/clock/">Back</a>');
    expect(logged).toEqual([]);
  });

  test.each([
    "https://elsewhere.example/",
    "//elsewhere.example/_sandbox/",
    "/_sandbox/../v2/providers/",
    "javascript:alert(1)",
    "/\\elsewhere.example/_sandbox/",
  ])("never leads to %s", async (back) => {
    const { headers } = await posted(at("do/freezeClock"), { back });
    expect(headers.location).toMatch(/^\/_sandbox\/\?notice=[\w-]+$/);
  });
});

describe("what came from outside is text", () => {
  const evil = `<script>alert(1)</script>"'><img src=x onerror=alert(2)>`;

  test("in ids, statuses, payloads, results, addresses and notices", async () => {
    const user_id = await created(evil);
    await sandbox.simulate.connectionMade({ user_id, provider: "demo_ring" });
    await sandbox.simulate.connectionBroken({
      user_id,
      provider: "demo_ring",
      status: evil,
      error_details: { [evil]: evil },
    });
    await sandbox.simulate.demographicsSet({ user_id, demographics: { [evil]: 1 } });
    await sandbox.simulate.orderMoved({ order_id: order, status: evil, status_detail: evil });
    await sandbox.simulate.resultPublished({ order_id: order, results: [evil] });
    const job_id = await uploaded();
    await sandbox.simulate.parsingJobFinished({ job_id, status: evil });
    const paths = [
      ...allPages,
      `users/${user_id}`,
      `lab-reports/${job_id}`,
      `users/?q=${encodeURIComponent(evil)}`,
      `events/?user=${encodeURIComponent(evil)}&type=${encodeURIComponent(evil)}`,
      `calls/`,
    ];
    const events = (await sandbox.events.all()).map(({ id }) => `events/${id}`);
    const bodies = await Promise.all([...paths, ...events].map(page));
    bodies.push(await done("orderMoved", { order_id: order, status: evil }));
    bodies.push((await posted(at("do/userDeleted"), { user_id: evil })).body);
    bodies.push((await got(at(`users/${encodeURIComponent(evil)}`))).body);
    expect(bodies.filter((body) => body.includes("<script>") || body.includes("<img"))).toEqual([]);
    expect(bodies.filter((body) => body.includes("&lt;script&gt;")).length).toBeGreaterThan(5);
  });
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
    const before = sandbox.clock.now();
    const { status, headers: answered } = await posted(at("do/advanceClock"), { length: "1", unit: "days" }, headers());
    expect([status, answered.location]).toEqual([403, undefined]);
    expect(sandbox.clock.now()).toEqual(before);
  });

  test.each<[name: string, headers: () => Record<string, string>]>([
    ["with both", () => ({ origin: own(), "sec-fetch-site": "same-origin" })],
    ["of an older browser", () => ({ origin: own() })],
  ])("is not one of these pages %s, which is taken", async (_, headers) => {
    const { status } = await posted(at("do/freezeClock"), {}, headers());
    expect(status).toBe(303);
  });

  test("sent as text, as JSON, or by a link does nothing either", async () => {
    for (const type of ["text/plain", "application/json", "multipart/form-data; boundary=x"]) {
      const { status } = await posted(at("do/advanceClock"), { length: "1" }, { origin: own(), "content-type": type });
      expect([type, status]).toEqual([type, 415]);
    }
    expect((await got(at("do/advanceClock?length=1"))).status).not.toBe(200);
  });

  test("under a name that was rebound reads nothing of a world", async () => {
    const { status, body } = await got(at("users/"), { host: "evil.example" });
    expect(status).toBe(403);
    expect(body).not.toMatch(/demo|2026/);
  });
});
