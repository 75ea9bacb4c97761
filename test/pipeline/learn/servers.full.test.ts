// `learn` on each departure alone, on noise, and around the whole circle: after its edits the contract is true.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { soundBundle } from "../../../src/pipeline/bundle/index.ts";
import { applyGroup, planEdits } from "../../../src/pipeline/learn/edit/index.ts";
import type { Proposal } from "../../../src/pipeline/learn/proposal.ts";
import { contractRoot, projectDirectory, randomOf, readContract } from "../../../src/tools/contract/index.ts";
import type { RecordedExchange } from "../../../src/tools/recording/index.ts";
import type { RecordingLine } from "../../../src/tools/recording/recording.ts";
import { allFindings, verifyInProcess } from "../../tools/verify/gallery/faults/run.ts";
import { editsOf, learnFrom, targetOf, textOf } from "./learned.ts";
import { departing, record, recordAs, type Traffic, trafficWith } from "./recorded.ts";
import { type Departure, departures, together } from "./servers/index.ts";

const all = together(departures.filter(({ isHidden }) => isHidden !== true));
let ofSandbox: ReadonlyMap<string, Proposal>;
let traffic: Traffic;
/** Of the server with all departures. */
let ofAll: readonly RecordingLine[];

beforeAll(async () => {
  traffic = await trafficWith();
  ofSandbox = editsOf(await learnFrom([await recordAs(traffic)]));
  ofAll = await record(all);
});

/** The edits that a recording leads to and the sandbox does not. */
async function editsBeyondSandbox(...recordings: readonly (readonly RecordingLine[])[]): Promise<Proposal[]> {
  const known = new Set([...ofSandbox.values()].map(targetOf));
  const found = editsOf(await learnFrom(recordings));
  return [...found.values()].filter((edit) => !known.has(targetOf(edit)));
}

// All of them together are in the quick test, with the calls that they lead to: one in three stands for itself, too
const alone = departures.filter(({ isHidden }, index) => index % 3 === 0 || isHidden === true);

describe("learn proposes exactly the edits of a server that", () => {
  test.each(alone.map((departure) => [departure.name, departure] as const))("%s", async (_, departure) => {
    const isOnlyHere = departure.isHidden === true;
    const lines = isOnlyHere ? await record(departure) : await recordAs(traffic, departure);
    const edits = await editsBeyondSandbox(lines);
    expect(edits.map(textOf).sort()).toEqual(departure.proposals.map(textOf).sort());
  });
});

/** Without those that the sandbox does not contradict: its hours are null, and its events have no `is_final`. */
const other = together(
  departures.filter(({ isHidden, name }) => isHidden !== true && !/opening hours|is_final/.test(name)),
);

/** Is an edit true of the sandbox and of the server with all departures? It says of no answer that it must not be. */
function isTrueOfBoth(edit: Proposal): boolean {
  switch (edit.kind) {
    case "require":
      return !edit.required;
    case "nullable":
      return edit.nullable;
    case "add-field":
      return !edit.required;
    case "add-status":
    case "add-header":
    case "add-value":
      return true;
    default:
      return false;
  }
}

describe("noise leads to no wrong edit:", () => {
  test("5 % of the exchanges are faulty", async () => {
    const random = randomOf(5);
    const lines = ofAll.map((line) => ("exchange" in line && random() < 0.05 ? broken(line, random) : line));
    const wanted = new Set(all.proposals.map(textOf));
    const edits = (await editsBeyondSandbox(lines)).map(textOf);
    expect(edits.filter((edit) => !wanted.has(edit))).toEqual([]);
    // What has to be so in every answer cannot be learned from them; the rest can
    expect(edits.length).toBeGreaterThan(0.9 * wanted.size);
  });

  test("two versions answer in turn", async () => {
    const random = randomOf(2);
    const inTurn: Departure = {
      ...other,
      answer: (answer, call) => (random() < 0.5 ? (other.answer?.(answer, call) ?? answer) : answer),
      event: (event) => (random() < 0.5 ? (other.event?.(event) ?? event) : event),
    };
    const edits = await editsBeyondSandbox(await record(inTurn));
    expect(edits.filter((edit) => !isTrueOfBoth(edit)).map(textOf)).toEqual([]);
  });

  test("the server changes its version in the middle", async () => {
    const edits = await editsBeyondSandbox(await recordAs(traffic), await record(other));
    expect(edits.filter((edit) => !isTrueOfBoth(edit)).map(textOf)).toEqual([]);
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
      event: (event) => (isOdd(event["user_id"]) ? (all.event?.(event) ?? event) : event),
    };
    expect((await editsBeyondSandbox(await record(ofOne))).map(textOf)).toEqual([]);
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

test("after the edits `verify --strict` finds nothing in a server with all departures that can be seen side by side", async () => {
  const directory = await mkdtemp(join(tmpdir(), "circle-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const root = join(directory, "openapi", "openapi.yaml");
  await cp(dirname(contractRoot), dirname(root), { recursive: true });
  for (const name of ["redocly.yaml", ".redocly.lint-ignore.yaml"]) {
    await cp(join(projectDirectory, name), join(directory, name));
  }
  const { groups, dropped } = await planEdits(await learnFrom([ofAll]), root);
  for (const group of groups) applyGroup(group, root);
  const { document } = await soundBundle(root);
  const { report, crashes } = await verifyInProcess(await departing(all), {
    contract: await readContract(document),
  });
  expect(crashes).toEqual([]);
  const found = allFindings(report).map(({ verdict, check, message }) => `${verdict} ${check}: ${message}`);
  expect([...found, ...dropped.map(({ reason }) => `dropped: ${reason}`)]).toEqual([]);
});
