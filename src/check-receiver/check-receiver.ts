// Checks a webhook endpoint: sends it right and wrong deliveries, and judges its answers and, where it says what it holds, the effect.
import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type JsonObject, readContract } from "../shared/contract/index.ts";
import { visible } from "../shared/findings/index.ts";
import { parseHostPolicy, urlProblem } from "../shared/http/index.ts";
import { checkNumber, Failure } from "../shared/terminal/index.ts";
import { Signer } from "./delivery.ts";
import { judgeEffect } from "./effect.ts";
import { findCheck, type ReceiverCheck } from "./expectations.ts";
import { probeAt } from "./probe.ts";
import type { ReceiverReport } from "./report.ts";
import { type DeliveryResponse, isSuccess, Run } from "./run.ts";
import { makeBurst, makeOpening, makeTrials, type Trial } from "./trials.ts";

export type { Basis, ReceiverCheck } from "./expectations.ts";
export type { ReceiverCheckReport, ReceiverFinding, ReceiverReport } from "./report.ts";

/** The receiver to check, and the options. */
export interface ReceiverOptions {
  /** Where the receiver listens. */
  readonly url: string;
  /** Its secret: `whsec_` and base64. The report does not show it. */
  readonly secret: string;
  /** Hosts that may be sent to besides this machine. */
  readonly allowHosts?: readonly string[];
  /**
   * Says what the receiver holds of a user, once it has handled what it acknowledged; then the effect is judged as well. Any JSON without
   * what differs from user to user, such as ids of its own and times of arrival. Lists are compared without their order.
   */
  readonly holds?: (userId: string) => unknown;
  /** Instead of `holds`: a URL that answers `GET ?user_id=ID` with `{"user_id": ID, "holds": …}`. */
  readonly probe?: string;
  /** Milliseconds between the last delivery and the question what is held. By default 500 with `probe`, and none with `holds`. */
  readonly settleMs?: number;
  /** Milliseconds in which an answer has to be there. By default 5000. */
  readonly deadlineMs?: number;
  /** How many deliveries come at once in a burst. By default 50. */
  readonly burst?: number;
  /** Chooses the spellings of JSON. By default another one each time. */
  readonly seed?: number;
  /** Checks to leave out. */
  readonly skip?: readonly ReceiverCheck[];
}

/**
 * Checks a receiver.
 *
 * @throws when an option is wrong, or the receiver cannot be checked at all: nothing listens there, the host is not allowed, it redirects,
 *   answers with HTML or 404, or does not answer. The message says what to do.
 * @example
 * const { checks } = await checkReceiver({ url: "http://127.0.0.1:3000/events", secret });
 * for (const { check, finding } of checks) if (finding) console.log(check, finding.message, finding.curl);
 */
export async function checkReceiver(options: ReceiverOptions): Promise<ReceiverReport> {
  const { deadlineMs = 5000, burst = 50, skip = [], seed = Math.floor(Math.random() * 2 ** 31) } = options;
  checkNumber(burst, "burst", { least: 1, most: 10_000, isWhole: true });
  checkNumber(deadlineMs, "deadlineMs", { least: 1, most: 600_000 });
  checkNumber(seed, "seed", { least: 0, most: 2 ** 31 - 1, isWhole: true });
  for (const name of skip) findCheck(name, "skip");
  const policy = parseHostPolicy(options.allowHosts ?? []);
  const url = parseUrl(options.url, "The receiver's URL is not a URL:", "events");
  const problem = urlProblem(policy, url);
  if (problem !== undefined) throw new Failure(`Nothing is sent to ${url.origin}: ${problem}.`, allowRemedy);
  const signer = new Signer(options.secret, randomBytes(4).toString("hex"));
  const { probe, holds: held, settleMs = probe === undefined ? 0 : 500 } = options;
  checkNumber(settleMs, "settleMs", { least: 0, most: 600_000 });
  const probeUrl = probe === undefined ? undefined : parseUrl(probe, "The URL of the probe is not a URL:", "held");
  const holds = probeUrl === undefined ? held : probeAt(probeUrl, policy, deadlineMs);
  const contract = await readContract();
  const run = new Run({ url, secret: options.secret, policy, deadlineMs, skip });
  try {
    const payload = await preflight(run, url, makeOpening(contract, signer));
    if (payload !== undefined) {
      const trials = makeTrials(contract, signer, seed, payload);
      const isNewer = ({ check }: Trial) => /^unknown-|^new-/.test(check);
      await run.make(trials.filter((one) => !isNewer(one) && one.hasNewFields !== true));
      await run.make(trials.filter(isNewer));
      if (!run.hasFound("unknown-fields-accepted")) await run.make(trials.filter((one) => one.hasNewFields));
      else run.skip("large-payload-accepted", "it needs a field that the receiver does not accept");
      if (!run.isSkipped("burst-accepted")) {
        const sending: Promise<void>[] = [];
        for (const delivery of makeBurst(signer, burst, payload)) {
          sending.push(run.send(delivery).then((response) => run.judge("burst-accepted", delivery, response, true)));
          // A server that lets five connections wait, as in Python, loses some of fifty in one moment
          await setTimeout(1);
        }
        await Promise.all(sending);
      }
      if (holds !== undefined) await judgeEffect(run, { contract, signer, holds, settleMs });
      run.skipRest(
        holds === undefined ? "it needs --probe URL, or `holds` in process" : "a delivery before it was not accepted",
      );
    }
    return {
      contract: contract.document.info.version,
      url: url.href,
      seed,
      curls: validity,
      deliveries: run.deliveries,
      checks: run.report(),
    };
  } finally {
    run.close();
  }
}

