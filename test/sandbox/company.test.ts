// The page on running the sandbox for a company: its commands are run as they stand, but for their addresses.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { sandboxCommand } from "../../src/sandbox/command.ts";
import { serveSandbox } from "../../src/sandbox/serve-sandbox.ts";
import { projectDirectory } from "../../src/shared/contract/index.ts";
import { startCommand, startHere } from "../commands.ts";
import { needs, postgresPrograms } from "../run/needs.ts";
import { createDatabase, runSql } from "./postgres.ts";

const page = await readFile(join(projectDirectory, "src/sandbox/OPERATE.md"), "utf8");
const commands = Array.from(page.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block = ""]) =>
  block.trim().split("\n"),
).flat();

/** The words of a command of the page that begins with these. */
function wordsOf(start: string): string[] {
  const command = commands.find((one) => one.startsWith(start));
  if (command === undefined) throw new Error(`The page has no command ${start}.`);
  return command.split(" ").map((word) => word.replaceAll("'", ""));
}

if (needs("PostgreSQL")) {
  test("two commands start a sandbox on a database, a second one on it stands by and takes over, and a dump restores it all", async () => {
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
    await run("createdb --username sandbox sandbox");
    const start = "npx wearable-health-api-tools sandbox --port 4021 --db 'postgres:";
    const first = startCommand("cli.ts", ["sandbox", ...argsOf(start)]);
    onTestFinished(first.stop);
    const [, firstUrl = ""] = await first.printed(/^Sandbox ready at (\S+),/m);
    expect(await created(firstUrl, "kept")).toBe(200);
    const second = startCommand("cli.ts", ["sandbox", ...argsOf(start)]);
    onTestFinished(second.stop);
    await expect.poll(() => second.output.stderr).toContain("another sandbox uses the database");
    await run("pg_dump");
    await first.stop();
    expect(await first.ended).toBe(0);
    const [, secondUrl = ""] = await second.printed(/^Sandbox ready at (\S+),/m);
    expect(await created(secondUrl, "kept")).toBe(400);
    await second.stop();
    expect(await second.ended).toBe(0);
    await run("createdb --username sandbox restored");
    await run("pg_restore");
    const restored = await startHere(sandboxCommand, argsOf(start, "restored"));
    const [, url = ""] = await restored.printed(/^Sandbox ready at (\S+),/m);
    expect(await found(url, "kept")).toBe(200);
    expect(await restored.stop()).toBe(0);
  });
}

test("a backup of a sandbox that was killed has everything", async () => {
  const directory = await mkdtemp(join(tmpdir(), "company-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const killed = startCommand("cli.ts", ["sandbox", "--port", "0", "--db", join(directory, "sandbox.db")]);
  const [, url = ""] = await killed.printed(/^Sandbox ready at (\S+),/m);
  expect(await created(url, "kept")).toBe(200);
  killed.child.kill("SIGKILL");
  await killed.ended;
  for (const line of commands.filter((one) => /^(mkdir|cp) /.test(one))) {
    await promisify(execFile)("sh", ["-c", line], { cwd: directory });
  }
  const restored = await serveSandbox({ port: 0, db: join(directory, "backup", "sandbox.db") });
  expect(await found(restored.url ?? "", "kept")).toBe(200);
  await restored.close();
});

const headers = { "x-service-api-key": "sk_demo_team", "content-type": "application/json" };

async function created(url: string, client_user_id: string): Promise<number> {
  return (await fetch(`${url}/v2/user/`, { method: "POST", headers, body: JSON.stringify({ client_user_id }) })).status;
}

async function found(url: string, client_user_id: string): Promise<number> {
  return (await fetch(`${url}/v2/user/resolve/${client_user_id}`, { headers })).status;
}
