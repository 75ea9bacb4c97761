// A fetch that reaches the sandbox without a socket.
import type { FastifyInstance, HTTPMethods } from "fastify";

/** Statuses whose answer has no body: `Response` refuses one. */
const withoutBody = [101, 204, 205, 304];

/** Makes a fetch for a server. The host of the address does not matter. */
export function inProcessFetch(
  server: FastifyInstance,
): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer());
    const answer = await server.inject({
      method: request.method as HTTPMethods,
      url: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(request.headers),
      ...(body === undefined ? {} : { payload: body }),
    });
    request.signal.throwIfAborted();
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    );
    return new Response(withoutBody.includes(answer.statusCode) ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    });
  };
}
