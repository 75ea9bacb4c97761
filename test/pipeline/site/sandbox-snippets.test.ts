// The calls of the sandbox that the pages show are run as they stand, by curl alone, each in a world of its own.
import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlClient, createControlClient } from "../../../src/tools/control-client/index.ts";
import { type Sandbox, startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { needs } from "../../run/needs.ts";
import { makeSampleFolder, type Site, sharedSite } from "./built.ts";

const run = promisify(execFile);
const shown = "http://127.0.0.1:402";
const now = "2026-03-02T09:00:00Z";

/** Calls that no world can answer as it begins: what they name comes from calls of the service that go before. */
const refused: Readonly<Record<string, string>> = {
  // The team has not opted in, which the page says
  "operations/bookPscAppointment.md": "422",
  "operations/getPscAppointmentAvailability.md": "422",
  // Their ids are examples: what was made has another
  ...Object.fromEntries(
    ["getFault", "removeFault", "getEventFault", "removeEventFault", "removeEndpoint", "getDelivery", "resendDelivery"]
      .concat("inspectPortalUrl", "simulateLinkCodeExchanged")
      .map((id) => [`sandbox/${id}.md`, "404"]),
  ),
  // The job of the demo cast is finished; one that runs comes of an upload
  "sandbox/simulateParsingJobFinished.md": "409",
};

let site: Site;
let sandbox: Sandbox;
let control: ControlClient;
let directory: string;
beforeAll(async () => {
  directory = await makeSampleFolder();
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

const title = "every call of the sandbox that a page shows succeeds, but those that need a call of the service first";
test.runIf(needs("curl"))(title, async () => {
  const commands: { page: string; command: string; isCall: boolean }[] = [];
  for (const [page, markdown] of site.files) {
    const own = page.endsWith(".md") ? commandsOf(markdown) : [];
    if (!own.some((command) => command.includes(shown))) continue;
    const made = await control.POST("/_sandbox/worlds", { body: { is_frozen: true, now } });
    if (!made.ok) throw new Error("The world could not be made.");
    const world = made.data;
    for (const one of own) {
      const command = one
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
