// `npm run sandbox`: the service's behaviour on one machine, with memory.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { defineCommand, Failure, parsePort, untilStopped } from "../terminal/index.ts";
import { serveSandbox } from "./serve-late.ts";
import { HappeningRefused } from "./world/happening-refused.ts";
import { refuseOddSettings, type WorldSettings } from "./world/settings.ts";

const help = `
Usage: npm run sandbox -- [--port N] [--management-port N] [--db FILE] [--seed demo|empty] [--setting NAME=VALUE]
                              [--response-checks on|off] [--lenient-slash] [--allow-host NAME] [--control-host NAME] [--control-origin ORIGIN]
       wearable-health-api-tools sandbox [options]

Behaves as the contract describes the service, and remembers: create a user and find it again, place an order and
receive its events. It listens on the loopback interface, for the keys sk_demo_team and mk_demo_org. Its page for people
is at /_sandbox/: it shows what goes on, and steers.

  --port N                   where to listen (default: 4020; 0 picks a free port)
  --management-port N        gives the organization's calls (/v1/org/…) an address of their own, so that a client that mixes up the
                             two hosts gets 404; 0 picks a free port (default: both share one address)
  --db FILE                  keeps the state in FILE, or in memory with :memory: (default: :memory:)
  --seed demo|empty          what a new sandbox begins with: the cast of the examples, or no users (default: demo); without
                             effect on a FILE that holds a sandbox already
  --setting NAME=VALUE       a setting of the first world, such as psc_scheduling=true (the team has opted in to scheduling at
                             service centers) or source_form=both; may be given several times; without effect on a FILE that
                             holds a sandbox already
  --response-checks on|off   hold each answer against the contract and log what breaks it (default: on)
  --lenient-slash            take each path with and without the slash at its end (default: slashes count)
  --allow-host NAME          events may be sent to this host, too; may be given several times (default: this machine only)
  --control-host NAME        the control plane at /_sandbox answers under this host name, too; may be given several times
  --control-origin ORIGIN    pages of this origin may call the control plane; may be given several times (default: its own only)

Stop it with Ctrl-C. Exit codes: 0 stopped, 2 could not run.
`;

export const sandboxCommand = defineCommand({
  name: "npm run sandbox --",
  help,
  options: {
    port: { type: "string", default: "4020" },
    "management-port": { type: "string" },
    db: { type: "string", default: ":memory:" },
    seed: { type: "string" },
    setting: { type: "string", multiple: true, default: [] },
    "response-checks": { type: "string", default: "on" },
    "lenient-slash": { type: "boolean", default: false },
    "allow-host": { type: "string", multiple: true, default: [] },
    "control-host": { type: "string", multiple: true, default: [] },
    "control-origin": { type: "string", multiple: true, default: [] },
  },
  async run(options) {
    // Under load V8 takes 200 MB for a sandbox that has 15 MB to keep. With these it takes a third of that, in no more CPU time
    for (const flag of ["--semi-space-growth-factor=1", "--heap-growing-percent=40"]) setFlagsFromString(flag);
    const db = options.db === ":memory:" ? options.db : resolve(options.db);
    const seed = options.seed === undefined ? undefined : oneOf("seed", options.seed, ["demo", "empty"]);
    const managementPort =
      options["management-port"] === undefined ? undefined : parsePort(options["management-port"], "management-port");
    const remembers = (statSync(db, { throwIfNoEntry: false })?.size ?? 0) > 0;
    const sandbox = await serveSandbox({
      port: parsePort(options.port, "port"),
      portRemedy: "Pass another port with --port N.",
      ...(managementPort === undefined
        ? {}
        : { managementPort, managementPortRemedy: "Pass another port with --management-port N." }),
      db,
      ...(seed === undefined ? {} : { seed }),
      settings: settingsOf(options.setting),
      responseChecks: oneOf("response-checks", options["response-checks"], ["on", "off"]) === "on",
      lenientSlash: options["lenient-slash"],
      allowedHosts: options["allow-host"],
      allowedControlHosts: options["control-host"],
      allowedControlOrigins: options["control-origin"].map(originOf),
    });
    if (remembers && seed !== undefined) {
      process.stderr.write(
        `note: --seed ${seed} has no effect: ${options.db} holds a sandbox already, which goes on.\n`,
      );
    }
    untilStopped(() => sandbox.close());
    process.stdout.write(
      `Sandbox ready at ${sandbox.url}, with the keys ${sandbox.apiKey} (team) and ${sandbox.managementKey} (organization)\nSandbox page at ${sandbox.url}/_sandbox/\n${managementPort === undefined ? "" : `Organization's calls at ${sandbox.managementUrl}\n`}`,
    );
    return undefined;
  },
});

/** An origin as a browser sends it. A page of `null` could be anyone's. */
function originOf(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : "null";
  if (origin !== "null" && origin === text.toLowerCase()) return origin;
  throw new Failure(
    `--control-origin takes an origin such as http://127.0.0.1:4000, found "${text}".`,
    "Write scheme, host and port, and nothing behind them.",
  );
}

/** The settings as they are named in the control plane; which values each may have is known there. */
function settingsOf(texts: readonly string[]): Partial<WorldSettings> {
  const settings = texts.map((text) => {
    const [, name, value] = /^([a-z_]+)=(\S+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw new Failure(
        `--setting takes a name and a value such as psc_scheduling=true, found "${text}".`,
        "Write both, with an equals sign between them.",
      );
    }
    return [name, value === "true" || value === "false" ? value === "true" : value] as const;
  });
  const found: Partial<WorldSettings> = Object.fromEntries(settings);
  try {
    refuseOddSettings(found);
  } catch (error) {
    if (!(error instanceof HappeningRefused)) throw error;
    throw new Failure(`--setting: ${error.message}`, "Correct it.", { cause: error });
  }
  return found;
}

function oneOf<const Choice extends string>(option: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  throw new Failure(`--${option} takes ${choices.join(" or ")}, found "${text}".`, "Choose one of them.");
}
