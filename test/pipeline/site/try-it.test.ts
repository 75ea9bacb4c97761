// Trying an operation from its page in a real browser: what is sent, what is shown of the answer, and where a key may go.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Mock } from "../../../src/pipeline/mock/index.ts";
import { prettyJson } from "../../../src/pipeline/site/assets/try-it/pretty-json.ts";
import { type SiteServer, serveSite } from "../../../src/pipeline/site/index.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import { type Sandbox, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { type Answer, json, nobodyUrl, redirect, reset, text, useServer } from "../../package/client/server.ts";
import { depth, isFull } from "../../run/depth.ts";
import { needs } from "../../run/needs.ts";
import { serveBundle } from "../mock/serve-bundle.ts";
import { accessibilityFaults, colourRules } from "./accessibility.ts";
import { startBrowser } from "./browser.ts";
import { type BuiltSite, movedSite } from "./built.ts";

const run = promisify(execFile);
const contract = await readContract();
const first = useServer();
const second = useServer();

/** Lets pages of any origin call, as the mock does. */
const openly =
  (answer: Answer): Answer =>
  (response, request) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    response.setHeader("access-control-allow-methods", "*");
    if (request.method === "OPTIONS") response.writeHead(204).end();
    else answer(response, request);
  };
const calls = (server: typeof first) => server.received.filter(({ method }) => method !== "OPTIONS");

test("JSON is laid out as JSON.stringify does it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 3), (value, space) => {
      expect(prettyJson(JSON.stringify(value, null, space))).toBe(JSON.stringify(value, null, 2));
    }),
  );
  expect(prettyJson('{ "a" : [ ] }')).toBe('{\n  "a": []\n}');
});

