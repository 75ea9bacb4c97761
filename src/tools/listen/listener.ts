// Receives deliveries, hands them on, answers the sender, and holds each to the contract.
import { EventEmitter, once } from "node:events";
import { setTimeout } from "node:timers/promises";
import type { Contract } from "../contract/index.ts";
import { type Delivery, type HostPolicy, receiveEvents, type SignatureCheck } from "../events/index.ts";
import type { Recorder } from "../recording/index.ts";
import { visible } from "../report/index.ts";
import { type ForwardedAnswer, Forwarder, shownUrl } from "./forward.ts";
import { EventJudge } from "./judge.ts";
import { Notes } from "./notes.ts";
import { type ServiceHost, ServiceReads } from "./reads.ts";
import type { ListenReport } from "./report.ts";

/** How a listener runs. */
export interface ListenerOptions {
  readonly contract: Contract;
  /** 0 picks a free one. */
  readonly port: number;
  /** Where deliveries are forwarded to; undefined when they are answered here. */
  readonly forward: URL | undefined;
  readonly policy: HostPolicy;
  /** How long the receiver may take. */
  readonly timeoutMs: number;
  readonly signatureProblem: SignatureCheck | undefined;
  /** Where reads are made; undefined when events are not compared with them. */
  readonly service: ServiceHost | undefined;
  /** How long to wait at the end for events that reads have shown to be missing. */
  readonly waitMs: number;
  readonly showValues: boolean;
  /** Where events are recorded; undefined when they are not. What is logged has then no more of them than the recording. */
  readonly recorder?: Recorder | undefined;
  /** Takes the secrets out of a text. */
  readonly redact: (text: string) => string;
  /** Takes a line for the log. */
  readonly log: (line: string) => void;
}

/** A listener that runs. */
export interface Listener {
  readonly url: string;
  /** How many different events came so far. */
  events(): number;
  /** How many deliveries came so far. */
  deliveries(): number;
  /** Waits for the next delivery; `false` when none came in that time. */
  nextDelivery(withinMs: number): Promise<boolean>;
  /** Makes the last comparisons, stops receiving, and reports. */
  finish(): Promise<ListenReport>;
  /** Stops at once, without a report. */
  close(): Promise<void>;
}

const noContent: ForwardedAnswer = { status: 204, headers: {}, body: "", problem: undefined };

/**
 * Starts to listen.
 *
 * @throws {Failure} when the port cannot be had, or the service refuses the reads.
 */
export async function startListener(options: ListenerOptions): Promise<Listener> {
  const { contract, forward, policy, timeoutMs, service, log, redact, recorder } = options;
  const notes = new Notes(contract, options.showValues, redact, recorder !== undefined);
  const judge = new EventJudge(options, notes);
  const reads = service && new ServiceReads(contract, service, notes);
  await reads?.requireAccess();
  if (reads === undefined) notes.skip("reads", "they need --base-url and --api-key");
  const forwarder = forward && new Forwarder(forward, policy, timeoutMs);
  const answers: Record<string, number> = {};
  const said = new Set<string>();
  const arrivals = new EventEmitter();
  const underWay = new Set<Promise<void>>();
  let deliveries = 0;
  let acknowledged = 0;

  const take = async ({ request, headers, body, response }: Delivery) => {
    if (request.method !== "POST") {
      response.writeHead(405, { allow: "POST" }).end();
      return;
    }
    // Judged while the receiver works: in the order of arrival, and without delay
    const forwarded = forwarder?.forward({ body, headers });
    const { event, isNew } = judge.take({ body, headers });
    if (isNew) await recorder?.event({ headers: Object.entries(headers), body: Buffer.from(body) });
    const answer = (await forwarded) ?? noContent;
    response.writeHead(answer.status, answer.headers).end(answer.body);
    deliveries += 1;
    answers[answer.status] = (answers[answer.status] ?? 0) + 1;
    if (answer.status < 300) acknowledged += 1;
    if (answer.problem !== undefined && !said.has(answer.problem)) {
      said.add(answer.problem);
      log(redact(`${answer.problem} Until then the sender is answered ${answer.status}.`));
    }
    const { id, type, content } = notes.shown(event);
    log(visible(`${answer.status}  ${type}  ${id ?? "no id"}  ${isNew ? "" : "(again or not signed)  "}${content}`));
    if (isNew) void reads?.take(event);
    arrivals.emit("delivery");
  };

  const nextDelivery = (withinMs: number): Promise<boolean> =>
    once(arrivals, "delivery", { signal: AbortSignal.timeout(withinMs) }).then(
      () => true,
      () => false,
    );
  const server = await receiveEvents(options.port, "Choose another with --port N.", (delivery) => {
    const taken = take(delivery).finally(() => underWay.delete(taken));
    underWay.add(taken);
  });
  const close = async () => {
    forwarder?.close();
    await server.close();
  };
  return {
    url: server.url,
    events: () => notes.events,
    deliveries: () => deliveries,
    nextDelivery,
    close,
    async finish() {
      const end = performance.now() + options.waitMs;
      await reads?.finish(async () => {
        const left = Math.ceil(end - performance.now());
        return left > 0 && nextDelivery(left);
      });
      // Who has sent an event gets its answer, unless the receiver hangs
      await Promise.race([
        Promise.all(underWay),
        setTimeout(Math.max(0, end - performance.now()), undefined, { ref: false }),
      ]);
      await close();
      return {
        contract: contract.document.info.version,
        url: server.url,
        forward: forward && shownUrl(forward),
        deliveries,
        acknowledged,
        answers,
        ...notes.result(),
      };
    },
  };
}
