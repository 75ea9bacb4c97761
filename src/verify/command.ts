// `npm run verify`: checks a running server against the contract.
import { type Contract, readContract } from "../shared/contract/index.ts";
import { jsonText } from "../shared/findings/index.ts";
import {
  chooseExitCode,
  defineCommand,
  Failure,
  parseChoice,
  parseNumber,
  parsePort,
  parseWhole,
  showProgress,
} from "../shared/terminal/index.ts";
import { exampleCast, readData } from "./data.ts";
import { EventInbox, listenForEvents } from "./events/inbox.ts";
import { countFindings, type VerifyReport, writeJunitReport, writeTextReport } from "./report.ts";
import { parseHost } from "./sending/keys.ts";
import { chooseOperations, verify } from "./verify.ts";

const help = `
Usage: npm run verify -- --base-url URL --api-key KEY [options]
       wearable-health-api-tools verify --base-url URL --api-key KEY [options]

Checks a running server against the contract by calling it. It creates users, orders and appointments:
use a staging server, or pass --read-only.

  --base-url URL         address of the server, without /v2/… and /v3/…
  --api-key KEY          the team's API key; by default API_KEY of the environment
  --management-url URL   address of the organization's operations; without it they are skipped
  --management-key KEY   the organization's key; by default MANAGEMENT_KEY of the environment
  --data FILE            JSON with ids that no operation returns, such as a lab test (default: the demo cast)
  --only NAME            a tag or an operationId; may be repeated (default: all)
  --read-only            send GET requests only
  --strict               exit with 1 for any finding
  --events-port N        receive the server's events at http://127.0.0.1:N and check them: register that address first
  --events-secret KEY    the secret of that endpoint, to check signatures by Standard Webhooks
  --events-wait S        how many seconds to wait for an event (default: 10)
  --timeout S            how many seconds to wait for an answer (default: 10)
  --depth N              how many inputs to generate for each operation (default: 20)
  --seed N               generate the same inputs again (default: another one each time)
  --format FORMAT        text, json or junit (default: text)

A violation contradicts what the service states. A difference departs from what is assumed. An unexpected finding departs from what
every consumer would expect, though nothing states it.
--data may contain user, other_user, user_without_demographics, deleted_user, other_deleted_user, expired_user and replaced_user, each
{"user_id", "client_user_id"};
connected_provider, on_device_provider, oauth_provider, org_id, lab_test_id, other_lab_test_id, lab_id, lab_slug, lab_account_id, pending_lab_account_id, zip_code,
order_id, phlebotomy_order_id, psc_order_id, job_id; and bodies, an object of fields by operationId.
The keys are sent to these two hosts only and not shown in reports. Redirects are not followed.

Exit codes: 0 no violation, 1 violations (with --strict any finding), 2 could not run.
`;

export const verifyCommand = defineCommand({
  name: "npm run verify --",
  help,
  options: {
    "base-url": { type: "string" },
    "api-key": { type: "string" },
    "management-url": { type: "string" },
    "management-key": { type: "string" },
    data: { type: "string" },
    only: { type: "string", multiple: true, default: [] },
    "read-only": { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
    "events-port": { type: "string" },
    "events-secret": { type: "string" },
    "events-wait": { type: "string", default: "10" },
    timeout: { type: "string", default: "10" },
    depth: { type: "string", default: "20" },
    seed: { type: "string" },
    format: { type: "string", default: "text" },
  },
  async run(options) {
    const format = parseChoice(options.format, "format", "text", "json", "junit");
    const contract = await readContract();
    checkOnly(contract, options.only);
    const { "management-url": managementUrl, data: file } = options;
    const managementKey = options["management-key"] ?? process.env["MANAGEMENT_KEY"];
    const ids = contract.operations.map(({ id }) => id);
    let done = () => {};
    const events = await receiveEvents(options["events-port"], options["events-secret"], options["events-wait"]);
    let report: VerifyReport;
    try {
      report = await verify({
        events,
        contract,
        base: parseHost(options["base-url"], options["api-key"] ?? process.env["API_KEY"], "base"),
        management: managementUrl === undefined ? undefined : parseHost(managementUrl, managementKey, "management"),
        data: file === undefined ? { values: exampleCast, file } : await readData(file, ids),
        only: options.only,
        readOnly: options["read-only"],
        timeoutMs: parseNumber(options.timeout, "timeout", { least: 0.1, most: 600 }) * 1000,
        depth: parseWhole(options.depth, "depth"),
        seed: options.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : parseWhole(options.seed, "seed"),
        onOperation({ id }) {
          done();
          done = showProgress(`Verifying ${id}`);
        },
      });
    } finally {
      done();
      await events?.close();
    }
    const { violation: violations, difference: differences, unexpected } = countFindings(report);
    process.stdout.write(
      format === "json"
        ? jsonText({ violations, differences, unexpected, ...report })
        : format === "junit"
          ? writeJunitReport(report, options.strict)
          : writeTextReport(report, process.stdout, options.strict),
    );
    if (report.operations.every(({ passed, findings }) => Object.keys(passed).length === 0 && findings.length === 0)) {
      const remedy = "The report gives the reasons; pass --data and --management-url to check more.";
      throw new Failure("Nothing could be checked.", remedy);
    }
    if (events?.inbox.refusal !== undefined) {
      const remedy = "Pass the secret of that endpoint; without --events-secret events may be signed in another way.";
      throw new Failure(`No event could be checked: ${events.inbox.refusal}.`, remedy);
    }
    return chooseExitCode(violations, differences + unexpected, options.strict);
  },
});

/** Starts the receiver of events, and says what to register. */
async function receiveEvents(port: string | undefined, secret: string | undefined, wait: string) {
  const waitMs = parseNumber(wait, "events-wait", { least: 0.1, most: 3600 }) * 1000;
  if (port === undefined) {
    if (secret === undefined) return undefined;
    throw new Failure("--events-secret needs --events-port.", "Pass the port that the events are sent to.");
  }
  const inbox = new EventInbox(secret);
  const { url, close } = await listenForEvents(inbox, parsePort(port, "events-port"));
  process.stderr.write(`Register ${url} as the endpoint of events.\n`);
  return { inbox, waitMs, close };
}

function checkOnly(contract: Contract, only: readonly string[]): void {
  for (const name of only) {
    if (chooseOperations({ contract, only: [name] }).length > 0) continue;
    const tags = [...new Set(contract.operations.flatMap(({ operation }) => operation.tags))];
    throw new Failure(
      `--only "${name}" is neither an operationId nor a tag with operations.`,
      `The tags are ${tags.join(", ")}; the contract lists the operationIds.`,
    );
  }
}
