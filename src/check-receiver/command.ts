// `npm run check-receiver`: checks a consumer's webhook endpoint by sending it deliveries.

import { jsonText } from "../shared/findings/index.ts";
import {
  chooseExitCode,
  defineCommand,
  Failure,
  parseChoice,
  parseNumber,
  parseWhole,
  showProgress,
} from "../shared/terminal/index.ts";
import { checkReceiver, type ReceiverOptions } from "./check-receiver.ts";
import { expectations, findCheck, receiverChecks } from "./expectations.ts";
import { countFindings, writeJunitReport, writeTextReport } from "./report.ts";

const checkList = receiverChecks.map((check) => `  ${check.padEnd(29)} ${expectations[check][1]}`).join("\n");

const help = `
Usage: npm run check-receiver -- URL --secret whsec_… [options]
       wearable-health-api-tools check-receiver URL --secret whsec_… [options]

Sends a series of webhook deliveries to your endpoint, signed by Standard Webhooks, and judges its answers: signatures, every
event of the contract, what a newer service may send, spellings of JSON, large payloads, duplicates and a burst.
The receiver handles these events: use one with a test database.

  --secret SECRET     the endpoint's secret, whsec_ and base64; by default EVENTS_SECRET of the environment
  --probe URL         an endpoint of the receiver that returns what it holds, to check the effect of deliveries, too
  --settle S          seconds between the last delivery and the call of the probe (default: 0.5)
  --allow-host HOST   another allowed host besides this machine; may be repeated
  --skip CHECK        leave a check out; may be repeated
  --burst N           how many deliveries to send at once (default: 50)
  --deadline S        how many seconds an answer may take (default: 5)
  --seed N            choose the same spellings of JSON again (default: another one each time)
  --strict            exit with 1 for departures from our advice, too
  --format FORMAT     text, json or junit (default: text)

The probe gets GET URL?user_id=ID, and answers {"user_id": ID, "holds": …} with any JSON that is the same for each user who got
the same events: without your own ids and times of arrival. Lists are compared without their order.
Each finding shows the delivery as a curl command, with the signature and without the secret.

The checks, and who states what they expect. How the service signs and delivers events is not shown:
${checkList}

Exit codes: 0 no violation, 1 violations (with --strict also departures from advice), 2 could not run.
`;

export const checkReceiverCommand = defineCommand({
  name: "npm run check-receiver --",
  help,
  allowPositionals: true,
  options: {
    secret: { type: "string" },
    probe: { type: "string" },
    settle: { type: "string", default: "0.5" },
    "allow-host": { type: "string", multiple: true, default: [] },
    skip: { type: "string", multiple: true, default: [] },
    burst: { type: "string", default: "50" },
    deadline: { type: "string", default: "5" },
    seed: { type: "string" },
    strict: { type: "boolean", default: false },
    format: { type: "string", default: "text" },
  },
  async run(options, [url, ...others]) {
    const format = parseChoice(options.format, "format", "text", "json", "junit");
    if (url === undefined || others.length > 0) {
      const found = url === undefined ? "none" : [url, ...others].join(" ");
      throw new Failure(`One URL is expected, found ${found}.`, "Write it like http://127.0.0.1:3000/events.");
    }
    const secret = options.secret ?? process.env["EVENTS_SECRET"];
    if (!secret) throw new Failure("--secret is missing.", "Pass the endpoint's secret, or set EVENTS_SECRET.");
    const receiver: ReceiverOptions = {
      url,
      secret,
      allowHosts: options["allow-host"],
      settleMs: parseNumber(options.settle, "settle", { least: 0, most: 600 }) * 1000,
      burst: parseWhole(options.burst, "burst", 1, 10_000),
      deadlineMs: parseNumber(options.deadline, "deadline", { least: 0.1, most: 600 }) * 1000,
      skip: options.skip.map((name) => findCheck(name, "--skip")),
      ...(options.probe !== undefined && { probe: options.probe }),
      ...(options.seed !== undefined && { seed: parseWhole(options.seed, "seed") }),
    };
    const done = showProgress(`Checking ${url}`);
    const report = await checkReceiver(receiver).finally(done);
    process.stdout.write(
      format === "json"
        ? jsonText(report)
        : format === "junit"
          ? writeJunitReport(report, options.strict)
          : writeTextReport(report, process.stdout),
    );
    return chooseExitCode(countFindings(report, "violation"), countFindings(report, "advice"), options.strict);
  },
});
