// `npm run listen`: receives a provider's events, forwards them, and holds each to the contract.
import { readContract } from "../contract/index.ts";
import { hostPolicyOf, signatureCheckOf } from "../events/index.ts";
import { Recorder } from "../recording/index.ts";
import { exitCodeOf, formatOf, redaction } from "../report/index.ts";
import {
  counted,
  defineCommand,
  Failure,
  parseHost,
  parseNumber,
  parsePort,
  parseWhole,
  untilStopped,
} from "../terminal/index.ts";
import { forwardUrl, requireListener, shownUrl } from "./forward.ts";
import { type Listener, startListener } from "./listener.ts";
import { findingsOf, jsonReport, junitReport, type ListenReport, textReport } from "./report.ts";

const help = `
Usage: npm run listen -- [--port N] [--forward URL] [options]
       wearable-health-api-tools listen [--port N] [--forward URL] [options]

Receives the events that a provider sends, forwards each one to your receiver, and checks it against the contract.
It writes a line for each delivery, and a report at the end: on Ctrl+C, or as --until or --idle says.
Values stay out of the log and the report: an event is shown by the names and types of its fields.

  --port N               where to listen, on this machine only (default: 4040; 0 picks a free port)
  --forward URL          your receiver: gets each delivery byte for byte, and its answer goes back to the sender.
                         Without it every delivery is answered with 204
  --allow-host NAME      also forward to this host; may be repeated (default: this machine only)
  --timeout S            seconds in which your receiver has to answer; then the sender gets 504 (default: 30)
  --secret KEY           the secret of the endpoint, to check signatures with, by Standard Webhooks; by default the
                         environment's EVENTS_SECRET. How the service signs its events is not published
  --base-url URL         where the service answers, in front of /v2/… and /v3/…: events are compared with what its reads return
  --api-key KEY          the team's API key; by default the environment's API_KEY
  --wait S               seconds to wait at the end for an event that a read has shown to be missing (default: 5)
  --until N              end after N different events
  --idle S               end when no delivery came for so many seconds
  --record FILE          write a recording of the events to FILE, which must not exist: by shape, for npm run learn. The log and
                         the report then leave out ids, unknown names and messages, which may hold values
  --show-values          show the values of events, too: they are health data
  --strict               differences from assumptions fail, too
  --format FORMAT        text, json or junit (default: text)

A violation contradicts what the service states. A difference departs from what the contract had to assume.

Exit codes: 0 no violation, 1 violations (with --strict also differences), 2 could not run, or nothing came.
`;

export const listenCommand = defineCommand({
  name: "npm run listen --",
  help,
  options: {
    port: { type: "string", default: "4040" },
    forward: { type: "string" },
    "allow-host": { type: "string", multiple: true, default: [] },
    timeout: { type: "string", default: "30" },
    secret: { type: "string" },
    "base-url": { type: "string" },
    "api-key": { type: "string" },
    wait: { type: "string", default: "5" },
    until: { type: "string" },
    idle: { type: "string" },
    record: { type: "string" },
    "show-values": { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
    format: { type: "string", default: "text" },
  },
  async run(options) {
    const format = formatOf(options.format);
    const port = parsePort(options.port, "port");
    const timeoutMs = parseNumber(options.timeout, "timeout", { least: 0.1, most: 600 }) * 1000;
    const waitMs = parseNumber(options.wait, "wait", { least: 0, most: 3600 }) * 1000;
    const until = options.until === undefined ? Number.POSITIVE_INFINITY : parseWhole(options.until, "until", 1);
    const idle = options.idle ?? String(longestIdle);
    const idleMs = parseNumber(idle, "idle", { least: 0.1, most: longestIdle }) * 1000;
    const secret = options.secret ?? (process.env["EVENTS_SECRET"] || undefined);
    const signatureProblem = secret === undefined ? undefined : signatureCheckOf(secret, "--secret");
    const service =
      options["base-url"] === undefined
        ? undefined
        : parseHost(options["base-url"], options["api-key"] ?? process.env["API_KEY"], "base-url", "api-key");
    const policy = hostPolicyOf(options["allow-host"]);
    const forward = options.forward === undefined ? undefined : forwardUrl(options.forward, policy);
    if (forward !== undefined) {
      if (port !== 0 && Number(forward.port) === port && policy.allowedHosts.length === 0) {
        throw new Failure(
          `--forward and --port are both ${port}: events would come back here.`,
          "Pass another --port.",
        );
      }
      await requireListener(forward, connectMs);
    }
    if (options.record !== undefined && options["show-values"]) {
      throw new Failure("--record and --show-values exclude each other.", "Leave out --show-values.");
    }
    const contract = await readContract();
    const recorder = options.record === undefined ? undefined : new Recorder(options.record, contract, "listen");
    const listener = await startListener({
      contract,
      recorder,
      port,
      forward,
      policy,
      timeoutMs,
      signatureProblem,
      service,
      waitMs,
      showValues: options["show-values"],
      redact: redaction([
        [secret, "$EVENTS_SECRET"],
        [service?.key, "$API_KEY"],
      ]),
      log: (line) => process.stderr.write(`${line}\n`),
    });
    const to = forward === undefined ? "answered with 204" : `forwarded to ${shownUrl(forward)}`;
    process.stderr.write(`Register ${listener.url} as the endpoint of events. They are ${to}. Stop with Ctrl+C.\n`);
    await ended(listener, until, idleMs);
    const report = await listener.finish();
    recorder?.close();
    process.stdout.write(
      format === "json"
        ? jsonReport(report)
        : format === "junit"
          ? junitReport(report, options.strict)
          : textReport(report, process.stdout),
    );
    if (recorder !== undefined) {
      process.stderr.write(`Recorded ${counted(recorder.count, "event")} in ${options.record}.\n`);
      if (recorder.problem !== undefined) throw new Failure(recorder.problem, "Make room, and record again.");
    }
    requireEvents(report);
    return exitCodeOf(findingsOf(report, "violation").length, findingsOf(report, "difference").length, options.strict);
  },
});

/** In seconds: a week, which is as good as never. */
const longestIdle = 7 * 24 * 60 * 60;

const connectMs = 5_000;

/** Waits until a signal stops the command, or what the options say has come. */
async function ended(listener: Listener, until: number, idleMs: number): Promise<void> {
  const stop = Promise.withResolvers<false>();
  const release = untilStopped(async () => stop.resolve(false));
  try {
    while (listener.events() < until && (await Promise.race([stop.promise, listener.nextDelivery(idleMs)])));
  } finally {
    release();
  }
}

function requireEvents({ deliveries, acknowledged, url, forward }: ListenReport): void {
  if (deliveries === 0) throw new Failure("No event came.", `Register ${url} as the endpoint of events.`);
  if (forward !== undefined && acknowledged === 0) {
    throw new Failure(
      `${forward} acknowledged none of ${counted(deliveries, "delivery", "deliveries")}.`,
      "The report gives its answers; check your receiver.",
    );
  }
}