describe.runIf(needs("chromium"))("in Chromium", () => {
  let mock: Mock;
  let sandbox: Sandbox;
  let built: BuiltSite;
  let served: SiteServer;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  beforeAll(async () => {
    served = await serveSite(new Map(), 0, "");
    [mock, sandbox, browser] = await Promise.all([
      serveBundle(),
      startSandbox({ port: 0, managementPort: 0, allowedControlOrigins: [served.url] }),
      startBrowser(),
    ]);
    built = await movedSite({
      "http://127.0.0.1:4010": mock.url,
      "http://127.0.0.1:4020": sandbox.url ?? "",
      "http://127.0.0.1:4021": sandbox.managementUrl ?? "",
    });
    served.serve(built.files);
  });
  afterAll(async () => {
    await browser?.close();
    await served?.close();
    await sandbox?.close();
    await mock?.close();
    await built?.remove();
  });
  beforeAll(async () => {
    page = await browser.newPage();
    watch(page);
  });
  beforeEach(() => {
    complaints = [];
  });
  afterEach(async () => {
    // As a new tab would have it, at a fraction of the time
    await page.evaluate("sessionStorage.clear()");
    expect(complaints).toEqual([]);
  });

  /** Notes what the page complains of. That a server refuses, or that none is there, the browser itself logs. */
  function watch(watched: Page): void {
    watched.on("pageerror", (error) => complaints.push(error.message));
    watched.on("console", (message) => {
      const expected = /^Failed to load resource|blocked by CORS policy/.test(message.text());
      if (message.type() === "error" && !expected) complaints.push(message.text());
    });
  }

  const overHttp = () => served.url;
  const fromDisk = () => `file://${built.directory}`;
  const outcome = () => page.locator(".answer [role=status]");
  const answerBody = () => page.getByLabel("Body of the response");
  const curl = () => page.getByLabel("The request as a curl command").innerText();
  const server = () => page.getByLabel("Server", { exact: true });
  const key = (header = "x-service-api-key") => page.getByLabel(header, { exact: true });

  async function open(operation: string, { base = overHttp(), on = page } = {}): Promise<void> {
    await on.goto(`${base}/operations/${operation}.html`);
    await on.locator(".try > summary").click();
  }

  async function choose(address: string): Promise<void> {
    await page.getByLabel("Server", { exact: true }).selectOption({ label: "another address …" });
    await page.getByLabel("Address of the server").fill(address);
  }

  /** Sends, and waits for what comes of it. */
  async function send(): Promise<string> {
    await page.getByRole("button", { name: "Send request" }).click();
    await outcome().locator("p").first().waitFor();
    return outcome().innerText();
  }

  const fromDiskOnly = [["from disk", fromDisk]] as const;
  describe.each(depth(fromDiskOnly, [["over HTTP", overHttp] as const, ...fromDiskOnly]))("%s", (_, base) => {
    const kinds = [
      ["a POST", "createUser", "x-service-api-key"],
      ["a GET", "listUserConnections", "x-service-api-key"],
      ["a GET with the organization's key", "listOrganizationTeams", "X-Management-Key"],
    ] as const;
    test.each(depth(kinds.slice(0, 1), kinds))(
      "%s is answered by the mock as it stands in the form, and refused without the key",
      async (_, id, header) => {
        await open(id, { base: base() });
        await key(header).fill("");
        expect(await send()).toMatch(/^401 Unauthorized/);
        await page.reload();
        await page.locator(".try > summary").click();
        expect(await send()).toMatch(/^200 OK \d+ ms$/);
        const examples = contract.operations
          .find((one) => one.id === id)
          ?.responses.find(({ status }) => status === "200")
          ?.bodies.flatMap((body) => body.examples);
        expect(examples?.map(({ value }) => value)).toContainEqual(JSON.parse(await answerBody().innerText()));
      },
    );

    const headers = [
      ["listOrganizationTeams", "X-Management-Key"],
      ["listUserConnections", "x-service-api-key"],
    ] as const;
    test.each(depth(headers.slice(0, 1), headers))(
      "%s is answered by the sandbox as soon as that is chosen",
      async (id, header) => {
        await open(id, { base: base() });
        expect(await key(header).inputValue()).toBe("any");
        await server().selectOption({
          label: `Local sandbox: ${id === "listOrganizationTeams" ? sandbox.managementUrl : sandbox.url}`,
        });
        expect(await send()).toMatch(/^200 OK \d+ ms$/);
      },
    );

    // The quick run has an upload below
    test.each(depth([], ["a file"]))("%s is uploaded", async () => {
      await open("createLabReportParsingJob", { base: base() });
      expect(await send()).toMatch(/^422 /);
      const file = { name: "report.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n") };
      await page.getByLabel("file").setInputFiles(file);
      await page.getByLabel("request_human_review").selectOption("true");
      expect(await send()).toMatch(/^200 OK/);
    });

    test("the key is kept for the other operations, and gone in a new session; nothing else is kept", async () => {
      await open("createUser", { base: base() });
      await key().fill("a-fabricated-key");
      await send();
      await open("listUserConnections", { base: base() });
      expect(await key().inputValue()).toBe("a-fabricated-key");
      const kept = "[Object.keys(sessionStorage), Object.keys(localStorage), document.cookie]";
      expect(await page.evaluate(kept)).toEqual([[`try-it key x-service-api-key ${mock.url}`], [], ""]);
      // A session of its own costs a process of the browser
      if (!isFull) return;
      const next = await browser.newContext();
      const fresh = await next.newPage();
      await open("listUserConnections", { base: base(), on: fresh });
      // The key of the local mock is filled in again
      expect(await fresh.getByLabel("x-service-api-key").inputValue()).toBe("any");
      await next.close();
    });
  });

  describe("a request", () => {
    test("is what the form holds, and the curl command sends the same", async () => {
      first.play(openly(json(200, {})));
      await open("getPscInfo");
      await choose(first.url);
      await key().fill('a "$fabricated" key');
      await page.getByLabel("lab_id").fill("7");
      await page.getByLabel("radius", { exact: true }).selectOption("50");
      await page.getByRole("button", { name: "Add a value of capabilities" }).click();
      expect(await page.getByRole("combobox", { name: "capabilities, value 1" }).inputValue()).toBe("stat");
      await page.getByRole("button", { name: "Add a value of capabilities" }).click();
      await page.getByRole("combobox", { name: "capabilities, value 2" }).selectOption({ label: "another value …" });
      await page.getByLabel("Another value of capabilities").last().fill("it's & new?");
      await page.getByRole("button", { name: "Add a value of capabilities" }).click();
      await page.getByRole("button", { name: "Remove capabilities, value 3" }).click();
      await send();
      await run("bash", ["-c", await curl()], { env: { ...process.env, API_KEY: 'a "$fabricated" key' } });
      const [sent, copied, ...more] = calls(first);
      expect(more).toEqual([]);
      const query = "zip_code=85001&lab_id=7&radius=50&capabilities=stat&capabilities=it%27s%20%26%20new%3F";
      for (const request of [sent, copied]) {
        expect(request).toMatchObject({ method: "GET", url: `/v3/order/psc/info?${query}` });
        expect(request?.headers["x-service-api-key"]).toBe('a "$fabricated" key');
      }
    });

    test("has the chosen example as its body, and what was changed in it", async () => {
      first.play(openly(json(200, {})));
      await open("createUser");
      await choose(first.url);
      await page.getByLabel("Example", { exact: true }).selectOption({ index: 1 });
      const names = contract.operations.find(({ id }) => id === "createUser")?.requestBody?.bodies[0]?.examples;
      expect(JSON.parse(await page.getByLabel("Body required", { exact: true }).inputValue())).toEqual(
        names?.[1]?.value,
      );
      await page.getByLabel("Body required", { exact: true }).fill(`{"client_user_id": "it's \\\\ $HOME ü"}`);
      await key().fill("any");
      await send();
      await run("bash", ["-c", await curl()], { env: { ...process.env, API_KEY: "any" } });
      const [sent, copied] = calls(first);
      expect(sent?.body.toString()).toBe(`{"client_user_id": "it's \\\\ $HOME ü"}`);
      expect(copied?.body).toEqual(sent?.body);
      for (const request of [sent, copied]) {
        expect(request).toMatchObject({ method: "POST", url: "/v2/user/" });
        expect(request?.headers["content-type"]).toBe("application/json");
      }
    });

    test("with a file is sent alike by the curl command", async () => {
      first.play(openly(json(200, {})));
      const directory = await mkdtemp(join(tmpdir(), "try-it-"));
      try {
        await writeFile(join(directory, "it's a; report.pdf"), "%PDF-1.7\n");
        await open("createLabReportParsingJob");
        await choose(first.url);
        await page.getByLabel("file").setInputFiles(join(directory, "it's a; report.pdf"));
        await page.getByLabel("request_human_review").selectOption("false");
        expect(await page.getByText("Run it in the folder of the file.").count()).toBe(1);
        await send();
        await run("bash", ["-c", await curl()], { cwd: directory });
        const parts = calls(first).map(async ({ headers, body }) => {
          const form = await new Response(new Uint8Array(body), {
            headers: { "content-type": headers["content-type"] ?? "" },
          }).formData();
          const file = form.get("file");
          const { name, type } = file as File;
          return [name, type, await (file as File).text(), form.get("request_human_review")];
        });
        const expected = ["it's a; report.pdf", "application/pdf", "%PDF-1.7\n", "false"];
        expect(await Promise.all(parts)).toEqual([expected, expected]);
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    });

    test.each<[id: string, wrong: [label: string, value: string, message: RegExp][]]>([
      [
        "createUser",
        [
          ["Body required", '{\n  "client_user_id":\n}', /^The body is not JSON: .+\. Correct it/],
          ["Body required", "{}", /^200 /],
          ["x-service-api-key", "ключ", /is not valid in a header/],
        ],
      ],
      [
        "listUserConnections",
        [
          ["user_id required", "", /^user_id is missing\./],
          ["user_id required", "..", /would change the path/],
        ],
      ],
    ])("of %s that cannot be sent is not sent, and the field to mend has the focus", async (id, wrong) => {
      first.play(openly(json(200, {})));
      await open(id);
      await choose(first.url);
      for (const [label, value, message] of wrong) {
        const before = first.received.length;
        await page.getByLabel(label, { exact: true }).fill(value);
        expect(await send()).toMatch(message);
        if (message.source.startsWith("^200")) continue;
        expect(first.received.length).toBe(before);
        expect(await curl()).toMatch(/^# .+$/);
        const isFocused = (element: unknown) => element === Reflect.get(globalThis, "document").activeElement;
        expect(await page.getByLabel(label, { exact: true }).evaluate(isFocused)).toBe(true);
      }
    });
  });

  describe("the curl command runs as it is", () => {
    const { API_KEY: _, ...environment } = process.env;
    const odd = `{"client_user_id": "it's \\"odd\\" \\\\ $HOME \`id\` ü"}`;
    const calls: [name: string, id: string, fill: () => Promise<void>][] = [
      ["with a body and quotes", "createUser", () => page.getByLabel("Body required", { exact: true }).fill(odd)],
      [
        "with an array",
        "getPscInfo",
        async () => {
          await page.getByLabel("lab_id").fill("1");
          await page.getByRole("button", { name: "Add a value of capabilities" }).click();
          await page.getByRole("button", { name: "Add a value of capabilities" }).click();
        },
      ],
      [
        "with an upload",
        "createLabReportParsingJob",
        () => page.getByLabel("file").setInputFiles(join(directory, "a report.pdf")),
      ],
    ];
    let directory: string;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), "try-it-"));
      await writeFile(join(directory, "a report.pdf"), "%PDF-1.7\n");
    });
    afterAll(() => rm(directory, { recursive: true, force: true }));

    test.each(calls)("%s, against the mock and the sandbox", async (_, id, fill) => {
      await open(id);
      for (const url of [mock.url, sandbox.url ?? ""]) {
        await server().selectOption(url);
        await fill();
        const shown = await curl();
        const { stdout } = await run("bash", ["-c", `${shown} -s -w ' %{http_code}'`], {
          cwd: directory,
          env: environment,
        });
        expect([url, stdout]).toEqual([url, expect.stringMatching(/ 200$/)]);
      }
    });
  });

  describe("a call of the control plane", () => {
    const openControl = async (name: string, base = overHttp()) => {
      await page.goto(`${base}/sandbox/${name}.html`);
      await page.locator(".try > summary").click();
    };

    test("is answered by the sandbox as it stands in the form, and its curl command runs as it is", async () => {
      await openControl("advanceClock");
      expect(await send()).toMatch(/^200 OK \d+ ms$/);
      const { stdout } = await run("bash", ["-c", await curl()]);
      expect(JSON.parse(stdout)).toHaveProperty("now");
      expect(await accessibilityFaults(page, { within: "[data-try-it]" })).toEqual([]);
    });

    test("is not allowed from disk, which is reported with what to do", async () => {
      await openControl("listWorlds", fromDisk());
      expect(await send()).toContain("Run the curl command instead, or read this page from npm start.");
    });
  });

  test("an answer is shown as it came: status, headers, and the body as text, with its numbers", async () => {
    const body = '{"user_id": 12345678901234567890, "client_user_id": "<img src=x>"}';
    first.play(openly(text(200, body, { "content-type": "application/json; charset=utf-8" })));
    await open("createUser");
    await choose(first.url);
    expect(await send()).toMatch(/^200 OK \d+ ms$/);
    expect(await answerBody().innerText()).toBe(
      '{\n  "user_id": 12345678901234567890,\n  "client_user_id": "<img src=x>"\n}',
    );
    await page.getByText(/^Headers/).click();
    expect(await page.getByLabel("Headers of the response").innerText()).toContain("content-type: application/json");
  });

  describe("when no answer can be had, one sentence says why and what to do", () => {
    test("nobody there, with the command that starts it", async () => {
      await page.route(`${sandbox.url}/**`, (route) => route.abort("connectionrefused"));
      onTestFinished(() => page.unroute(`${sandbox.url}/**`));
      await open("createUser");
      await server().selectOption(sandbox.url ?? "");
      expect(await send()).toBe(
        `No server responds at ${sandbox.url}. Start it with npm run sandbox, then send again.`,
      );
      await choose(`${sandbox.url}/`);
      expect(await send()).toContain("Start it with npm run sandbox");
      await choose(`${nobodyUrl}/below`);
      expect(await send()).toContain("Check the address");
    });

    test("an answer that pages may not read, or a connection that is cut", async () => {
      await open("createUser");
      await choose(first.url);
      const cut: Answer = (response, request) =>
        request.method === "HEAD" ? response.end() : reset(response, request);
      for (const answer of [json(200, {}), cut]) {
        first.play(answer);
        expect(await send()).toMatch(/responds, but .*CORS.* Run the curl command instead/);
      }
    });

    test("an address that is none", async () => {
      await open("createUser");
      for (const [address, message] of [
        ["nonsense", "is not the address of a server"],
        ["ftp://127.0.0.1", "is not the address of a server"],
        ["https://user:secret@127.0.0.1", "is not the address of a server"],
      ] as const) {
        await choose(address);
        expect(await send()).toContain(message);
      }
    });
  });

  describe("a server elsewhere", () => {
    const remote = "http://staging.example.com:8080";
    const cors = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };

    const places = [
      ["from disk", fromDisk, () => "null"],
      ["over HTTP", overHttp, () => served.url],
    ] as const;
    test.each(depth(places.slice(0, 1), places))(
      "is called at any address, and its condition is explained, %s",
      async (_, base, origin) => {
        const asked: string[] = [];
        await page.route(`${remote}/**`, (route) => {
          asked.push(route.request().url());
          return route.fulfill({ status: 200, headers: cors, json: { user_id: 5 } });
        });
        onTestFinished(() => page.unroute(`${remote}/**`));
        await open("createUser", { base: base() });
        const note = page.locator("#try-it-server-hint");
        expect(await note.innerText()).toBe("");
        await choose(remote);
        expect(await note.innerText()).toContain(
          `(CORS): access-control-allow-origin has to name * or the page's origin, ${origin()},`,
        );
        expect(asked).toEqual([]);
        expect(await send()).toMatch(/^200 OK /);
        expect(asked).toEqual([`${remote}/v2/user/`]);
        await page.getByLabel("Server", { exact: true }).selectOption(mock.url);
        expect(await note.innerText()).toBe("");
      },
    );

    test("over plain HTTP is not called from a page that came over TLS: a browser would not", async () => {
      const origin = "https://reference.example.com";
      await page.route(`${origin}/**`, (route) =>
        route.fulfill({ path: join(built.directory, new URL(route.request().url()).pathname) }),
      );
      onTestFinished(() => page.unroute(`${origin}/**`));
      await open("createUser", { base: origin });
      await choose(remote);
      expect(await send()).toContain("a browser calls http:// only on this machine");
    });
  });

  describe("a key", () => {
    test("that was typed survives another choice of server and a reload, and stays out of the address", async () => {
      await open("createUser");
      await key().fill("a-fabricated-key");
      await server().selectOption(sandbox.url ?? "");
      expect(await key().inputValue()).toBe("sk_demo_team");
      await server().selectOption(mock.url);
      expect(await key().inputValue()).toBe("a-fabricated-key");
      await page.reload();
      await page.locator(".try > summary").click();
      expect(await key().inputValue()).toBe("a-fabricated-key");
      expect(page.url()).toBe(`${served.url}/operations/createUser.html`);
    });

    test("does not follow a redirect", async () => {
      first.play(openly(redirect(307, `${second.url}/elsewhere`)));
      second.play(openly(json(200, {})));
      await open("listProviders");
      await choose(first.url);
      await key().fill("a-fabricated-key");
      expect(await send()).toContain("answers with a redirect. This page does not follow it");
      expect(second.received).toEqual([]);
    });

    test("typed for one server is not sent to another", async () => {
      first.play(openly(json(200, {})));
      second.play(openly(json(200, {})));
      await open("listProviders");
      await choose(first.url);
      await key().fill("a-fabricated-key");
      await send();
      await choose(second.url);
      await send();
      await choose(first.url);
      await send();
      const keys = (server: typeof first) => calls(server).map(({ headers }) => headers["x-service-api-key"]);
      expect(keys(first)).toEqual(["a-fabricated-key", "a-fabricated-key"]);
      expect(keys(second)).toEqual([undefined]);
    });

    test("is not shown, nor copied with the command", async () => {
      await open("createUser");
      await key().fill("a-fabricated-key");
      expect(await curl()).toContain(`-H "x-service-api-key: $API_KEY"`);
      const hint = page.getByText("It does not contain your key: set API_KEY in your shell.");
      expect(await hint.count()).toBe(1);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy: the request as curl" }).click();
      await page.getByRole("button", { name: "Copied: the request as curl" }).waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(await curl());
      expect(await page.locator("body").innerText()).not.toContain("a-fabricated-key");
      const style = `getComputedStyle(document.querySelector(".key")).webkitTextSecurity`;
      expect(await page.evaluate(style)).toBe("disc");
    });
  });

  test("works by keyboard alone, in the order in which it reads", async () => {
    await page.goto(`${fromDisk()}/operations/listUserConnections.html`);
    await page.locator(".try > summary").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Send request" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("any");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const focused = "document.activeElement.textContent";
    expect(await page.evaluate(focused)).toBe("Send request");
    await page.keyboard.press("Enter");
    await outcome().locator("p").first().waitFor();
    expect(await outcome().innerText()).toContain("200 OK");
    expect(await page.evaluate(focused)).toBe("Send request");
  });

  test("opens by its anchor, and stays away without JavaScript", async () => {
    await page.goto(`${fromDisk()}/operations/createUser.html#try-it`);
    await page.getByRole("button", { name: "Send request" }).waitFor();
    expect(built.files.get("operations/createUser.html")).toMatch(/<[^>]* data-try-it[^>]* hidden/);
    if (!isFull) return;
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const still = await plain.newPage();
    await still.goto(`${fromDisk()}/operations/createUser.html#try-it`);
    expect(await still.locator("[data-try-it]").getAttribute("hidden")).toBe("");
    await plain.close();
  });

  const moreForms = [
    ["getPscInfo", { colorScheme: "light", width: 320 }],
    ["createLabReportParsingJob", { colorScheme: "dark", width: 1280 }],
  ] as const;

  test("axe finds nothing wrong, light and dark, and no width scrolls", async () => {
    for (const [id, ...looks] of [
      ["createUser", { colorScheme: "light", width: 1280 }, { colorScheme: "dark", width: 320 }],
      ...depth([], moreForms),
    ] as const) {
      await open(id, { base: fromDisk() });
      await key().fill("any");
      const add = page.getByRole("button", { name: /^Add a value/ });
      if (await add.count()) await add.click();
      await send();
      await page.getByText(/^Headers/).click();
      for (const { colorScheme, width } of looks) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        // What is dark or narrow differs by its colours and its width
        const rules = depth(colorScheme === "dark" ? colourRules : undefined, undefined);
        expect(await accessibilityFaults(page, { within: "[data-try-it]", rules })).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
    }
  });
});
