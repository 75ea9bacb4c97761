// Records what a server of these tests answers to the traffic, without a socket and without a file.
import { Capture } from "../../../src/pipeline/learn/recording/capture.ts";
import type { RecordedLine } from "../../../src/pipeline/learn/recording/recording.ts";
import type { VerifyOptions } from "../../../src/tools/verify/index.ts";
import type { Answer, Call } from "../../tools/verify/gallery/call.ts";
import { verifyInProcess } from "../../tools/verify/gallery/faults/run.ts";
import { contract } from "../../tools/verify/gallery/routes.ts";
import { type InProcess, inProcess, writeBody } from "../../tools/verify/gallery/server.ts";
import type { Departure } from "./servers/index.ts";
import { liveThrough } from "./traffic.ts";

/** A call, and what the sandbox answered. */
export interface Exchange {
  readonly call: Call;
  readonly ofSandbox: Answer;
}

/** The sandbox with a departure. */
async function departing(departure: Departure | undefined, exchanges: Exchange[] = []): Promise<InProcess> {
  return inProcess({
    name: departure?.name ?? "does not depart",
    answer(ofSandbox, call) {
      exchanges.push({ call, ofSandbox });
      return answerOf(departure, ofSandbox, call);
    },
  });
}

function answerOf(departure: Departure | undefined, answer: Answer, call: Call): Answer {
  const { on, answer: change } = departure ?? {};
  return change === undefined || (on !== undefined && !on.includes(call.id)) ? answer : change(answer, call);
}

/**
 * Uses a server: what `verify` sends, and days of some users. It can be recorded as it was, or as another server would have answered.
 *
 * @param users How many users. What is never left out, or never null, needs twenty.
 * @param without Checks of `verify` that are left out.
 */
export async function trafficWith(
  departure?: Departure,
  users = 24,
  without: VerifyOptions["without"] = [],
): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const server = await departing(departure, exchanges);
  await verifyInProcess(server, { without });
  await liveThrough({ ...server.world, fetch: server.fetch as never }, users, "day");
  return exchanges;
}

/** Records traffic as it would have been with another server, had its answers led to the same calls. */
export async function recordAs(exchanges: readonly Exchange[], departure?: Departure): Promise<RecordedLine[]> {
  const capture = new Capture(contract);
  const lines: RecordedLine[] = [];
  for (const { call, ofSandbox } of exchanges) {
    const { status, headers, body } = answerOf(departure, ofSandbox, call);
    lines.push(
      ...(await capture.exchange({
        method: call.request.method,
        target: call.request.url,
        request: { headers: Object.entries(call.request.headers) as [string, string][], body: Buffer.from(call.bytes) },
        response: { status, headers: Object.entries(headers), body: Buffer.from(writeBody(body)) },
      })),
    );
  }
  return lines;
}
