// Records what a server of these tests answers to the traffic, without a socket and without a file.
import { Capture } from "../../../src/tools/recording/index.ts";
import type { RecordingLine } from "../../../src/tools/recording/recording.ts";
import type { VerifyOptions } from "../../../src/tools/verify/index.ts";
import type { Answer, Call } from "../../tools/verify/gallery/call.ts";
import type { SentEvent } from "../../tools/verify/gallery/events.ts";
import { verifyInProcess } from "../../tools/verify/gallery/faults/run.ts";
import { contract } from "../../tools/verify/gallery/routes.ts";
import { type InProcess, inProcess, writeBody } from "../../tools/verify/gallery/server.ts";
import type { Departure } from "./servers/index.ts";
import { eventsOfStories, liveThrough } from "./traffic.ts";

export const header: RecordingLine = {
  recording: 1,
  contract: contract.document.info.version,
  date: "2026-11-22",
  source: "proxy",
};

/** A call, what the sandbox answered, and what the caller got. */
interface Exchange {
  readonly call: Call;
  readonly ofSandbox: Answer;
  readonly answer: Answer;
}

/** What went to and fro: it can be recorded as it was, or as the sandbox or another server would have answered it. */
export interface Traffic {
  readonly exchanges: readonly Exchange[];
  /** As the sandbox sent them. */
  readonly events: readonly SentEvent[];
}

/** The sandbox with a departure. */
export async function departing(departure: Departure | undefined, exchanges: Exchange[] = []): Promise<InProcess> {
  return inProcess({
    name: departure?.name ?? "does not depart",
    answer(ofSandbox, call) {
      const answer = answerOf(departure, ofSandbox, call);
      exchanges.push({ call, ofSandbox, answer });
      return answer;
    },
  });
}

function answerOf(departure: Departure | undefined, answer: Answer, call: Call): Answer {
  const { on, answer: change } = departure ?? {};
  return change === undefined || (on !== undefined && !on.includes(call.id)) ? answer : change(answer, call);
}

/**
 * Uses a server: what `verify` sends, days of some users, and the events.
 *
 * @param users How many users. What is never left out, or never null, needs twenty.
 * @param without Checks of `verify` that are left out.
 */
export async function trafficWith(
  departure?: Departure,
  users = 24,
  without: VerifyOptions["without"] = [],
): Promise<Traffic> {
  const exchanges: Exchange[] = [];
  const server = await departing(departure, exchanges);
  const before = new Set((await server.world.events.all()).map(({ id }) => id));
  await verifyInProcess(server, { without });
  await liveThrough({ ...server.world, fetch: server.fetch as never }, users, "day");
  const own = (await server.world.events.all()).filter(({ id }) => !before.has(id));
  const payloads = [...own.map((event) => event.payload), ...(await eventsOfStories())];
  return {
    exchanges,
    events: payloads.map((payload) => {
      const { event_type: type, ...rest } = payload as SentEvent & { readonly event_type: string };
      return { ...rest, type };
    }),
  };
}

/** Records a server. */
export async function record(departure?: Departure): Promise<RecordingLine[]> {
  return recorded(await trafficWith(departure), departure, ({ answer }) => answer);
}

/** Records traffic as it would have been with another server, had its answers led to the same calls. */
export function recordAs({ exchanges, events }: Traffic, departure?: Departure): Promise<RecordingLine[]> {
  return recorded({ exchanges, events }, departure, ({ call, ofSandbox }) => answerOf(departure, ofSandbox, call));
}

async function recorded(
  { exchanges, events }: Traffic,
  departure: Departure | undefined,
  chosen: (exchange: Exchange) => Answer,
): Promise<RecordingLine[]> {
  const capture = new Capture(contract);
  const lines: RecordingLine[] = [header];
  for (const exchange of exchanges) {
    const { request, bytes } = exchange.call;
    const { status, headers, body } = chosen(exchange);
    lines.push(
      ...(await capture.exchange({
        method: request.method,
        target: request.url,
        request: { headers: Object.entries(request.headers) as [string, string][], body: Buffer.from(bytes) },
        response: { status, headers: Object.entries(headers), body: Buffer.from(writeBody(body)) },
      })),
    );
  }
  for (const [index, event] of events.entries()) {
    const { type, ...body } = departure?.event?.(event) ?? event;
    lines.push(
      ...(await capture.event({
        headers: [
          ["content-type", "application/json"],
          ["webhook-id", `msg_${index}`],
        ],
        body: Buffer.from(JSON.stringify({ event_type: type, ...body })),
      })),
    );
  }
  return lines;
}
