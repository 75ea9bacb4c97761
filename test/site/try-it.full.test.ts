// Trying an operation from its page in a real browser: what is sent, what is shown of the answer, and where a key may go.
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Mock } from "../../src/mock/index.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.ts";
import { type SiteServer, serveSite } from "../../src/site/index.ts";
import { type Answer, json, nobodyUrl, redirect, reset, text, useServer } from "../client/server.ts";
import { startProgram } from "../commands.ts";
import { writeFiles } from "../files.ts";
import { serveBundle } from "../mock/serve-bundle.ts";
import { needs } from "../run/needs.ts";
import { accessibilityFaults } from "./accessibility.ts";
import { usePage } from "./browser.ts";
import { type Site, sharedSite, withAddresses } from "./built.ts";

const first = useServer();
const second = useServer();

/** Lets pages of any origin call, as the mock does. */
const openly =
  (answer: Answer): Answer =>
  (response, request) => {
    for (const name of ["origin", "headers", "methods"]) response.setHeader(`access-control-allow-${name}`, "*");
    if (request.method === "OPTIONS") response.writeHead(204).end();
    else answer(response, request);
  };
const onlyHere = " From a page that came over https, a browser calls http:// only on this machine.";
const calls = (server: typeof first) => server.received.filter(({ method }) => method !== "OPTIONS");

