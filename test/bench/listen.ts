// What `listen` adds to the delivery of an event: the same events, sent to a receiver and through `listen` to it, in turns.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { showProgress } from "../../src/tools/terminal/index.ts";

const [rounds, warmUps, eventsPerRound] = [7, 3, 500];

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Measures and prints. It is no test: no time makes it fail. */
export async function measureListen(): Promise<void> {
  const children: ChildProcess[] = [];
  const start = async (...args: string[]): Promise<string> => {
    const child = fork(join(import.meta.dirname, "listen-server.ts"), args, { stdio: "inherit" });
    children.push(child);
    const [{ url }] = await once(child, "message");
    return String(url);
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const direct = await start("receiver");
    const through = await start("listen", direct, secret);
    const times = { direct: [] as number[], through: [] as number[] };
    for (let round = -warmUps; round < rounds; round += 1) {
      for (const [name, url] of [["direct", direct] as const, ["through", through] as const]) {
        const done = showProgress(`Events, ${name}`);
        const taken = await timesOf(url, `${name}-${round}`, agent).finally(done);
        if (round >= 0) times[name].push(...taken);
      }
    }
    const at = (name: keyof typeof times, share: number) =>
      times[name].sort((a, b) => a - b)[Math.floor(times[name].length * share)] ?? Number.NaN;
    process.stdout.write(`\nDelivering an event, one after the other (${rounds * eventsPerRound} each way)\n`);
    for (const [title, share] of [["median", 0.5] as const, ["99 in 100", 0.99] as const]) {
      const [alone, added] = [at("direct", share), at("through", share) - at("direct", share)];
      const ratio = ((alone + added) / alone).toFixed(1);
      process.stdout.write(
        `  ${title.padEnd(10)} directly ${alone.toFixed(2)} ms, through listen ${(alone + added).toFixed(2)} ms: ${ratio}x, ${added.toFixed(2)} ms more\n`,
      );
    }
  } finally {
    agent.destroy();
    for (const child of children) child.kill();
  }
}

/** How long each event takes until it is acknowledged, in milliseconds. */
async function timesOf(url: string, round: string, agent: Agent): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < eventsPerRound; index += 1) {
    const id = `msg_${round}_${index}`;
    const body = JSON.stringify({
      event_type: "daily.data.steps.updated",
      user_id: "00000000-0000-4000-8000-000000000000",
      data: { source: { provider: "demo_band", type: "watch" }, day: "2026-03-02", steps: index },
    });
    const at = new Date();
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, body),
    };
    const start = performance.now();
    const sent = request(url, { method: "POST", headers, agent });
    sent.end(body);
    const [response] = await once(sent, "response");
    for await (const _ of response);
    times.push(performance.now() - start);
    if (response.statusCode !== 204) throw new Error(`${url} answered ${response.statusCode}.`);
  }
  return times;
}
