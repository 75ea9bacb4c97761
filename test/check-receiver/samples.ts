// Receivers that are right in all but one step: one base receiver on node:http, and for each fault the step that is wrong.
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { listenOn } from "../../src/shared/terminal/index.ts";
import { Consumer, type Read, secret } from "./consumer.ts";

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  /** The connection ends before the body does. */
  readonly isCut?: boolean;
  /** It never comes. */
  readonly isSilent?: boolean;
}

/** The steps of the base receiver. Each fault replaces one of them. */
const right = {
  largestBytes: 1024 * 1024,
  headerOf: ({ headers }: IncomingMessage, name: string): string | undefined => headers[name]?.toString(),
  isJson: (contentType: string): boolean => /^application\/json\s*(;|$)/i.test(contentType),
  textOf: (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString("utf8"),
  isFresh: (timestamp: string): boolean => Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300,
  verified: (body: string): string => body,
  key: (text: string): Buffer => Buffer.from(text.slice("whsec_".length), "base64"),
  candidates: (header: string): readonly string[] => header.split(" "),
  fits: (candidate: string, wanted: string): boolean => candidate === wanted,
  isVerified: true,
  /** Undefined handles the event. */
  refuseEvent: (_event: Read): Reply | undefined => undefined,
  unsigned: { status: 401 } as Reply,
  duplicate: { status: 204 } as Reply,
  isDeduplicated: true,
  /** Only the latest delivery is known as seen. */
  isForgetful: false,
  isLastWriterRight: false,
  /** Is a second event of a type for a user not handled? */
  isOncePerType: false,
  /** Runs around the handling of an event; a copy restores the state at which it was made. */
  aroundHandling: async (handle: () => void, _copy: () => () => void): Promise<void> => handle(),
  /** Where the id of a delivery is kept as seen. */
  remembers: "after verifying" as "after verifying" | "before verifying",
  /** Where an id that was seen is answered as a duplicate. */
  deduplicates: "after verifying" as "after verifying" | "before verifying",
  /** Does it take signatures that were made for the id of an earlier delivery? */
  takesEarlierIds: false,
  /** Is a signature that was right once right ever after? */
  cachesSignatures: false,
  /** Larger bodies are acknowledged, and not handled. */
  largestHandled: Number.POSITIVE_INFINITY,
  /** How long it takes. */
  takesMs: 0,
  /** Awaited between the question whether an id is seen, and keeping it. */
  untilKept: undefined as ((id: string) => Promise<void>) | undefined,
  /** Handles the event, and verifies it then. */
  isHandledFirst: false,
  /** Is nothing answered that comes over a connection of its own, as each delivery of a burst does? */
  hangsInBurst: false,
};

export type Steps = typeof right;

/** A receiver that listens. */
export interface Receiver {
  readonly url: string;
  readonly holds: (userId: string) => unknown;
  /** The headers of all deliveries that came, in order. */
  readonly received: readonly IncomingHttpHeaders[];
  /** How many deliveries were handled at the same time. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** Starts the base receiver with some of its steps replaced. */
export async function startReceiver(wrong: Partial<Steps> = {}): Promise<Receiver> {
  const steps = { ...right, ...wrong };
  const consumer = new Consumer();
  const received: IncomingHttpHeaders[] = [];
  const accepted = { ids: new Set<string>(), signatures: new Set<string>(), types: new Set<string>() };
  let atOnce = 0;
  let mostAtOnce = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (steps.hangsInBurst && request.headers.connection === "close") return;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    if (steps.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, steps.takesMs));
    const { status, body, isCut = false, isSilent = false } = await replyTo(request, chunks);
    atOnce -= 1;
    if (isSilent) return;
    if (isCut) return void response.writeHead(status).write("{", () => response.destroy());
    const text = body === undefined ? "" : JSON.stringify(body);
    response.writeHead(status, text === "" ? {} : { "content-type": "application/json" }).end(text);
  });

  async function replyTo(request: IncomingMessage, chunks: readonly Buffer[]): Promise<Reply> {
    received.push(request.headers);
    if (chunks.reduce((sum, { length }) => sum + length, 0) > steps.largestBytes) return { status: 413 };
    if (!steps.isJson(request.headers["content-type"] ?? "")) return { status: 415 };
    const text = steps.textOf(chunks);
    const [id, timestamp, signature] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) =>
      steps.headerOf(request, name),
    );
    const isSeen = id !== undefined && consumer.seen.has(id);
    if (steps.deduplicates === "before verifying" && isSeen) return steps.duplicate;
    if (steps.remembers === "before verifying" && id !== undefined) consumer.seen.add(id);
    if (steps.untilKept !== undefined) await steps.untilKept(id ?? "");
    const event = JSON.parse(text) as Read;
    if (steps.isHandledFirst && !isSeen) consumer.handle(event);
    if (steps.isVerified) {
      if (!id || !timestamp || !signature || !steps.isFresh(timestamp)) return steps.unsigned;
      const signed = (of: string) => {
        const content = `${of}.${timestamp}.${steps.verified(text)}`;
        return `v1,${createHmac("sha256", steps.key(secret)).update(content).digest("base64")}`;
      };
      const wanted = (steps.takesEarlierIds ? [id, ...accepted.ids] : [id]).map(signed);
      const isCached = steps.cachesSignatures && accepted.signatures.has(signature);
      const fits = (one: string) => wanted.some((right) => steps.fits(one, right));
      if (!isCached && !steps.candidates(signature).some(fits)) return steps.unsigned;
      accepted.ids.add(id);
      accepted.signatures.add(signature);
    }
    if (isSeen && steps.isDeduplicated) return steps.duplicate;
    if (steps.isForgetful) consumer.seen.clear();
    if (id !== undefined) consumer.seen.add(id);
    if (text.length > steps.largestHandled) return { status: 204 };
    const refusal = steps.refuseEvent(event);
    const key = `${event.user_id} ${event.event_type}`;
    const isAgain = steps.isOncePerType && accepted.types.has(key);
    accepted.types.add(key);
    if (refusal !== undefined || steps.isHandledFirst || isAgain) return refusal ?? { status: 204 };
    await steps.aroundHandling(
      () => consumer.handle(event, steps.isLastWriterRight),
      () => {
        const before = new Map(consumer.users.get(event.user_id ?? ""));
        return () => void consumer.users.set(event.user_id ?? "", before);
      },
    );
    return refusal ?? { status: 204 };
  }

  const url = await listenOn(server, 0, "the sample receiver", "Free a port.");
  return {
    url: `${url}/events`,
    holds: consumer.holds,
    received,
    mostAtOnce: () => mostAtOnce,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
