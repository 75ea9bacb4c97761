// `learn` on each departure alone, and on noise.
import { beforeAll, describe, expect, test } from "vitest";
import type { RecordedExchange } from "../../../src/pipeline/learn/recording/recording.ts";
import { seededRandom } from "../../../src/tools/events/index.ts";
import { contract } from "../../tools/verify/gallery/routes.ts";
import { asked, learnFrom } from "./learned.ts";
import { type Exchange, recordAs, trafficWith } from "./recorded.ts";
import { type Departure, departures, together } from "./servers/index.ts";

const all = together(departures.filter(({ isHidden }) => isHidden !== true));
let ofSandbox: readonly string[];
let traffic: readonly Exchange[];

beforeAll(async () => {
  traffic = await trafficWith();
  ofSandbox = asked(await learnFrom(contract, await recordAs(traffic)));
});

// All of them together are in the quick test, with the calls that they lead to: one in three stands for itself, too
const alone = departures.filter(({ isHidden }, index) => index % 3 === 0 || isHidden === true);

describe("learn says exactly what a server shows that", () => {
  test.each(alone.map((departure) => [departure.name, departure] as const))("%s", async (_, departure) => {
    const found = asked(await learnFrom(contract, await recordAs(traffic, departure)));
    expect(found.filter((one) => !ofSandbox.includes(one)).sort()).toEqual([...departure.shows].sort());
  });
});

describe("noise contradicts nothing:", () => {
  test("5 % of the exchanges are faulty", async () => {
    const random = seededRandom(5);
    const lines = (await recordAs(traffic)).map((line) =>
      "exchange" in line && random() < 0.05 ? broken(line, random) : line,
    );
    const findings = await learnFrom(contract, lines);
    expect(findings.filter(({ verdict }) => verdict === "contradicted")).toEqual([]);
    // What has to be so in every answer cannot be confirmed by them; the rest can
    expect(findings.filter(({ verdict }) => verdict === "confirmed").length).toBeGreaterThan(50);
  });

  test("one user is odd", async () => {
    let odd: unknown;
    const isOdd = (id: unknown) => odd !== undefined && id === odd;
    const ofOne: Departure = {
      ...all,
      answer(answer, call) {
        const chosen = call.path["client_user_id"] ?? Reflect.get(Object(call.body), "client_user_id");
        if (chosen === "day-3") odd ??= Reflect.get(Object(answer.body), "user_id");
        return chosen === "day-3" || isOdd(call.path["user_id"]) || isOdd(call.query["user_id"])
          ? (all.answer?.(answer, call) ?? answer)
          : answer;
      },
    };
    const found = asked(await learnFrom(contract, await recordAs(traffic, ofOne)));
    expect(found.filter((one) => !ofSandbox.includes(one))).toEqual([]);
  });
});

/** An exchange as a faulty server, or a proxy before it, answers it. */
function broken(line: RecordedExchange, random: () => number): RecordedExchange {
  const { response, ...rest } = line;
  if (response === undefined) return line;
  const { body, ...answer } = response;
  const isRecord = typeof body === "object" && !Array.isArray(body);
  const names = isRecord ? Object.keys(body) : [];
  const name = names[Math.floor(random() * names.length)];
  const faults: (() => RecordedExchange)[] = [
    () => ({ ...rest, response: { status: 500, type: "text/html", body: "unreadable" } }),
    () => ({ ...rest, response: { status: 502, body: "absent" } }),
    () => rest,
    () => ({ ...rest, response: { ...answer, body: "unreadable" } }),
    () => ({
      ...rest,
      response: { ...answer, body: isRecord && name !== undefined ? { ...body, [name]: "null" } : "null" },
    }),
    () => {
      const left = isRecord ? Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)) : "string short";
      return { ...rest, response: { ...answer, body: left } };
    },
  ];
  return faults[Math.floor(random() * faults.length)]?.() ?? line;
}
