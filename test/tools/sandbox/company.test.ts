// The page on running the sandbox for a company: its commands are run as they stand, but for their addresses, and its container files hold to what it says.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { projectDirectory } from "../../../src/tools/contract/index.ts";
import { sandboxCommand } from "../../../src/tools/sandbox/command.ts";
import { serveSandbox } from "../../../src/tools/sandbox/serve-sandbox.ts";
import { type RunningCommand, startCommand, startHere } from "../../commands.ts";
import { installPackage } from "../../pipeline/build/installed.ts";
import { needs, postgresPrograms } from "../../run/needs.ts";
import { createDatabase, runSql } from "./postgres.ts";

const page = await readFile(join(projectDirectory, "src/tools/sandbox/OPERATE.md"), "utf8");
const commands = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = ""]) =>
  block.trim().split("\n"),
).flat();
const deployed = join(projectDirectory, "src/tools/sandbox/deploy");

/** The words of a command of the page that begins with these. */
function wordsOf(start: string): string[] {
  const command = commands.find((one) => one.startsWith(start));
  if (command === undefined) throw new Error(`The page has no command ${start}.`);
  return command.split(" ").map((word) => word.replaceAll("'", ""));
}

test.runIf(needs("PostgreSQL"))(
  "three commands start two instances on one database, each has what the other received, and a dump restores it all",
  async () => {
    const maintenance = new URL(await createDatabase());
    onTestFinished(async () => {
      // Named as on the page, hence in the way of the next run of who watches
      for (const name of ["sandbox", "restored"]) await runSql(maintenance.href, `DROP DATABASE IF EXISTS ${name}`);
    });
    const directory = await mkdtemp(join(tmpdir(), "company-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const databaseOf = (name: string) => {
      const url = new URL(maintenance);
      url.pathname = `/${name}`;
      return url.href;
    };
    /** Runs a command of PostgreSQL, in the place of the page's address. */
    const run = async (start: string) => {
      const [program = "", ...words] = wordsOf(start).map((word) =>
        word.startsWith("postgres://") ? databaseOf(word.split("/").at(-1) ?? "") : word,
      );
      const env = { ...process.env, PGHOST: maintenance.searchParams.get("host") ?? "" };
      await promisify(execFile)(join(postgresPrograms() ?? "", program), words, { cwd: directory, env });
    };
    const argsOf = (start: string, database = "sandbox") => {
      const args = wordsOf(start).slice(3);
      const at = (option: string) => args.indexOf(option) + 1;
      args[at("--port")] = "0";
      args[at("--db")] = databaseOf(database);
      return args;
    };
    const ready = async ({ printed }: Pick<RunningCommand, "printed">) =>
      (await printed(/^Sandbox ready at (\S+),/m))[1] ?? "";
    await run("createdb --username sandbox sandbox");
    const npx = "npx wearable-health-api-tools sandbox --port";
    const first = startCommand("tools/cli.ts", ["sandbox", ...argsOf(`${npx} 4021`)]);
    onTestFinished(first.stop);
    const second = await startHere(sandboxCommand, argsOf(`${npx} 4022`));
    const [firstUrl, secondUrl] = await Promise.all([ready(first), ready(second)]);
    expect(await created(firstUrl, "from-the-first")).toBe(200);
    expect(await created(secondUrl, "from-the-second")).toBe(200);
    await first.stop();
    expect(await first.ended).toBe(0);
    expect(await found(secondUrl, "from-the-first")).toBe(200);
    await run("pg_dump");
    expect(await second.stop()).toBe(0);
    await run("createdb --username sandbox restored");
    await run("pg_restore");
    const restored = await startHere(sandboxCommand, argsOf(`${npx} 4021`, "restored"));
    const url = await ready(restored);
    expect([await found(url, "from-the-first"), await found(url, "from-the-second")]).toEqual([200, 200]);
    expect(await restored.stop()).toBe(0);
  },
);

test("a copy of the file of a sandbox that was stopped has everything", async () => {
  const directory = await mkdtemp(join(tmpdir(), "company-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const [, from = "", to = ""] = wordsOf("cp ").map((word) => join(directory, word));
  const sandbox = await serveSandbox({ port: 0, db: from });
  expect(await created(sandbox.url ?? "", "kept")).toBe(200);
  expect(await sandbox.stop({ withinMs: 60_000, acceptMs: 0 })).toBe(true);
  await copyFile(from, to);
  await rm(from);
  const again = await serveSandbox({ port: 0, db: to });
  expect(await found(again.url ?? "", "kept")).toBe(200);
  await again.close();
});

/** An instruction of the Containerfile in its last stage, as it is written. */
async function instruction(name: string): Promise<string> {
  const text = await readFile(join(deployed, "Containerfile"), "utf8");
  const found = new RegExp(`^${name} (.+)$`, "m").exec(text.slice(text.lastIndexOf("FROM ")));
  if (found === null) throw new Error(`The Containerfile has no ${name}.`);
  return found[1] ?? "";
}

test("the command of the container starts from what its build has installed, its health check answers, and SIGTERM stops it", async () => {
  const installed = await installPackage();
  onTestFinished(() => installed.remove());
  const app = await mkdtemp(join(tmpdir(), "container-"));
  onTestFinished(() => rm(app, { recursive: true }));
  // As COPY does, of what `npm install` of the tarballs makes
  await cp(join(installed.project, "node_modules"), join(app, "node_modules"), { recursive: true });
  const port = await freePort();
  const [program, ...words] = JSON.parse(await instruction("ENTRYPOINT")) as string[];
  expect(program).toBe("node");
  const child = spawn(process.execPath, [...words, "--port", String(port), "--log", "json"], {
    cwd: app,
    env: {},
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = await once(child.stdout, "data");
  expect(JSON.parse(String(line))).toMatchObject({ message: `Sandbox ready at http://127.0.0.1:${port}` });
  const [, ...probe] = JSON.parse((await instruction("HEALTHCHECK")).replace(/^.*?CMD /, "")) as string[];
  const healthy = () =>
    promisify(execFile)(
      process.execPath,
      probe.map((word) => word.replace("4020", String(port))),
    ).then(
      () => true,
      () => false,
    );
  expect(await healthy()).toBe(true);
  child.kill((await instruction("STOPSIGNAL")) as NodeJS.Signals);
  expect(await ended).toEqual([0, null]);
  expect(await healthy()).toBe(false);
});

interface Service {
  readonly image: string;
  readonly user: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
}

test("every container has a pinned image, a user without rights and a read-only file system, and no secret", async () => {
  const text = await readFile(join(deployed, "compose.yaml"), "utf8");
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  expect(Object.keys(services)).toEqual(["postgres", "sandbox-1", "sandbox-2", "load-balancer"]);
  const containerfile = await readFile(join(deployed, "Containerfile"), "utf8");
  const bases = Array.from(containerfile.matchAll(/^FROM (\S+)/gm), ([, image = ""]) => image);
  const images = [...Object.values(services).map(({ image }) => image), ...bases];
  for (const image of images.filter((one) => !one.startsWith("localhost/"))) {
    expect(image).toMatch(/^docker\.io\/library\/[a-z]+:\d+\.\d+(\.\d+)?(-slim)?$/);
  }
  const { devDependencies } = JSON.parse(await readFile(join(projectDirectory, "package.json"), "utf8"));
  expect(bases).toEqual([bases[0], `docker.io/library/node:${devDependencies.node}-slim`]);
  expect(await instruction("USER")).toBe("1000:1000");
  for (const service of Object.values(services)) {
    expect(service).toMatchObject({
      user: expect.stringMatching(/^[1-9]\d+:[1-9]\d+$/),
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  }
  const published = Object.entries(services).filter(([, { ports }]) => ports !== undefined);
  expect(published).toEqual([["load-balancer", expect.objectContaining({ ports: ["127.0.0.1:4020:4020"] })]]);
  expect(text.match(/PASSWORD: .*/g)).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/PASSWORD: "\$\{POSTGRES_PASSWORD:\?[^}]+\}"/)),
  );
  expect(containerfile).not.toMatch(/^(ENV|ARG|ADD)\b/m);
});

test("the load balancer asks the instances of the compose file whether they are ready, on their port", async () => {
  const text = await readFile(join(deployed, "haproxy.cfg"), "utf8");
  expect(text).toContain("option httpchk GET /ready\n");
  expect(Array.from(text.matchAll(/^ {2}server (\S+) (\S+)$/gm), ([, ...found]) => found)).toEqual([
    ["sandbox-1", "sandbox-1:4020"],
    ["sandbox-2", "sandbox-2:4020"],
  ]);
});

const headers = { "x-service-api-key": "sk_demo_team", "content-type": "application/json" };

async function created(url: string, client_user_id: string): Promise<number> {
  return (await fetch(`${url}/v2/user/`, { method: "POST", headers, body: JSON.stringify({ client_user_id }) })).status;
}

async function found(url: string, client_user_id: string): Promise<number> {
  return (await fetch(`${url}/v2/user/resolve/${client_user_id}`, { headers })).status;
}

/** A port that was free a moment ago: the container's is given, and its probe has to know it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
