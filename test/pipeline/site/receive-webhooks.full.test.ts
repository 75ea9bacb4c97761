// The receivers that the guide shows, in each framework, against the sandbox: what is signed is accepted, what is not is refused.
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { startSandbox } from "../../../src/tools/sandbox/start-sandbox.ts";
import { startCommand } from "../../commands.ts";
import { matrixPackage, needs } from "../../run/needs.ts";
import { compile, installPackage, quickCompiler } from "../build/installed.ts";

const secret = "whsec_cmVjZWl2ZS13ZWJob29rcy1zZWNyZXQtMDE=";
const user_id = "2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10";
const guide = join(projectDirectory, "src/pipeline/site/guides/receive-webhooks.md");

/** The code under a label of the guide. */
async function codeUnder(label: string): Promise<string> {
  const [, code] = new RegExp(`^\`\`\`ts ${label}.*\\n([^]*?)^\`\`\`$`, "m").exec(await readFile(guide, "utf8")) ?? [];
  if (code === undefined) throw new Error(`The guide has no code under "${label}".`);
  return code;
}

describe.runIf(needs("the packages of test/matrix"))("the receiver of the guide", () => {
  let installed: Awaited<ReturnType<typeof installPackage>>;
  beforeAll(async () => {
    installed = await installPackage();
    const { project } = installed;
    for (const name of ["express", "hono", "@hono", "@types/express"]) {
      await symlink(matrixPackage(name), join(project, "node_modules", name), "dir");
    }
    const files = { receive: "receive.ts", express: "Express", hono: "Hono", next: "Next.js" };
    for (const [name, label] of Object.entries(files))
      await writeFile(join(project, `${name}.ts`), await codeUnder(label));
    const names = Object.keys(files).map((name) => `${name}.ts`);
    const { output } = await compile(project, quickCompiler, "nodenext", names, ".");
    // The types of Hono want those of a browser, too
    expect(output.split("\n").filter((line) => !line.includes("node_modules/hono/"))).toEqual([""]);
    await writeFile(join(project, "next-server.js"), nextServer);
  });
  afterAll(() => installed?.remove());

  test.each(["express", "hono", "next-server"])(
    "%s takes each signed event once, and refuses another signature",
    async (name) => {
      vi.stubEnv("EVENTS_SECRET", secret).stubEnv("PORT", "0");
      const receiver = startCommand(relative(join(projectDirectory, "src"), join(installed.project, `${name}.js`)));
      vi.unstubAllEnvs();
      const sandbox = await startSandbox();
      try {
        const [, port] = await receiver.printed(/Listening .*port: (\d+)/s);
        const url = `http://127.0.0.1:${port}/events`;
        sandbox.endpoints.register({ url, secret });
        sandbox.simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep" });
        await sandbox.settled();
        const id = sandbox.deliveries.list()[0]?.id ?? 0;
        sandbox.deliveries.resend(id);
        await sandbox.settled();
        expect(sandbox.deliveries.attempts(id).map(({ status }) => status)).toEqual([204, 204]);
        expect(receiver.output.stdout.match(/daily\.data\..*/g)).toEqual(["daily.data.sleep.created demo_ring"]);

        const signature = {
          "webhook-id": "evt_1",
          "webhook-timestamp": `${Date.now() / 1000}`,
          "webhook-signature": "v1,AAAA",
        };
        const headers = { "content-type": "application/json", ...signature };
        expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(400);
      } finally {
        await sandbox.close();
        await receiver.stop();
      }
    },
  );
});

/** Calls the exported function as Next.js does. */
const nextServer = `
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { POST } from "./next.js";
createServer(async (request, response) => {
  const { method, headers } = request;
  const answer = await POST(new Request("http://127.0.0.1/events", { method, headers, body: await text(request) }));
  response.writeHead(answer.status).end();
}).listen(0, "127.0.0.1", function () { console.log("Listening", this.address()); });
`;
