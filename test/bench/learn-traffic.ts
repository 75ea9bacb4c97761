// Records the traffic that the bench of `learn` measures, in a process of its own: `learn-traffic.ts record|har FILE COUNT`.
import { closeSync, openSync, writeSync } from "node:fs";
import { type Contract, readContract } from "../../src/tools/contract/index.ts";
import { type Exchange, Recorder } from "../../src/tools/recording/index.ts";

const users = 2_000;

const [kind = "", file = "", count = ""] = process.argv.slice(2);
const contract = await readContract();
if (kind === "har") writeHar(file);
else await record(file);

async function record(file: string): Promise<void> {
  const recorder = new Recorder(file, contract, "proxy");
  for (const exchange of exchanges(contract, Number(count))) await recorder.exchange(exchange);
  recorder.close();
}

function writeHar(file: string): void {
  const descriptor = openSync(file, "w");
  const begin = { startedDateTime: "2026-11-22T12:00:00.000Z", time: 12.5 };
  let separator = '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[\n';
  for (const { method, target, request, response } of exchanges(contract, Number(count))) {
    const sent = request.body?.toString() ?? "";
    const entry = {
      ...begin,
      request: {
        method,
        url: `https://api.example.com${target}`,
        headers: pairs(request.headers),
        ...(sent === "" ? {} : { postData: { mimeType: "application/json", text: sent } }),
      },
      response: {
        status: response?.status,
        headers: pairs(response?.headers ?? []),
        content: { mimeType: "application/json", text: response?.body?.toString() ?? "" },
      },
    };
    writeSync(descriptor, separator + JSON.stringify(entry));
    separator = ",\n";
  }
  writeSync(descriptor, "]}}\n");
  closeSync(descriptor);
}

function pairs(headers: Exchange["request"]["headers"]): object[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** Every operation in turn, answered by its examples, of users that come again; all other ids are new each time. */
function* exchanges({ operations }: Contract, count: number): Generator<Exchange> {
  const plays = operations.flatMap(({ method, path, requestBody, responses }) => {
    const sent = jsonOf(requestBody?.bodies[0]?.examples[0]?.value);
    return responses.flatMap(({ status, bodies }) => {
      const examples = bodies[0]?.examples ?? [];
      // Most calls succeed
      const kept = status.startsWith("2") ? examples : examples.slice(0, 1);
      return kept.map(({ value }) => ({ method, path, sent, status: Number(status), answer: jsonOf(value) }));
    });
  });
  for (let number = 0; number < count; number += 1) {
    const play = plays[number % plays.length];
    if (play === undefined) return;
    const user = idOf(number % users);
    let ids = 0;
    const ofUser = (text: string) =>
      text.replace(/(?<="(\w+_)?id":")[^"]*/g, (_, of: string | undefined) => {
        if (of?.endsWith("user_")) return user;
        ids += 1;
        return idOf(1e6 + number * 100 + ids);
      });
    yield {
      method: play.method.toUpperCase(),
      target: play.path.replace(/\{[^}]+\}/g, user),
      request: {
        headers: [
          ["x-service-api-key", "bench"],
          ["content-type", "application/json"],
        ],
        body: Buffer.from(ofUser(play.sent)),
      },
      response: {
        status: play.status,
        headers: [["content-type", "application/json"]],
        body: Buffer.from(ofUser(play.answer)),
      },
    };
  }
}

function jsonOf(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}
