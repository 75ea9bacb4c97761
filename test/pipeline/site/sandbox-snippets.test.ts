// The calls of the sandbox that the pages show are run as they stand, by curl alone, each in a world of its own.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlClient, createControlClient } from "../../../src/tools/control-client/index.ts";
import { type Sandbox, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { needs } from "../../run/needs.ts";
import { type Site, sharedSite } from "./built.ts";

const run = promisify(execFile);
const shown = "http://127.0.0.1:402";
const now = "2026-03-02T09:00:00Z";
const connection = { user_id: "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10", provider: "demo_scale" };

/** Calls that no world can answer as it begins: what they name comes from calls of the service that go before. */
const refused: Readonly<Record<string, string>> = {
  // The team has not opted in, which the page says
  "operations/bookPscAppointment.md": "422",
  "operations/getPscAppointmentAvailability.md": "422",
  // The url is an example; a portal that was made has another
  "sandbox/inspectPortalUrl.md": "404",
  // The code is an example; a link that was begun has another
  "sandbox/simulateLinkCodeExchanged.md": "404",
  // The job of the demo cast is finished; one that runs comes of an upload
  "sandbox/simulateParsingJobFinished.md": "409",
};

let site: Site;
let sandbox: Sandbox;
let control: ControlClient;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "snippets-"));
  await writeFile(join(directory, "report.pdf"), "%PDF-1.7\n");
  [site, sandbox] = await Promise.all([
    sharedSite(),
    startSandbox({ port: 0, managementPort: 0, frozen: true, now: new Date(now) }),
  ]);
  control = createControlClient({ baseUrl: sandbox.url ?? "" });
});
afterAll(async () => {
  await sandbox?.close();
  await rm(directory, { recursive: true, force: true });
});

/** The commands of a twin, where nothing is escaped: calls, and the variables that they use. A block may hold several, one below the other. */
function commandsOf(markdown: string): string[] {
  return (
    Array.from(markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = ""]) => block)
      .flatMap((block) => block.split(/\n(?=curl |export |[A-Z_]+=|echo )/))
      // Below the variables of a page of a language stands the run of its example, which the matrix tries
      .map((command) => (command.startsWith("export ") ? (command.split("\n")[0] ?? "") : command.trim()))
      .filter(
        (command) => /^(?:export |[A-Z_]+=)/.test(command) || (command.startsWith("curl ") && command.includes(shown)),
      )
  );
}

/** The answer of a call that prepares a world. */
function wanted<Data>(result: { ok: true; data: Data } | { ok: false; error?: unknown }): Data {
  if (!result.ok) throw new Error(`The world could not be prepared: ${JSON.stringify(result.error)}`);
  return result.data;
}

/** Puts into a world what the call of a page names, and the ids that it got into the place of the page's examples. */
async function prepared(page: string, world_id: string, command: string): Promise<string> {
  const params = { path: { world_id } };
  if (/\/(?:getFault|removeFault)\.md$/.test(page)) {
    const body = { operation_id: "*", effect: "drop" } as const;
    const { id } = wanted(await control.POST("/_sandbox/worlds/{world_id}/faults", { params, body }));
    return command.replace("fault_1", id);
  }
  if (/\/(?:getEventFault|removeEventFault)\.md$/.test(page)) {
    const body = { endpoint_id: "*", effect: "duplicate" } as const;
    const { id } = wanted(await control.POST("/_sandbox/worlds/{world_id}/eventFaults", { params, body }));
    return command.replace("event_fault_1", id);
  }
  if (/\/(?:removeEndpoint|getDelivery|resendDelivery)\.md$/.test(page)) {
    const body = { url: "http://127.0.0.1:9/events" };
    const { id } = wanted(await control.POST("/_sandbox/worlds/{world_id}/endpoints", { params, body }));
    if (page.endsWith("removeEndpoint.md")) return command.replace(/[\da-f-]{36}/, id);
    wanted(await control.POST("/_sandbox/worlds/{world_id}/simulate/connectionMade", { params, body: connection }));
    // By then every attempt has failed, and the delivery waits for somebody to send it again
    wanted(await control.POST("/_sandbox/worlds/{world_id}/clock/advance", { params, body: { days: 30 } }));
    const { deliveries } = wanted(await control.GET("/_sandbox/worlds/{world_id}/deliveries", { params }));
    const [delivery] = deliveries;
    if (delivery === undefined) throw new Error("The connection that was made is reported to nobody.");
    return command.replace("/deliveries/1", `/deliveries/${delivery.id}`);
  }
  return command;
}

const title = "every call of the sandbox that a page shows succeeds, but those that need a call of the service first";
test.runIf(needs("curl"))(title, async () => {
  const commands: { page: string; command: string; isCall: boolean }[] = [];
  for (const [page, markdown] of site.files) {
    const own = page.endsWith(".md") ? commandsOf(markdown) : [];
    if (!own.some((command) => command.includes(shown))) continue;
    const world = wanted(await control.POST("/_sandbox/worlds", { body: { is_frozen: true, now } }));
    for (const one of own) {
      const command = (await prepared(page, world.id, one))
        .replaceAll("/worlds/demo", `/worlds/${world.id}`)
        .replaceAll("sk_demo_team", world.api_key)
        .replaceAll("mk_demo_org", world.management_key)
        .replaceAll("5c3e8f7a-2b19-4d06-9e8c-a1b2c3d4e5f6", world.org_id)
        .replaceAll(`${shown}0`, sandbox.url ?? "")
        .replaceAll(`${shown}1`, sandbox.managementUrl ?? "");
      commands.push({ page, command, isCall: command.startsWith("curl ") });
    }
  }
  const script = commands.map(({ command, isCall }) => {
    // A stream has no end
    const limit = command.startsWith("curl -N") ? " --max-time 1" : "";
    const into = command.includes(" -o ") ? "" : " -o /dev/null";
    return isCall ? `${command} -s${into} -w '%{http_code}\n'${limit} || true` : command;
  });
  const { stdout } = await run("bash", ["-c", script.join("\n")], { cwd: directory });
  const statuses = stdout.trim().split("\n");
  const calls = commands.filter(({ isCall }) => isCall);
  const wrong = calls.flatMap(({ page, command }, index) => {
    const status = statuses[index] ?? "";
    const isAsSaid = page in refused ? status === refused[page] : /^20[01]$/.test(status);
    return isAsSaid ? [] : [`${page}: ${status} to ${command}`];
  });
  expect(wrong).toEqual([]);
  expect(calls.length).toBeGreaterThan(100);
  expect(calls.map(({ page }) => page)).toEqual(expect.arrayContaining(["guides/sandbox.md", "guides/quickstart.md"]));
});
