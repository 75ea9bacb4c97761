// `npm run sandbox`: simulates the service on this machine, with state.
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { parseRange } from "../shared/http/index.ts";
import {
  counted,
  defineCommand,
  exitCode,
  Failure,
  parseChoice,
  parseNumber,
  parsePort,
  readJsonFile,
  untilStopped,
} from "../shared/terminal/index.ts";
import type { WorldSeed } from "./control-client/index.ts";
import type { SandboxOptions } from "./sandbox-options.ts";
import { readControlToken, tokenRemedy } from "./server/access.ts";
import { makeJsonLog } from "./server/log.ts";

const help = `
Usage: npm run sandbox -- [--port N] [--management-port N] [--db FOLDER] [--seed demo|empty|FILE] [--ids random|sequence] [--setting NAME=VALUE]
                              [--assume KEY=ALTERNATIVE] [--response-checks on|off] [--strict] [--lenient-slash] [--allow-host NAME] [--control-host NAME]
                              [--host ADDRESS] [--trust-proxy ADDRESS|RANGE] [--control-token-file FILE] [--log text|json]
                              [--stop-within SECONDS]
       npm run sandbox -- backup FOLDER [--as-seeds] [--url URL] [--control-token-file FILE]
       wearable-health-api-tools sandbox [options]
       wearable-health-api-tools sandbox backup FOLDER [--as-seeds] [--url URL] [--control-token-file FILE]

Simulates the service as the contract describes it, with state: create a user and find it again, place an order and
receive its events. By default it listens on the loopback interface. It accepts the keys sk_demo_team and mk_demo_org. Open
/_sandbox/ in a browser to watch and control it.

  --port N                   where to listen (default: 4020; 0 picks a free port)
  --management-port N        serves the organization's operations (/v1/org/…) on a separate port, so that a client that mixes up
                             the two hosts gets 404; 0 picks a free port (default: one port for both)
  --db FOLDER                where to keep the state: a folder with a file for each world, or :memory: (default: :memory:). One
                             sandbox uses it at a time
  --seed demo|empty|FILE     the initial state: the demo cast of the examples, no users, or a file that \`backup --as-seeds\` or
                             getSeed wrote (default: demo); ignored when the database already contains a sandbox
  --ids random|sequence      the ids of new things in the first world: random, or a sequence that a test can print (default: random);
                             ignored when the database already contains a sandbox
  --setting NAME=VALUE       a setting of the first world, such as psc_scheduling=false (the team has not opted in to scheduling
                             at service centers) or source_form=both; may be repeated; ignored when the database already
                             contains a sandbox
  --assume KEY=ALTERNATIVE   answer as a service that chose otherwise where the contract assumes, such as success-status=201; may be
                             repeated. The register of assumptions has the alternatives
  --response-checks on|off   check each response against the contract and log violations (default: on)
  --strict                   refuse what a service may take in silence, such as an unknown query parameter (default: note it with the call)
  --lenient-slash            accept each path with and without a trailing slash (default: exact match)
  --allow-host NAME|ADDRESS|RANGE
                             also send events to this host; may be repeated (default: this machine only). With --host or
                             --trust-proxy, this machine and private addresses need their address or range
  --control-host NAME        also accept this host name for the control plane at /_sandbox; may be repeated. Needs a control token
  --host ADDRESS             the IP address to listen on, such as 0.0.0.0 for all of this machine (default: 127.0.0.1). Any other than
                             loopback needs a control token; TLS is left to a proxy
  --trust-proxy ADDRESS|RANGE
                             believe the X-Forwarded-* headers of a proxy at this address, or in this range such as 10.0.0.0/8;
                             may be repeated. Needs a control token
  --control-token-file FILE  the control token is the text of this file: every call of /_sandbox then needs it as
                             Authorization: Bearer TOKEN, and a browser asks for it as the password (default: no token)
  --log text|json            json: one line for each call and each error on the standard output, without anything of a person; the
                             error stream keeps what ends the command (default: text, which has errors only)
  --stop-within SECONDS      how long calls and deliveries in progress may take once it is asked to stop; then they are cut off
                             (default: 10)

backup FOLDER writes all worlds of a sandbox that runs into a new folder, for --db of another one.
  --as-seeds                 writes a file of JSON for each world instead, with its keys, which a later version reads: NAME.json
  --url URL                  the address of the sandbox (default: http://127.0.0.1:4020)

Stop it with Ctrl-C or SIGTERM; a second one ends it at once. Exit codes: 0 stopped, 2 could not run.
`;

