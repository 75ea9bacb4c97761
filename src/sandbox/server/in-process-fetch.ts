// A fetch that reaches the sandbox without a socket.
import { Readable } from "node:stream";
import type { FastifyInstance, HTTPMethods } from "fastify";
import { nextTurn } from "../store/store.ts";

/** Statuses whose answer has no body: `Response` refuses one. */
const withoutBody = [101, 204, 205, 304];

/** Makes a fetch that calls the server of an address. */
export function inProcessFetch(
  serverOf: (url: URL) => FastifyInstance,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const aborted = Promise.withResolvers<never>();
    const abort = () => aborted.reject(signal.reason);
    signal.addEventListener("abort", abort);
    try {
      // As over a socket: an abort rejects immediately, even while the sandbox is still handling the call
      return await Promise.race([inject(serverOf, request), aborted.promise]);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  };
}

async function inject(serverOf: (url: URL) => FastifyInstance, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const body = Buffer.from(await request.arrayBuffer());
  const answer = await serverOf(url)
    .inject({
      method: request.method as HTTPMethods,
      url: `${url.pathname}${url.search}`,
      headers: { ...Object.fromEntries(request.headers), ...(body.length > 0 && { "content-length": body.length }) },
      // Bytes would be handed over by the global setImmediate: a test that fakes it would wait for ever
      payload: Readable.from(body),
    })
    .catch((error: unknown) => {
      if (Object(error).code === "FST_ERR_REOPENED_CLOSE_SERVER") {
        throw new TypeError("The sandbox is closed.", { cause: error });
      }
      // A fault closed the connection: this is how a fetch says so
      throw new TypeError("fetch failed", { cause: error });
    });
  // As over a socket: whoever calls again and again lets the rest of the process work
  await nextTurn();
  const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new Response(withoutBody.includes(answer.statusCode) ? null : new Uint8Array(answer.rawPayload), {
    status: answer.statusCode,
    headers,
  });
}
