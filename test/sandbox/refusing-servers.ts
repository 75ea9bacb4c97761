// A sandbox, with uploads that it refuses.
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { RefusedUpload } from "./refused-uploads.ts";

/** Where the sandbox answers. */
interface Address {
  readonly sandboxUrl: string;
  /** The key of the sandbox. */
  readonly apiKey: string;
}

/**
 * Starts the sandbox.
 *
 * In a thread of its own: in that of a client, the client would have read an answer before it writes on.
 */
export async function refusingServers() {
  const worker = new Worker(new URL("./refusing-servers-thread.ts", import.meta.url));
  const [message] = await once(worker, "message");
  const { sandboxUrl, apiKey } = message as Address;
  const path = "/lab_report/v1/parser/job";
  const wrong = { "x-service-api-key": "wrong" };
  const right = { "x-service-api-key": apiKey };
  const pdf = "application/pdf";
  const [small, large] = [200_000, 11_000_000];
  const rows: readonly [
    what: string,
    path: string,
    headers: object,
    bytes: number,
    fileType: string,
    status: number,
  ][] = [
    ["a wrong key", path, wrong, small, pdf, 401],
    ["a wrong key", path, wrong, large, pdf, 401],
    ["a file that is too large", path, right, large, pdf, 422],
    ["JSON that is too large", "/v2/user/", right, large, "", 422],
    ["no PDF", path, right, small, "text/css", 422],
    ["no such path", "/v9/none", right, small, "", 404],
    ["the control plane, without its header", "/_sandbox/worlds/demo/reset", {}, small, "", 403],
  ];
  const uploads = rows.map(
    ([what, at, headers, bytes, fileType, status]): RefusedUpload => ({
      what,
      url: sandboxUrl + at,
      headers: { ...headers },
      bytes,
      status,
      ...(fileType === "" ? {} : { fileType }),
    }),
  );
  return { sandboxUrl, apiKey, uploads, small, large, close: () => worker.terminate() };
}
