// Uploads that a server refuses before or while it reads them, sent as clients send them.
import { request } from "node:http";

/** How an upload is sent: by fetch, which is still sending when the answer comes, or by node:http with these headers. */
export type Way = "fetch" | "chunked" | "expect";

/** An upload and the answer that is documented for it. */
export interface RefusedUpload {
  readonly what: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  /** Of the file; `undefined` sends JSON instead of a form. */
  readonly fileType?: string;
  readonly status: number;
}

/** Sends the upload `count` times, some at once, and counts what came back: statuses, or the codes of errors. */
export async function answersOf(
  upload: RefusedUpload,
  count: number,
  way: Way = "fetch",
): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  let left = count;
  const send = async () => {
    while (left > 0) {
      left -= 1;
      const answer = await (way === "fetch" ? byFetch(upload) : byHttp(upload, way)).catch(codeOf);
      found[answer] = (found[answer] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, send));
  return found;
}

function bodyOf({ bytes, fileType }: RefusedUpload): string | FormData {
  if (fileType === undefined) return JSON.stringify({ client_user_id: "x".repeat(bytes) });
  const form = new FormData();
  form.set("file", new File([new Uint8Array(bytes)], "report.pdf", { type: fileType }));
  return form;
}

async function byFetch(upload: RefusedUpload): Promise<string> {
  const json = upload.fileType === undefined ? { "content-type": "application/json" } : undefined;
  const headers = { ...json, ...upload.headers };
  const answer = await fetch(upload.url, { method: "POST", headers, body: bodyOf(upload) });
  await answer.arrayBuffer();
  return String(answer.status);
}

async function byHttp(upload: RefusedUpload, way: Way): Promise<string> {
  const written = new Response(bodyOf(upload));
  const type = upload.fileType === undefined ? "application/json" : (written.headers.get("content-type") ?? "");
  const body = Buffer.from(await written.arrayBuffer());
  const framing =
    way === "chunked" ? { "transfer-encoding": "chunked" } : { "content-length": body.length, expect: "100-continue" };
  const headers = { "content-type": type, ...upload.headers, ...framing };
  return new Promise((resolve, reject) => {
    const outgoing = request(upload.url, { method: "POST", headers, agent: false }, (answer) => {
      answer.resume().on("end", () => resolve(String(answer.statusCode)));
    });
    outgoing.on("error", reject);
    if (way === "expect") outgoing.on("continue", () => outgoing.end(body)).flushHeaders();
    else outgoing.end(body);
  });
}

function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}