describe.runIf(needs("chromium"))("in Chromium", () => {
  let mock: Mock;
  let sandbox: Sandbox;
  let built: Site;
  let served: SiteServer;
  // That a server refuses, or that none is there, the browser itself logs
  const used = usePage(/^Failed to load resource|blocked by CORS policy|^Mixed Content/);
  let page: Page;
  beforeAll(async () => {
    served = await serveSite(new Map(), 0, "");
    [mock, sandbox] = await Promise.all([serveBundle(), startSandbox({ port: 0, managementPort: 0 })]);
    // As a build would write them for these servers, at a fraction of its cost
    const addresses = {
      "http://127.0.0.1:4010": mock.url,
      "http://127.0.0.1:4020": sandbox.url ?? "",
      "http://127.0.0.1:4021": sandbox.managementUrl ?? "",
    };
    const files = [...(await sharedSite()).files].flatMap(([path, text]): [string, string][] =>
      /^operations\/.*\.html$|\.css$|\.js$/.test(path) ? [[path, withAddresses(text, addresses)]] : [],
    );
    built = { files: new Map(files), directory: writeFiles(Object.fromEntries(files)) };
    served.serve(built.files);
    page = used.page;
  });
  afterAll(async () => {
    await served?.close();
    await sandbox?.close();
    await mock?.close();
  });
  afterEach(async () => {
    // As a new tab would have it, at a fraction of the time
    await page.evaluate("sessionStorage.clear()");
    expect(used.complaints).toEqual([]);
  });

  const overHttp = () => served.url;
  const overHttps = () => "https://docs.example.com";
  const fromDisk = () => `file://${built.directory}`;
  const outcome = () => page.locator(".answer [role=status]");
  const answerBody = () => page.getByLabel("Body of the response");
  const server = () => page.getByLabel("Server", { exact: true });
  const key = (header = "x-service-api-key") => page.getByLabel(header, { exact: true });
  const field = (label: string) => page.getByLabel(label, { exact: true });

  async function open(operation: string, base = overHttp()): Promise<void> {
    await page.goto(`${base}/operations/${operation}.html`);
    await page.locator(".try > summary").click();
    await page.getByRole("button", { name: "Send request" }).waitFor();
  }

  async function choose(address: string): Promise<void> {
    await server().selectOption("My server");
    await page.getByLabel("Address of the server").fill(address);
  }

  /** Opens an operation to be called at the first server, which answers so. */
  async function openAtFirst(operation: string, answer: Answer = openly(json(200, {}))): Promise<void> {
    first.play(answer);
    await open(operation);
    await choose(first.url);
  }

  const curl = async () => (await page.locator("[data-sample=curl]").textContent()) ?? "";

  /** Runs a command as a reader pastes it. */
  async function runCommand(command: string, cwd?: string): Promise<void> {
    const env = { API_KEY: "a-fabricated-key" };
    const { ended, output } = startProgram("bash", ["-c", `${command} -sS`], { env, ...(cwd ? { cwd } : {}) });
    expect(await ended, output.stderr).toBe(0);
  }

  /** Sends, and waits for what comes of it. */
  async function send(): Promise<string> {
    await page.getByRole("button", { name: "Send request" }).click();
    await outcome().locator("p").first().waitFor();
    return outcome().innerText();
  }

  describe.each([
    ["over HTTP", overHttp],
    ["from disk", fromDisk],
  ] as const)("%s", (_, base) => {
    const kinds = [
      ["a POST", "createUser", "x-service-api-key"],
      ["a GET", "listUserConnections", "x-service-api-key"],
      ["a GET with the organization's key", "listOrganizationTeams", "X-Management-Key"],
    ] as const;
    test.each(kinds)(
      "%s is answered by the sandbox twice as it is in the form, and by the mock",
      async (_, id, header) => {
        await open(id, base());
        for (let count = 0; count < 2; count++) expect(await send()).toMatch(/^200 OK \d+ ms$/);
        const colours = await answerBody().locator(".attr, .string").count();
        expect(colours).toBeGreaterThan(2);
        await server().selectOption("Local mock");
        expect(await key(header).inputValue()).toBe("any");
        expect(await send()).toMatch(/^200 OK \d+ ms$/);
        await key(header).fill("");
        expect(await send()).toMatch(/^401 Unauthorized/);
      },
    );

    test("the key is kept for each server in a session, over a reload; nothing else is kept", async () => {
      await open("createUser", base());
      await key().fill("a-fabricated-key");
      await send();
      await server().selectOption("Local mock");
      expect(await key().inputValue()).toBe("any");
      await server().selectOption("Local sandbox");
      await open("listUserConnections", base());
      expect(await key().inputValue()).toBe("a-fabricated-key");
      expect(page.url()).toBe(`${base()}/operations/listUserConnections.html`);
      const kept = "[Object.keys(sessionStorage), Object.keys(localStorage), document.cookie]";
      const names = [`key x-service-api-key ${sandbox.url}`, "server"];
      expect(await page.evaluate(kept)).toEqual([expect.arrayContaining(names), [], ""]);
    });
  });

  describe("a request is what the form holds:", () => {
    const odd = `{"client_user_id": "it's \\"odd\\" \\\\ $HOME \`id\` ü"}`;
    const cases: readonly [name: string, id: string, fill: () => Promise<unknown>, sent: object][] = [
      [
        "parameters",
        "getPscInfo",
        async () => {
          await field("lab_id required").fill("7");
          await field("radius").fill("50");
          await field("capabilities").fill("stat, it's & new?");
        },
        {
          method: "GET",
          url: "/v3/order/psc/info?zip_code=85001&lab_id=7&radius=50&capabilities=stat&capabilities=it%27s+%26+new%3F",
        },
      ],
      [
        "a body",
        "createUser",
        () => field("Body required").fill(odd),
        { method: "POST", url: "/v2/user/", body: Buffer.from(odd) },
      ],
      [
        "a part of the path",
        "listUserConnections",
        () => field("user_id required").fill("it's a/b?"),
        { method: "GET", url: "/v2/user/providers/it's%20a%2Fb%3F" },
      ],
      [
        "another example",
        "undoUserDeletion",
        () => field("Example").selectOption({ index: 1 }),
        { method: "POST", url: "/v2/user/undo_delete" },
      ],
      ["what it holds at first", "createUser", async () => {}, { method: "POST", url: "/v2/user/" }],
    ];
    test.each(cases)("%s, and so is the curl command above it", async (_, id, fill, expected) => {
      await openAtFirst(id);
      await key().fill("a-fabricated-key");
      await fill();
      const command = await curl();
      await send();
      await runCommand(command);
      expect(calls(first).map(({ headers }) => headers["x-service-api-key"])).toEqual(
        Array(2).fill("a-fabricated-key"),
      );
      const [sent, again] = calls(first);
      expect(sent).toMatchObject(expected);
      expect({ ...again, headers: {} }).toEqual({ ...sent, headers: {} });
    });

    test("a body that can be sent once only is another one when it was sent, unless it was edited", async () => {
      await openAtFirst("createUser");
      const before = await curl();
      await send();
      expect(await curl()).not.toBe(before);
      await field("Body required").fill(odd);
      const edited = await curl();
      await send();
      expect(await curl()).toBe(edited);
    });

    test("a file", async () => {
      await openAtFirst("createLabReportParsingJob");
      const report = { name: "it's a; report.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") };
      await field("file required").setInputFiles(report);
      await field("request_human_review").fill("false");
      await send();
      await runCommand(await curl(), writeFiles({ [report.name]: "%PDF-1.7\n" }));
      expect(calls(first)).toHaveLength(2);
      for (const { headers, body } of calls(first)) {
        const type = { "content-type": headers["content-type"] ?? "" };
        const form = await new Response(new Uint8Array(body), { headers: type }).formData();
        const file = form.get("file") as File;
        const sent = [file.name, file.type, await file.text(), form.get("request_human_review")];
        expect(sent).toEqual([report.name, report.mimeType, "%PDF-1.7\n", "false"]);
      }
    });
  });

  test.each<[id: string, label: string, value: string, message: RegExp]>([
    ["createUser", "Body required", '{\n  "client_user_id":\n}', /^The body is not JSON: .+\. Correct it/],
    ["createUser", "x-service-api-key", "clé-1", /^The value of x-service-api-key has characters beyond ASCII/],
    ["createOrder", "Idempotency-Key", "clé-1", /^The value of Idempotency-Key has characters beyond ASCII/],
    ["listUserConnections", "user_id required", "", /^user_id is missing\./],
    ["listUserConnections", "user_id required", "..", /would change the path/],
    ["createUser", "Address of the server", "ftp://127.0.0.1", /is not the address of a server/],
    ["createUser", "Address of the server", "https://user:secret@127.0.0.1", /is not the address of a server/],
  ])(
    "what cannot be sent is not sent, and the field to correct has the focus: %s, %s",
    async (id, label, value, message) => {
      await openAtFirst(id);
      await field(label).focus();
      const before = await field(label).boundingBox();
      await field(label).fill(value);
      expect(await field(label).boundingBox()).toEqual(before);
      const command = await curl();
      const said = await send();
      expect(said).toMatch(message);
      expect(command.replaceAll("`", "")).toBe(`# ${said}`);
      expect(first.received).toEqual([]);
      const isFocused = (element: unknown) => element === Reflect.get(globalThis, "document").activeElement;
      expect(await field(label).evaluate(isFocused)).toBe(true);
    },
  );

  test("an answer is shown as it came: status, headers, and the body as text, with its numbers", async () => {
    const body = '{"user_id": 12345678901234567890, "client_user_id": "<img src=x>"}';
    await openAtFirst("createUser", openly(text(200, body, { "content-type": "application/json; charset=utf-8" })));
    expect(await send()).toMatch(/^200 OK \d+ ms$/);
    const shown = '{\n  "user_id": 12345678901234567890,\n  "client_user_id": "<img src=x>"\n}';
    expect(await answerBody().innerText()).toBe(shown);
    await page.getByText(/^Headers/).click();
    expect(await page.getByLabel("Headers of the response").innerText()).toContain("content-type: application/json");
  });

  test.each([
    ["300 kB", 1_500],
    ["3 MB", 15_000],
  ])("an answer of %s shows its beginning, and says so", async (_, count) => {
    const body = JSON.stringify(Array(count).fill({ text: "of an entry", list: Array(40).fill(1.5) }));
    await openAtFirst("createUser", openly(text(200, body, { "content-type": "application/json" })));
    expect(await send()).toMatch(/^200 OK \d+ ms$/);
    expect(await answerBody().innerText()).toMatch(/^\[\n {2}\{\n {4}"text": "of an entry",/);
    await page.getByText("The first 200,000 characters are shown. The curl command shows all.").waitFor();
  });

  describe("when no answer can be had, one sentence says why and what to do", () => {
    test.each([
      ["createUser", "Local sandbox", () => sandbox.url, "npm run sandbox -- --port"],
      ["listOrganizationTeams", "Local sandbox", () => sandbox.managementUrl, "npm run sandbox -- --management-port"],
      ["createUser", "Local mock", () => mock.url, "npm run mock -- --port"],
    ])("no server listens, and the command that starts it: %s at %s", async (id, name, readUrl, command) => {
      const url = readUrl() ?? "";
      await page.route(`${url}/**`, (route) => route.abort("connectionrefused"));
      onTestFinished(() => page.unroute(`${url}/**`));
      await open(id);
      await server().selectOption(name);
      expect(await send()).toBe(
        `No server responds at ${url}. Start it with ${command} ${new URL(url).port}, then send again.`,
      );
    });

    test.each([
      ["http, this machine", overHttp, nobodyUrl, ""],
      ["https, http elsewhere", overHttps, "http://staging.example.com", onlyHere],
      ["https, a name that only begins so", overHttps, "http://localhost.invalid:4020", onlyHere],
      ["https, this machine", overHttps, nobodyUrl, ""],
      ["https, https elsewhere", overHttps, "https://staging.example.com", ""],
    ])("nothing listens at an address of one's own, from a page over %s", async (_, base, address, more) => {
      await page.route(`${overHttps()}/**`, (route) =>
        route.fulfill({ path: `${built.directory}${new URL(route.request().url()).pathname}` }),
      );
      await page.route(/staging/, (route) => route.abort("connectionrefused"));
      onTestFinished(() => page.unrouteAll());
      await open("createUser", base());
      await choose(`${address}/below`);
      expect(await send()).toBe(
        `No server responds at ${address}/below. Check the address, or choose another server.${more}`,
      );
    });

    test("an answer that pages may not read, or a connection that is cut", async () => {
      await open("createUser");
      await choose(first.url);
      const cut: Answer = (response, request) =>
        request.method === "HEAD" ? response.end() : reset(response, request);
      for (const answer of [json(200, {}), cut]) {
        first.play(answer);
        expect(await send()).toMatch(
          /responds, but .*CORS.* Run the curl sample instead, or let the server allow the origin http/,
        );
      }
    });
  });

  test("a server elsewhere is called", async () => {
    const remote = "http://staging.example.com:8080";
    const headers = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    await page.route(`${remote}/**`, (route) => route.fulfill({ status: 200, headers, json: { user_id: 5 } }));
    onTestFinished(() => page.unroute(`${remote}/**`));
    await open("createUser", fromDisk());
    await choose(remote);
    expect(await send()).toMatch(/^200 OK /);
    expect(used.requests.filter((url) => url.startsWith(remote))).toEqual([`${remote}/v2/user/`]);
  });

  describe("a key", () => {
    test("does not follow a redirect, and typed for one server is not sent to another", async () => {
      second.play(openly(json(200, {})));
      await openAtFirst("listProviders", openly(redirect(307, `${second.url}/elsewhere`)));
      await key().fill("a-fabricated-key");
      expect(await send()).toContain("answers with a redirect. This page does not follow it");
      expect(second.received).toEqual([]);
      await choose(second.url);
      await send();
      await choose(first.url);
      await send();
      const keys = (server: typeof first) => calls(server).map(({ headers }) => headers["x-service-api-key"]);
      expect(keys(first)).toEqual(["a-fabricated-key", "a-fabricated-key"]);
      expect(keys(second)).toEqual([undefined]);
    });

    test("of one's own is not shown but named, that of the sandbox is shown", async () => {
      await open("createUser");
      const style = `getComputedStyle(document.querySelector(".key")).webkitTextSecurity`;
      expect(await page.evaluate(style)).toBe("none");
      const hint = page.getByText("The samples read the key from the environment: export API_KEY=…");
      expect(await hint.isVisible()).toBe(false);
      await key().fill("a-fabricated-key");
      expect(await page.evaluate(style)).toBe("disc");
      expect(await hint.isVisible()).toBe(true);
      expect(await page.locator("body").innerText()).not.toContain("a-fabricated-key");
    });
  });

  test("works by keyboard alone, in the order in which it reads", async () => {
    await page.goto(`${fromDisk()}/operations/listUserConnections.html`);
    await page.locator(".try > summary").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send request" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const focused = "document.activeElement.textContent";
    expect(await page.evaluate(focused)).toBe("Send request");
    await page.keyboard.press("Enter");
    await outcome().locator("p").first().waitFor();
    expect(await outcome().innerText()).toContain("200 OK");
    expect(await page.evaluate(focused)).toBe("Send request");
    expect(built.files.get("operations/createUser.html")).toMatch(/<[^>]* data-try-it[^>]* hidden/);
  });

  test("axe finds nothing wrong, light and dark, and no width scrolls or cuts off", async () => {
    const cut = `Array.from(document.querySelectorAll("textarea, .server select"), (one) => {
      const { scrollWidth, clientWidth } = one;
      if (one.localName === "textarea") return scrollWidth > clientWidth;
      // As wide as its text
      one.style = "flex: none; width: max-content";
      const needed = one.clientWidth;
      one.style = "";
      return needed > clientWidth;
    })`;
    for (const id of ["createUser", "createOrder", "getPscInfo", "createLabReportParsingJob"]) {
      await open(id, fromDisk());
      await send();
      await page.locator(".answer summary").click();
      for (const [colorScheme, width] of [
        ["light", 1280],
        ["dark", 320],
      ] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await accessibilityFaults(page)).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
        const sizes = `Array.from(document.querySelectorAll("main :is(input, textarea, .server select)"), (one) => parseFloat(getComputedStyle(one).fontSize))`;
        // Safari zooms into a smaller one
        if (width === 320) expect(new Set((await page.evaluate(sizes)) as number[])).toEqual(new Set([16]));
      }
      await page.setViewportSize({ width: 360, height: 900 });
      expect(await page.evaluate(cut)).not.toContain(true);
    }
  });
});
