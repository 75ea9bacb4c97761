// The clients of the bench of shared sandboxes, as a process of its own: each places orders in a world of its own, by turns at all instances.
import { connect } from "node:net";

/** What the process is asked to do. */
interface Task {
  readonly urls: readonly string[];
  /** One for each client. */
  readonly apiKeys: readonly string[];
  readonly calls: number;
}

/** Of the write that is sent. */
const body = JSON.stringify({ patient_address: { access_notes: "Side entrance." }, clinical_comments: "Fasting." });

/** A client goes round the instances: a connection to each, and a call at a time. */
async function send({ urls, calls }: Task, apiKey: string, first: number, milliseconds: number[]): Promise<void> {
  const head = `POST /v3/order HTTP/1.1\r\nhost: sandbox\r\nx-service-api-key: ${apiKey}\r\ncontent-type: application/json`;
  const bytes = Buffer.from(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  const sockets = urls.map((url) => connect(Number(new URL(url).port), "127.0.0.1").setNoDelay());
  try {
    for (let call = 0; call < calls; call += 1) {
      const socket = sockets[(first + call) % sockets.length];
      if (socket === undefined) throw new Error("Expected at least one instance, found none.");
      const begin = performance.now();
      await answerOf(socket, bytes);
      milliseconds.push(performance.now() - begin);
    }
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

function answerOf(socket: ReturnType<typeof connect>, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (chunk: Buffer) => {
      text += chunk.toString("latin1");
      const headEnd = text.indexOf("\r\n\r\n");
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? Number.NaN);
      if (headEnd < 0 || text.length < headEnd + 4 + length) return;
      socket.off("data", onData).off("error", reject);
      if (text.startsWith("HTTP/1.1 200")) resolve();
      else reject(new Error(`A write was answered: ${text}`));
    };
    socket.on("data", onData).once("error", reject).write(bytes);
  });
}

process.on("message", async (task: Task) => {
  const { user, system } = process.cpuUsage();
  const milliseconds: number[] = [];
  const begin = performance.now();
  await Promise.all(task.apiKeys.map((apiKey, client) => send(task, apiKey, client, milliseconds)));
  const seconds = (performance.now() - begin) / 1000;
  const after = process.cpuUsage();
  const cpuSeconds = (after.user + after.system - user - system) / 1e6;
  milliseconds.sort((a, b) => a - b);
  const slowest = milliseconds[Math.floor(milliseconds.length * 0.99)];
  process.send?.({ seconds, cpuSeconds, slowest });
});
process.on("disconnect", () => process.exit());
