// One run against one receiver: sends deliveries, judges their answers, and keeps what was found by check.
import { isObject } from "../shared/contract/index.ts";
import { redaction } from "../shared/findings/index.ts";
import { type Answer, type HostPolicy, Poster } from "../shared/http/index.ts";
import { type Delivery, writeCurls } from "./delivery.ts";
import { expectations, type ReceiverCheck, receiverChecks } from "./expectations.ts";
import type { ReceiverCheckReport, ReceiverFinding } from "./report.ts";
import type { Trial } from "./trials.ts";

/** The response to a delivery. */
export interface DeliveryResponse extends Answer {
  readonly contentType: string | undefined;
  /** Where a redirect leads. */
  readonly location: string | undefined;
}

export interface RunOptions {
  readonly url: URL;
  readonly secret: string;
  readonly policy: HostPolicy;
  readonly deadlineMs: number;
  readonly skip: readonly ReceiverCheck[];
}

/** The result of a check. */
type Result = Pick<ReceiverCheckReport, "passed" | "finding" | "skipped">;

/** A receiver that answers so fast is sent one delivery after the other; of one that does not, several are side by side. */
const fastMs = 250;
const mostAtOnce = 10;

export class Run {
  readonly #options: RunOptions;
  /** Takes the secret out of a text: a receiver may show it. */
  readonly #redact: (text: string) => string;
  readonly #poster: Poster;
  readonly #results = new Map<ReceiverCheck, Result>();
  readonly #never = new AbortController().signal;
  #atOnce = 1;
  deliveries = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    this.#redact = redaction([[options.secret, "…"]]);
    this.#poster = new Poster({ ...options.policy, deadlineMs: options.deadlineMs });
    for (const check of options.skip) this.skip(check, "it is left out by --skip");
  }

  close(): void {
    this.#poster.close();
  }

  async send({ headers, body }: Delivery): Promise<DeliveryResponse> {
    this.deliveries += 1;
    const posted = await this.#poster.post(this.#options.url, headers, Buffer.from(body), this.#never);
    const show = (name: string) => {
      const value = posted.headers.get(name);
      return value === null ? undefined : this.#redact(value);
    };
    const { answer } = posted;
    if (answer.duration_ms > fastMs) this.#atOnce = mostAtOnce;
    return {
      ...answer,
      ...(answer.body !== undefined && { body: this.#redact(answer.body) }),
      contentType: show("content-type"),
      location: show("location"),
    };
  }

  /** Makes trials, each delivery on its own: side by side, but for those that follow one another. */
  async make(trials: readonly Trial[]): Promise<void> {
    const jobs = trials.flatMap((trial) => {
      if (this.isSkipped(trial.check)) return [];
      const deliveries = trial.deliveries();
      return (trial.isInOrder ? [deliveries] : deliveries.map((one) => [one])).map((row) => ({ ...trial, row }));
    });
    const takeTurns = async () => {
      for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
        for (const delivery of job.row) {
          if (this.#isVariantOfRefused(job.check, delivery)) continue;
          const response = await this.send(delivery);
          if (delivery.isPrelude !== true) this.judge(job.check, delivery, response, job.isAccepted);
        }
      }
    };
    await Promise.all(Array.from({ length: this.#atOnce }, takeTurns));
  }

  /** Keeps whether a delivery was accepted, or refused, as it is to be. */
  judge(check: ReceiverCheck, delivery: Delivery, response: DeliveryResponse, isAccepted: boolean): void {
    const inTime = check === "burst-accepted" ? check : "answered-in-time";
    if (this.isLate(response)) {
      const message = `There is no whole answer within ${this.#options.deadlineMs / 1000} s.`;
      this.keep(inTime, message, [delivery], response);
      return;
    }
    if (inTime !== check) this.pass(inTime);
    if (isSuccess(response) !== isAccepted) {
      const hint = reportsError(response.body) ? " The error in its body is not read: the status counts." : "";
      const accepted = `It is accepted with ${response.status}.${hint}`;
      this.keep(check, isAccepted ? `It is answered with ${describe(response)}.` : accepted, [delivery], response);
      return;
    }
    this.pass(check);
    const { status = 0 } = response;
    const [also, isWell, message] = isAccepted
      ? ([
          "no-error-in-success",
          !reportsError(response.body),
          `Status ${status} comes with an error in the body.`,
        ] as const)
      : (["refused-with-4xx", status >= 400 && status < 500, `The refusal is ${describe(response)}.`] as const);
    if (isWell) this.pass(also);
    else this.keep(also, message, [delivery], response);
  }

  /** Did the deadline pass before the answer was whole? Node's timers may fire a millisecond early. */
  isLate({ error, duration_ms }: Answer): boolean {
    return error !== undefined && duration_ms >= this.#options.deadlineMs - 1;
  }

  #resultOf(check: ReceiverCheck): Result {
    return this.#results.get(check) ?? { passed: 0, finding: undefined, skipped: undefined };
  }

  #note(check: ReceiverCheck, more: Partial<Result>): void {
    this.#results.set(check, { ...this.#resultOf(check), ...more });
  }

  pass(check: ReceiverCheck): void {
    this.#note(check, { passed: this.#resultOf(check).passed + 1 });
  }

  skip(check: ReceiverCheck, skipped: string): void {
    if (!this.isSkipped(check)) this.#note(check, { skipped });
  }

  /** Skips what has neither passed nor found anything. */
  skipRest(reason: string): void {
    for (const { check, passed, finding } of this.report()) {
      if (passed === 0 && finding === undefined) this.skip(check, reason);
    }
  }

  hasFound(check: ReceiverCheck): boolean {
    return this.#resultOf(check).finding !== undefined;
  }

  isSkipped(check: ReceiverCheck): boolean {
    return this.#resultOf(check).skipped !== undefined;
  }

  /** Is a delivery a newer form of an event that is refused as it is? That would be the same finding again. */
  #isVariantOfRefused(check: ReceiverCheck, { what }: Delivery): boolean {
    if (check !== "unknown-fields-accepted" && check !== "unknown-values-accepted") return false;
    const { deliveries = [] } = this.#resultOf("known-events-accepted").finding ?? {};
    return deliveries.some((one) => one.split(" ")[0] === what.split(" ")[0]);
  }

  /** Keeps a finding. Each check has one: further deliveries that show it are named in it. */
  keep(check: ReceiverCheck, message: string, deliveries: readonly Delivery[], response?: DeliveryResponse): void {
    if (this.isSkipped(check)) return;
    const words = deliveries.map(({ what }) => what);
    const { finding: known } = this.#resultOf(check);
    const { status, body = "", contentType } = response ?? {};
    const finding: ReceiverFinding = known ?? {
      message: this.#redact(message),
      deliveries: [],
      curl: writeCurls(this.#options.url, deliveries),
      answer: status === undefined ? undefined : { status, contentType, body },
    };
    this.#note(check, { finding: { ...finding, deliveries: [...new Set([...finding.deliveries, ...words])] } });
  }

  report(): ReceiverCheckReport[] {
    return receiverChecks.map((check) => {
      const [group, basis, expected] = expectations[check];
      return { check, group, basis, expected, ...this.#resultOf(check) };
    });
  }
}

export function isSuccess({ status = 0, error }: Answer): boolean {
  return status >= 200 && status < 300 && error === undefined;
}

/** The answer in words: its status, or why there is none. */
function describe({ status, error, location }: DeliveryResponse): string {
  if (status === undefined) return `no HTTP response: ${error}`;
  if (error !== undefined) return `${status}, and the response is not whole: ${error}`;
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? `${status} to ${location ?? "nowhere"}; redirects are not followed` : `${status}`;
}

/** Does the body of an answer say that something failed? */
function reportsError(body = ""): boolean {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return false;
  }
  if (!isObject(value)) return false;
  const { error, errors, success, ok, status } = value;
  const isNamed = Boolean(error) || (Array.isArray(errors) && errors.length > 0);
  return isNamed || success === false || ok === false || /^(error|fail|failed|failure)$/i.test(String(status));
}
