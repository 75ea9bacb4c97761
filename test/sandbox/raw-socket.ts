// Sends bytes as they are over a socket, and reads what comes back until the connection is closed.
import { connect, type Socket } from "node:net";

/** What came back. */
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
