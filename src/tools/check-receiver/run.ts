// One run against one receiver: sends deliveries, judges their answers, and keeps what was found by check.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isObject } from "../contract/index.ts";
import { Collector, redaction } from "../findings/index.ts";
import { type Answer, type HostPolicy, Poster } from "../http/index.ts";
import { curlOf, type Delivery } from "./delivery.ts";
import { expectations, type ReceiverCheck, receiverChecks } from "./expectations.ts";
import type { ReceiverCheckReport, ReceiverFinding } from "./report.ts";

/** The answer to a delivery. */
export interface Sent extends Answer {
  readonly contentType: string | undefined;
  /** Where a redirect leads. */
  readonly location: string | undefined;
}

export interface RunOptions {
  readonly url: URL;
  readonly secret: string;
  readonly policy: HostPolicy;
  readonly deadlineMs: number;
  /** Where the bodies of findings go that a command line does not hold; by default a new folder for temporary files. */
  readonly bodies: string | undefined;
  readonly skip: readonly ReceiverCheck[];
}

/** A finding, with its check. */
interface Found extends ReceiverFinding {
  readonly check: ReceiverCheck;
}

export class Run {
  readonly #options: RunOptions;
  /** Takes the secret out of a text: a receiver may show it. */
  readonly redact: (text: string) => string;
  readonly #poster: Poster;
  readonly #collector = new Collector<ReceiverCheck, Found>();
  readonly #never = new AbortController().signal;
  #bodies: string | undefined;
  deliveries = 0;

  constructor(options: RunOptions) {
    this.#options = options;
    this.redact = redaction([[options.secret, "…"]]);
    this.#poster = new Poster({ ...options.policy, deadlineMs: options.deadlineMs });
    this.#bodies = options.bodies;
    for (const check of options.skip) this.skip(check, "it is left out by --skip");
  }

  close(): void {
    this.#poster.close();
  }

  async send({ headers, body }: Delivery): Promise<Sent> {
    this.deliveries += 1;
    const { url } = this.#options;
    const { answer, headers: answered } = await this.#poster.post(url, headers, Buffer.from(body), this.#never);
    return {
      ...answer,
      ...(answer.body !== undefined && { body: this.redact(answer.body) }),
      contentType: this.#shown(answered.get("content-type")),
      location: this.#shown(answered.get("location")),
    };
  }

