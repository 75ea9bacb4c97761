// Two test suites use two sandboxes on one PostgreSQL at once, through a load balancer that knows nothing, and one sandbox is ended.
import { once } from "node:events";
import { Agent, createServer, request } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { listenOnLoopback } from "../../../src/tools/terminal/index.ts";
import { type RunningCommand, startCommand } from "../../commands.ts";
import { needs } from "../../run/needs.ts";
import { databaseForTest } from "./postgres.ts";
import { runSuite, type Seen } from "./team-suite.ts";

/** Sends each call to the next address; a call that nobody took goes to the one after it, and one that broke off is broken off. */
async function startBalancer(urls: readonly string[], onSent: (call: { method: string; url: string }) => void) {
  let next = 0;
  const agent = new Agent({ keepAlive: false });
  const server = createServer(async (asked, answered) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk);
    const { method = "", url: path = "", headers } = asked;
    const first = next++;
    const send = (attempt: number) => {
      const url = urls[(first + attempt) % urls.length] ?? "";
      const passed = request(`${url}${path}`, { method, headers, agent }, (answer) => {
        answered.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(answered);
        answer.on("error", () => answered.destroy());
      });
      passed.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED" && attempt + 1 < urls.length) send(attempt + 1);
        else answered.destroy();
      });
      passed.on("finish", () => onSent({ method, url }));
      passed.end(Buffer.concat(chunks));
    };
    send(0);
  });
  const url = await listenOnLoopback(server, 0, "the load balancer", "Try again.");
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  });
  return url;
}

describe.runIf(needs("PostgreSQL"))("on one PostgreSQL", () => {
  test.each(["SIGKILL", "SIGTERM"] as const)(
    "two test suites do not notice that one of two sandboxes ends by %s in the middle of their calls",
    async (signal) => {
      const db = await databaseForTest();
      const sandboxes = [1, 2].map(() => startCommand("tools/cli.ts", ["sandbox", "--port", "0", "--db", db]));
      onTestFinished(async () => {
        for (const { child } of sandboxes) child.kill("SIGKILL");
        await Promise.all(sandboxes.map(({ ended }) => ended));
      });
      const ready = sandboxes.map(async ({ printed }) => (await printed(/^Sandbox ready at (\S+),/m))[1] ?? "");
      const urls = await Promise.all(ready);
      const [ending] = sandboxes as [RunningCommand];
      let rounds = 0;
      let isEnding = false;
      const balancer = await startBalancer(urls, ({ method, url }) => {
        // A call that changes something is on its way to it
        if (rounds < 2 || isEnding || method === "GET" || url !== urls[0]) return;
        isEnding = true;
        ending.child.kill(signal);
      });
      const suite = async (branch: string) => {
        const seen: Seen[] = [];
        for (let left = 2; left > 0; ) {
          seen.push(await runSuite(balancer, `${branch}-${seen.length}`));
          rounds += 1;
          if (isEnding) left -= 1;
        }
        return seen;
      };
      const seen = (await Promise.all([suite("feature-login"), suite("feature-orders")])).flat();
      expect(await ending.ended).toBe(signal === "SIGTERM" ? 0 : null);
      const [first] = seen;
      expect(first).toMatchObject({ scores: [81, 82, 83, 84], job: "completed", story: [415], isInOrder: true });
      expect(first?.["arrived"]).toEqual(first?.["emitted"]);
      for (const one of seen) expect(one).toEqual(first);
    },
  );
});
