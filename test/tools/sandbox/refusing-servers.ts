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
  const uploads: readonly RefusedUpload[] = [
    {
      what: "the sandbox: a wrong key",
      url: sandboxUrl + path,
      headers: wrong,
      bytes: small,
      fileType: pdf,
      status: 401,
    },
    {
      what: "the sandbox: a wrong key",
      url: sandboxUrl + path,
      headers: wrong,
      bytes: large,
      fileType: pdf,
      status: 401,
    },
    {
      what: "the sandbox: too large",
      url: sandboxUrl + path,
      headers: right,
      bytes: large,
      fileType: pdf,
      status: 422,
    },
    {
      what: "the sandbox: JSON that is too large",
      url: `${sandboxUrl}/v2/user/`,
      headers: right,
      bytes: large,
      status: 422,
    },
    {
      what: "the sandbox: no PDF",
      url: sandboxUrl + path,
      headers: right,
      bytes: small,
      fileType: "text/css",
      status: 422,
    },
    {
      what: "the sandbox: no such path",
      url: `${sandboxUrl}/v9/none`,
      headers: right,
      bytes: small,
      status: 404,
    },
    {
      what: "the control plane: no header of its own",
      url: `${sandboxUrl}/_sandbox/worlds`,
      headers: {},
      bytes: small,
      status: 403,
    },
    {
      what: "the pages: a form of another site",
      url: `${sandboxUrl}/_sandbox/form/resetWorld`,
      headers: {},
      bytes: small,
      fileType: pdf,
      status: 403,
    },
  ];
  return { sandboxUrl, apiKey, uploads, small, large, close: () => worker.terminate() };
}
