// Requests as bytes: writes them, sends them over a socket, and reads the answer until the connection is closed.
import { connect, type Socket } from "node:net";

/** An answer as it arrived. */
export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly text: string;
}

/** A deadline that detects a hang. */
const deadlineMs = 300_000;

/** Opens a connection to a server's address. */
export function connectTo(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Sends the parts one after the other and reads the first answer, whole when the server closes after it. */
export async function sendRaw(url: string, ...parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  const socket = await connectTo(url);
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No answer within ${deadlineMs} ms; so far: ${Buffer.concat(chunks).toString("latin1")}`));
    }, deadlineMs);
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(chunks).toString("utf8");
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      if (isWhole(Buffer.concat(chunks).toString("latin1"))) end();
    });
    // A server that refuses early may reset what is still being sent
    socket.on("error", end);
    socket.on("close", end);
    for (const part of parts) if (!socket.destroyed) socket.write(part);
  });
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  return headEnd >= 0 && length !== undefined && text.length >= headEnd + 4 + Number(length);
}

/** A request as it goes over the wire. Both servers take the key. */
export function wire(line: string, headers: readonly string[] = [], body?: string | Buffer): Buffer {
  const bytes = Buffer.from(body ?? "");
  const length = body === undefined ? [] : [`content-length: ${bytes.length}`];
  const fixed = ["host: 127.0.0.1", "connection: close", "x-service-api-key: sk_demo_team"];
  const head = [`${line} HTTP/1.1`, ...fixed, ...headers, ...length];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), bytes]);
}

export const user = "/v2/user/resolve/demo-runner-01";
export const upload = "/lab_report/v1/parser/job";
export const json = "application/json";

export const get = (path: string, ...headers: string[]) => wire(`GET ${path}`, headers);
export const post = (body: string | Buffer, type = json, path = "/v2/user/", ...headers: string[]) =>
  wire(`POST ${path}`, [`content-type: ${type}`, ...headers], body);
export const form = (body: string | Buffer, type = "multipart/form-data; boundary=b") => post(body, type, upload);

/** A form of one part. */
export const part = (name: string, content: Buffer | string, type = "application/pdf") =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"; filename="r.pdf"\r\n`),
    Buffer.from(`content-type: ${type}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from("\r\n--b--\r\n"),
  ]);

/** The head of a request that has its body in a form of its own. */
export const create = (...headers: string[]) => wire("POST /v2/user/", headers).toString("latin1");
export const chunked = (body: string) => create(`content-type: ${json}`, "transfer-encoding: chunked") + body;
