// Nothing of a value is found in a recording, in what the proxy and listen print, or on the disk, wherever it was planted.
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { mockCommand } from "../../../src/pipeline/mock/command.ts";
import { readContract } from "../../../src/tools/contract/index.ts";
import { Recorder } from "../../../src/tools/recording/index.ts";
import { listenOnLoopback } from "../../../src/tools/terminal/index.ts";
import { startHere } from "../../commands.ts";
import { depth } from "../../run/depth.ts";
import { type Played, places } from "./places.ts";
import { found, kindNames, secretOf } from "./planted.ts";

const contract = await readContract();
const directory = mkdtempSync(join(tmpdir(), "redaction-"));
afterAll(() => rmSync(directory, { recursive: true }));

/** A secret for each place, of another kind each time that the places are gone through. */
function plantedIn(rounds: number) {
  return Array.from({ length: rounds }, (_, round) =>
    Object.entries(places).map(([place, play], index) => {
      const kind = kindNames[(index * 3 + round) % kindNames.length] ?? "";
      const secret = secretOf(kind, round * 100 + index);
      return { place, secret, played: play(secret) };
    }),
  ).flat();
}

/** The places whose secrets stand in a text. */
function foundOf(planted: readonly { readonly place: string; readonly secret: string }[], text: string): string[] {
  const secrets = new Set(
    found(
      planted.map(({ secret }) => secret),
      text,
    ),
  );
  return planted.filter(({ secret }) => secrets.has(secret)).map(({ place, secret }) => `${place}: ${secret}`);
}

const files = () => readdirSync(directory).map((name) => readFileSync(join(directory, name), "latin1"));
const both = (text: string) => text + Buffer.from(text, "latin1").toString();

test.each(kindNames)("a secret that is a %s is found where it is", (kind) => {
  const secret = secretOf(kind, 12);
  for (const text of [
    secret,
    encodeURIComponent(secret),
    JSON.stringify({ a: secret }),
    Buffer.from(`a: ${secret}`).toString("base64"),
  ]) {
    expect(found([secret], `{"body":"${text}"}`)).toEqual([secret]);
  }
});

const asJson: NonNullable<Played["answerHeaders"]> = [["content-type", "application/json"]];

/** A server that answers as it is played. */
async function playing() {
  let now: Played = {};
  const server = createServer((incoming, response: ServerResponse) => {
    incoming.resume().on("end", () => {
      const { status = 200, statusText, answerHeaders = asJson, answer = "{}" } = now;
      const trailers = now.trailers ?? [];
      for (const [name, value] of answerHeaders) response.setHeader(name, value);
      if (trailers.length > 0) response.setHeader("trailer", "x-checked-by");
      response.writeHead(status, statusText ?? "OK");
      response.write(answer);
      response.addTrailers(Object.fromEntries(trailers));
      response.end();
    });
  });
  const url = await listenOnLoopback(server, 0, "a server", "Try again.");
  return {
    url,
    play: (next: Played) => {
      now = next;
    },
    close: () => server.close(),
  };
}

async function call(url: string, { method = "GET", target = "/v2/providers/", headers = [], body }: Played) {
  const { hostname, port } = new URL(url);
  const outgoing = httpRequest({ hostname, port, method, path: target, agent: false });
  for (const [name, value] of headers) outgoing.setHeader(name, value);
  outgoing.end(body);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  await answer.toArray();
}

test("of 200 secrets in every place of an exchange none is found in the recording of a proxy, or in its output", async () => {
  const upstream = await playing();
  const file = join(directory, "proxy.jsonl");
  const command = await startHere(mockCommand, ["--port", "0", "--proxy", upstream.url, "--record", file]);
  const [, url = ""] = await command.printed(/^Proxy ready at (\S+),/m);
  const planted = plantedIn(3);
  expect(planted.length).toBeGreaterThanOrEqual(200);
  for (const { played } of planted) {
    upstream.play(played);
    await call(url, played);
  }
  await command.stop();
  upstream.close();
  const text = readFileSync(file, "utf8");
  expect(text.split("\n").filter((line) => line.startsWith('{"exchange"'))).toHaveLength(planted.length);
  const all = [text, command.output.stdout, command.output.stderr, ...files()].map(both).join("\n");
  expect(foundOf(planted, all)).toEqual([]);
});

/** Records what is played without a network. */
async function recordedTexts(name: string, plays: readonly Played[]): Promise<string> {
  const file = join(directory, name);
  const recorder = new Recorder(file, contract, "proxy");
  for (const { method = "GET", target = "/v2/providers/", headers = [], body = "", ...rest } of plays) {
    const { status = 200, answerHeaders = asJson, answer = "{}" } = rest;
    await recorder.exchange({
      method,
      target,
      request: { headers, body: Buffer.from(body) },
      response: { status, headers: answerHeaders, body: Buffer.from(answer) },
    });
  }
  recorder.close();
  const text = readFileSync(file, "utf8");
  rmSync(file);
  return text;
}

describe("a recording", () => {
  test("holds no secret of any kind from any place", async () => {
    const planted = Object.entries(places).flatMap(([place, play], index) =>
      kindNames.map((kind, at) => {
        const secret = secretOf(kind, index * 20 + at);
        return { place, kind, secret, played: play(secret) };
      }),
    );
    const text = both(
      await recordedTexts(
        "all",
        planted.map(({ played }) => played),
      ),
    );
    expect(foundOf(planted, text)).toEqual([]);
  });

  test("holds nothing of any text in any place", async () => {
    const names = Object.keys(places);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...names), fc.string({ unit: "binary", minLength: 8, maxLength: 60 })), {
          minLength: 1,
          maxLength: 20,
        }),
        async (planted) => {
          // A digit and a space or sign, as no word of a recording has together
          const secrets = planted.map(([place, text]) => [place, `7${text.toWellFormed()} 4$`] as const);
          const text = await recordedTexts(
            "some",
            secrets.map(([place, secret]) => places[place]?.(secret) ?? {}),
          );
          expect(
            found(
              secrets.map(([, secret]) => secret),
              both(text),
            ),
          ).toEqual([]);
        },
      ),
      { numRuns: depth(40, 1000) },
    );
  });
});