const validity =
  "A curl repeats its delivery exactly. A stale timestamp stays stale; a fresh one is valid for as long as the receiver tolerates, usually five minutes: run the check again for a new one.";

const allowRemedy = "Pass the URL of a receiver on this machine, or name a host of yours with --allow-host HOST.";

function parseUrl(text: string, problem: string, path: string): URL {
  const url = URL.parse(text);
  if (url !== null) return url;
  throw new Failure(`${problem} "${text}".`, `Write it like http://127.0.0.1:3000/${path}.`);
}

/**
 * Finds out whether there is a receiver at all that accepts a signed delivery: one of the contract's events.
 *
 * @returns The event; undefined when none is accepted: then that is a finding, and all else is skipped.
 * @throws {Failure} when there is none.
 */
async function preflight(run: Run, url: URL, opening: ReturnType<typeof makeOpening>): Promise<JsonObject | undefined> {
  const [first] = opening;
  if (first === undefined) throw new Error("The contract has no events.");
  let refused: DeliveryResponse | undefined;
  let absent: Failure | undefined;
  for (const { payload, delivery } of opening) {
    const response = await run.send(delivery);
    refused ??= response;
    const failure = explainFailure(url, run.isLate(response), response);
    // A receiver may redirect one event; where nothing answers, nothing answers any
    if (failure !== undefined && response.error !== undefined) throw failure;
    absent ??= failure;
    if (failure === undefined && isSuccess(response)) return payload;
  }
  if (absent !== undefined) throw absent;
  const { status = 0 } = refused ?? {};
  const reason =
    status >= 500
      ? "That is a failure of the receiver: look into its log."
      : "Either the receiver has another secret, or it verifies in another way: it may sign with the text of the secret instead of its decoded base64, or without `webhook-id` and `webhook-timestamp`.";
  const message = `No signed event is accepted, the first is answered with ${status}. ${reason}`;
  run.keep("signature-accepted", message, [first.delivery], refused);
  run.skipRest("no signed event is accepted");
  return undefined;
}

/** Why there is no receiver at a URL; undefined when there may be one. */
function explainFailure({ href }: URL, isLate: boolean, response: DeliveryResponse): Failure | undefined {
  const { status = 0, error, body = "", contentType = "", location } = response;
  const fail = (says: string, remedy: string) => new Failure(`${href} ${says}.`, remedy);
  if (error !== undefined) {
    if (/^not sent:/i.test(error)) return new Failure(`Nothing is sent to ${href}: ${error.slice(10)}`, allowRemedy);
    if (isLate) return fail(`does not answer: ${error}`, "Check that the receiver runs and answers before it works.");
    if (status !== 0) return fail(`answers with ${status}, but not to the end: ${error}`, "Let it end its response.");
    return fail(`cannot be reached: ${error}`, "Start the receiver, or correct the URL.");
  }
  if (status >= 300 && status < 400) {
    const says = `redirects to ${visible(location ?? "nowhere")}. Redirects are not followed`;
    return fail(says, "Pass the URL that it leads to, also where you register the endpoint.");
  }
  if (status === 404 || status === 405) return fail(`answers POST with ${status}`, "Correct the path of the URL.");
  // Frameworks declare a text such as "ok" as HTML, too
  const isPage = status < 300 && /^\s*text\/html\b/i.test(contentType) && /^\s*</.test(body);
  return isPage ? fail("answers with HTML", "That is a page, not a receiver: correct the URL.") : undefined;
}