export const sandboxCommand = defineCommand({
  name: "npm run sandbox --",
  help,
  options: {
    port: { type: "string", default: "4020" },
    "management-port": { type: "string" },
    db: { type: "string", default: ":memory:" },
    seed: { type: "string" },
    ids: { type: "string", default: "random" },
    setting: { type: "string", multiple: true, default: [] },
    assume: { type: "string", multiple: true, default: [] },
    "response-checks": { type: "string", default: "on" },
    strict: { type: "boolean", default: false },
    "lenient-slash": { type: "boolean", default: false },
    "allow-host": { type: "string", multiple: true, default: [] },
    "control-host": { type: "string", multiple: true, default: [] },
    host: { type: "string" },
    "trust-proxy": { type: "string", multiple: true, default: [] },
    "control-token-file": { type: "string" },
    "as-seeds": { type: "boolean", default: false },
    url: { type: "string", default: "http://127.0.0.1:4020" },
    log: { type: "string", default: "text" },
    "stop-within": { type: "string", default: "10" },
  },
  allowPositionals: true,
  async run(options, positionals) {
    if (positionals.length > 0) return runBackup(options, positionals);
    // Under load V8 takes 200 MB for 15 MB of state. With these flags it takes a third, in the same CPU time
    for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=40"]) setFlagsFromString(flag);
    const db = options.db === ":memory:" ? options.db : resolve(options.db);
    const seed = options.seed === undefined ? undefined : await readSeed(options.seed);
    const management = options["management-port"];
    const managementPort = management === undefined ? undefined : parsePort(management, "management-port");
    const withinMs = 1000 * parseNumber(options["stop-within"], "stop-within", { least: 0, most: 3600 });
    const log = parseChoice(options.log, "log", "text", "json") === "json" ? makeJsonLog() : undefined;
    const note = log?.line ?? ((text: string) => void process.stderr.write(`${text}\n`));
    const tokenFile = options["control-token-file"];
    const controlToken = await readControlToken(tokenFile);
    if (controlToken !== undefined && controlToken.length < 16) {
      note(
        `warning: ${tokenFile} has a control token of ${controlToken.length} characters, which may be guessed. ${tokenRemedy}`,
      );
    }
    const { serveSandbox } = await import("./serve-sandbox.ts");
    const sandbox = await serveSandbox({
      port: parsePort(options.port, "port"),
      portRemedy: "Pass another port: `--port N`, after `--` if npm runs it.",
      managementPort,
      managementPortRemedy: "Pass another port: `--management-port N`, after `--` if npm runs it.",
      db,
      seed,
      seedFile: options.seed,
      ids: parseChoice(options.ids, "ids", "random", "sequence"),
      settings: Object.fromEntries(parsePairs("setting", options.setting, "psc_scheduling=true").map(readSetting)),
      assume: Object.fromEntries(parsePairs("assume", options.assume, "success-status=201")),
      responseChecks: parseChoice(options["response-checks"], "response-checks", "on", "off") === "on",
      strict: options.strict,
      lenientSlash: options["lenient-slash"],
      allowedHosts: options["allow-host"],
      allowedControlHosts: options["control-host"],
      host: options.host,
      trustedProxies: options["trust-proxy"].map(parseProxy),
      controlToken,
      log: log?.line,
      logCall: log?.call,
    });
    untilStopped(async () => {
      if (await sandbox.stop(withinMs)) return;
      note(`note: calls or deliveries in progress were cut off after ${options["stop-within"]} s.`);
    });
    if (log !== undefined) log.line(`Sandbox ready at ${sandbox.url}`);
    else {
      // With a control token the keys are private, and a log is read by others
      const keys =
        tokenFile === undefined
          ? `, with the keys ${sandbox.apiKey} (team) and ${sandbox.managementKey} (organization)`
          : "; `GET /_sandbox/worlds/demo` shows the keys of its first world";
      process.stdout.write(
        `Sandbox ready at ${sandbox.url}${keys}\nSandbox page at ${sandbox.url}/_sandbox/\n${managementPort === undefined ? "" : `Organization's operations at ${sandbox.managementUrl}\n`}`,
      );
    }
    return undefined;
  },
});

async function runBackup(
  options: { readonly url: string; readonly "as-seeds": boolean; readonly "control-token-file"?: string },
  [name, folder, ...more]: readonly string[],
): Promise<number> {
  if (name !== "backup" || folder === undefined || more.length > 0) {
    throw new Failure(`Unexpected argument "${name}".`, "Write `backup FOLDER`, or options only.");
  }
  const controlToken = await readControlToken(options["control-token-file"]);
  const { backUp } = await import("./backup.ts");
  const count = await backUp({ folder: resolve(folder), url: options.url, controlToken, asSeeds: options["as-seeds"] });
  process.stdout.write(`Wrote ${counted(count, "world")} to ${folder}\n`);
  return exitCode.success;
}

/** Reads `demo`, `empty`, or the file of a world's state, which the sandbox checks. */
async function readSeed(text: string): Promise<NonNullable<SandboxOptions["seed"]>> {
  if (text === "demo" || text === "empty") return text;
  const remedy = "--seed takes demo, empty or a file that `backup --as-seeds` or `getSeed` wrote.";
  return (await readJsonFile(text, "seed", remedy)) as WorldSeed;
}

/** Checks an address or a range of addresses. */
function parseProxy(text: string): string {
  if (parseRange(text) !== undefined) return text;
  throw new Failure(
    `--trust-proxy takes an IP address or a range such as 10.0.0.0/8, found "${text}".`,
    "Write the address from which the proxy connects.",
  );
}

/** Parses pairs such as `NAME=VALUE`. @throws {Failure} */
function parsePairs(option: string, texts: readonly string[], example: string): [name: string, value: string][] {
  return texts.map((text) => {
    const [, name, value] = /^([^=\s]+)=(\S+)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [name, value];
    const message = `--${option} takes a name and a value such as ${example}, found "${text}".`;
    throw new Failure(message, `Write --${option} NAME=VALUE.`);
  });
}

/** A setting has the name of the control plane. */
function readSetting([name, value]: readonly [string, string]): [name: string, value: string | boolean] {
  return [name, value === "true" || value === "false" ? value === "true" : value];
}
