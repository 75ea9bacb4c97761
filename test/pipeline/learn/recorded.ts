// Records what a server of these tests answers to the traffic, without a socket and without a file.
import { Capture } from "../../../src/tools/recording/index.ts";
import type { RecordingLine } from "../../../src/tools/recording/recording.ts";
import type { SentEvent } from "../../tools/verify/gallery/events.ts";
import { verifyInProcess } from "../../tools/verify/gallery/faults/run.ts";
import { contract } from "../../tools/verify/gallery/routes.ts";
import { type InProcess, inProcess } from "../../tools/verify/gallery/server.ts";
import type { Departure } from "./servers/index.ts";
import { eventsOfStories, liveThrough } from "./traffic.ts";

export const header: RecordingLine = {
  recording: 1,
  contract: contract.document.info.version,
  date: "2026-11-22",
  source: "proxy",
};

/** The sandbox with a departure. */
export async function departing(departure: Departure | undefined): Promise<InProcess> {
  if (departure === undefined) return inProcess();
  const { name, on, answer } = departure;
  return inProcess({ name, ...(on === undefined ? {} : { on }), ...(answer === undefined ? {} : { answer }) });
}

/**
 * Records a server: what `verify` sends, days of some users, and the events.
 *
 * @param users How many users. What is never left out, or never null, needs twenty.
 */
export async function record(departure?: Departure, users = 24): Promise<RecordingLine[]> {
  const server = await departing(departure);
  const capture = new Capture(contract);
  const lines: RecordingLine[] = [header];
  const recorded: typeof fetch = async (address, init = {}) => {
    const request = new Request(address, { duplex: "half", ...init } as RequestInit);
    const sent = Buffer.from(await request.clone().arrayBuffer());
    const isForm = init.body instanceof FormData;
    const response = await server.fetch(address, isForm ? { ...init, body: init.body ?? null } : init);
    const { pathname, search } = new URL(request.url);
    const headers = [...request.headers].filter(([name]) => !isForm || name !== "host");
    const answered = Buffer.from(await response.clone().arrayBuffer());
    lines.push(
      ...(await capture.exchange({
        method: request.method,
        target: pathname + search,
        request: { headers, body: sent },
        response: { status: response.status, headers: [...response.headers], body: answered },
      })),
    );
    return response;
  };
  const before = new Set((await server.world.events.all()).map(({ id }) => id));
  await verifyInProcess({ ...server, fetch: recorded });
  await liveThrough({ ...server.world, fetch: recorded as never }, users, "day");
  const own = (await server.world.events.all()).filter(({ id }) => !before.has(id));
  for (const [index, payload] of [...own.map((event) => event.payload), ...(await eventsOfStories())].entries()) {
    const { event_type: type, ...rest } = payload as SentEvent & { readonly event_type: string };
    const event: SentEvent = { ...rest, type };
    const { type: changed, ...body } = departure?.event?.(event) ?? event;
    lines.push(
      ...(await capture.event({
        headers: [
          ["content-type", "application/json"],
          ["webhook-id", `msg_${index}`],
        ],
        body: Buffer.from(JSON.stringify({ event_type: changed, ...body })),
      })),
    );
  }
  return lines;
}
