// Nothing of a value is found in what is recorded of an exchange, wherever it was planted.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Capture } from "../../../../src/pipeline/learn/recording/capture.ts";
import { readContract } from "../../../../src/tools/contract/index.ts";
import { depth } from "../../../run/depth.ts";
import { type Played, places } from "./places.ts";
import { found, kindNames, secretOf } from "./planted.ts";

const contract = await readContract();

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

/** Records what is played without a network. */
async function recordedTexts(plays: readonly Played[]): Promise<string> {
  const capture = new Capture(contract);
  let text = "";
  for (const { method = "GET", target = "/v2/providers/", headers = [], body = "", ...rest } of plays) {
    const { status = 200, answerHeaders = asJson, answer = "{}" } = rest;
    const recorded = await capture.exchange({
      method,
      target,
      request: { headers, body: Buffer.from(body) },
      response: { status, headers: answerHeaders, body: Buffer.from(answer) },
    });
    text += JSON.stringify(recorded);
  }
  return text;
}

describe("what is recorded", () => {
  test("holds no secret of any kind from any place", async () => {
    const planted = Object.entries(places).flatMap(([place, play], index) =>
      kindNames.map((kind, at) => {
        const secret = secretOf(kind, index * 20 + at);
        return { place, kind, secret, played: play(secret) };
      }),
    );
    const text = both(await recordedTexts(planted.map(({ played }) => played)));
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
          const text = await recordedTexts(secrets.map(([place, secret]) => places[place]?.(secret) ?? {}));
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