  #shown(header: string | null): string | undefined {
    return header === null ? undefined : this.redact(header);
  }

  /** Sends a delivery and keeps whether it was accepted, or refused, as it is to be. */
  async judge(check: ReceiverCheck, delivery: Delivery, isAccepted: boolean): Promise<void> {
    const sent = await this.send(delivery);
    if (isAccepted) this.judgeAcceptance(check, delivery, sent);
    else this.#judgeRefusal(check, delivery, sent);
  }

  judgeAcceptance(check: ReceiverCheck, delivery: Delivery, sent: Sent): void {
    if (!this.#isInTime(check === "burst-accepted" ? check : "answered-in-time", delivery, sent)) return;
    if (!isSuccess(sent)) {
      this.keep(check, `It is answered with ${outcomeOf(sent)}.`, [delivery], sent);
      return;
    }
    this.pass(check);
    if (reportsError(sent.body)) {
      this.keep("no-error-in-success", `Status ${sent.status} comes with an error in the body.`, [delivery], sent);
    } else this.pass("no-error-in-success");
  }

  #judgeRefusal(check: ReceiverCheck, delivery: Delivery, sent: Sent): void {
    if (!this.#isInTime("answered-in-time", delivery, sent)) return;
    if (isSuccess(sent)) {
      const hint = reportsError(sent.body) ? " The error in its body is not read: the status counts." : "";
      this.keep(check, `It is accepted with ${sent.status}.${hint}`, [delivery], sent);
      return;
    }
    this.pass(check);
    const { status = 0 } = sent;
    if (status >= 400 && status < 500) this.pass("refused-with-4xx");
    else this.keep("refused-with-4xx", `The refusal is ${outcomeOf(sent)}.`, [delivery], sent);
  }

  #isInTime(check: ReceiverCheck, delivery: Delivery, sent: Sent): boolean {
    const isLate = this.isLate(sent);
    const seconds = this.#options.deadlineMs / 1000;
    if (isLate) this.keep(check, `There is no whole answer within ${seconds} s.`, [delivery], sent);
    else if (check === "answered-in-time") this.pass(check);
    return !isLate;
  }

  /** Whether the deadline passed before the answer was whole. */
  isLate({ error, duration_ms }: Answer): boolean {
    return error !== undefined && duration_ms >= this.#options.deadlineMs;
  }

  pass(check: ReceiverCheck): void {
    this.#collector.pass(check, check);
  }

  skip(check: ReceiverCheck, reason: string): void {
    if (!this.isSkipped(check)) this.#collector.skip(check, check, reason);
  }

  /** Skips what has neither passed nor found anything. */
  skipRest(reason: string): void {
    for (const { check, passed, finding } of this.report()) {
      if (passed === 0 && finding === undefined) this.skip(check, reason);
    }
  }

  hasFound(check: ReceiverCheck): boolean {
    return this.#collector.results(check).findings.length > 0;
  }

  isSkipped(check: ReceiverCheck): boolean {
    return this.#collector.results(check).skipped.length > 0;
  }

  /** Whether a delivery is a newer form of an event that is refused as it is: that would be the same finding again. */
  isVariantOfRefused(check: ReceiverCheck, { what }: Delivery): boolean {
    if (check !== "unknown-fields-accepted" && check !== "unknown-values-accepted") return false;
    const refused = this.#collector.results("known-events-accepted").findings.flatMap(({ deliveries }) => deliveries);
    return refused.some((one) => one.split(" ")[0] === what.split(" ")[0]);
  }

  /** Keeps a finding. Each check has one: further deliveries that show it are named in it. */
  keep(check: ReceiverCheck, message: string, deliveries: readonly Delivery[], sent?: Sent): void {
    if (this.isSkipped(check)) return;
    const words = deliveries.map(({ what }) => what);
    const { status, body = "", contentType } = sent ?? {};
    this.#collector.keep(check, check, (known) => {
      if (known !== undefined) return { ...known, deliveries: [...new Set([...known.deliveries, ...words])] };
      return {
        check,
        message: this.redact(message),
        deliveries: [...new Set(words)],
        curl: curlOf(this.#options.url, deliveries, () => this.#folder()),
        answer: status === undefined ? undefined : { status, contentType, body },
      };
    });
  }

  report(): ReceiverCheckReport[] {
    return receiverChecks.map((check) => {
      const { group, basis, text } = expectations[check];
      const { passed, findings, skipped } = this.#collector.results(check);
      const [found] = findings;
      const { check: _, ...finding } = found ?? { check };
      return {
        check,
        group,
        basis,
        expected: text,
        passed: passed[check] ?? 0,
        finding: found && (finding as ReceiverFinding),
        skipped: skipped[0]?.reason,
      };
    });
  }

  #folder(): string {
    this.#bodies ??= mkdtempSync(join(tmpdir(), "check-receiver-"));
    return this.#bodies;
  }
}

export function isSuccess({ status = 0, error }: Answer): boolean {
  return status >= 200 && status < 300 && error === undefined;
}

/** The answer in words: its status, or why there is none. */
function outcomeOf({ status, error, location }: Sent): string {
  if (status === undefined) return `no HTTP response: ${error}`;
  if (error !== undefined) return `${status}, and the response is not whole: ${error}`;
  return status >= 300 && status < 400
    ? `${status} to ${location ?? "nowhere"}; redirects are not followed`
    : `${status}`;
}

/** Whether the body of an answer says that something failed. */
function reportsError(body = ""): boolean {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return false;
  }
  if (!isObject(value)) return false;
  const { error, errors, success, ok, status } = value;
  return (
    Boolean(error) ||
    (Array.isArray(errors) && errors.length > 0) ||
    success === false ||
    ok === false ||
    /^(error|fail|failed|failure)$/i.test(String(status))
  );
}
