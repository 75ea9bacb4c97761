// What recordings show becomes edits of the contract's files, each of the size of a commit, after which lint is clean.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { applyGroup, type EditGroup, type EditPlan, planEdits } from "../../../src/pipeline/learn/edit/index.ts";
import type { Finding, Proposal } from "../../../src/pipeline/learn/proposal.ts";
import { contractRoot, type OpenWord } from "../../../src/tools/contract/index.ts";

const operation = (path: string, method: string) => `#/paths/${path.replaceAll("/", "~1")}/${method}`;
const resolveUser = operation("/v2/user/resolve/{client_user_id}", "get");
const schema = (name: string, ...fields: string[]) =>
  `#/components/schemas/${name}${fields.map((field) => `/properties/${field}`).join("")}`;

function finding(pointer: string, words: readonly OpenWord[], proposal: Proposal, exchanges = 40): Finding {
  return {
    pointer,
    mark: "x-assumption",
    verdict: proposal.kind === "confirm" ? "confirmed" : "contradicted",
    words,
    message: "The answers say so.",
    evidence: { exchanges, users: 4, date: "2026-11-22" },
    against: 0,
    shownBy: ["a.jsonl:3"],
    proposal,
  };
}

const findings: readonly Finding[] = [
  finding(schema("Order", "events"), ["name"], {
    kind: "rename",
    pointer: schema("Order", "events"),
    name: "history",
  }),
  finding(schema("ClientUserIdConflict", "user_id"), ["place"], {
    kind: "rename",
    pointer: schema("ClientUserIdConflict", "user_id"),
    name: "id",
  }),
  finding("#/components/responses/Unauthorized", ["status"], {
    kind: "change-status",
    pointer: "#/components/responses/Unauthorized",
    status: "403",
  }),
  finding("#/components/responses/InvalidInput", ["status"], {
    kind: "change-status",
    pointer: `${resolveUser}/responses/422`,
    status: "400",
  }),
  finding(`${resolveUser}/responses/200`, ["status"], { kind: "confirm" }, 12),
  finding(`${operation("/v2/providers/", "get")}/responses/200`, ["status"], { kind: "confirm" }, 214),
  finding("#/components/responses/NotFound", ["status"], { kind: "confirm" }),
  // Two answers with one status
  finding(`${operation("/v2/user/", "post")}/responses/422`, ["status"], {
    kind: "change-status",
    pointer: `${operation("/v2/user/", "post")}/responses/422`,
    status: "400",
  }),
  finding("#/components/schemas/Nothing", ["name"], { kind: "confirm" }),
];

describe("the edits of the contract", () => {
  let plan: EditPlan;
  beforeAll(async () => {
    plan = await planEdits(findings);
  });
  const group = (title: string): EditGroup => {
    const found = plan.groups.find((one) => one.title.includes(title));
    if (found === undefined) throw new Error(`Found no group ${title}: ${plan.groups.map((one) => one.title)}`);
    return found;
  };
  const textAfter = (from: EditGroup, path: string) => from.files.find((file) => file.path === path)?.after ?? "";
  /** The lines that a group removes and adds in one file. */
  const changed = (from: EditGroup, path: string) =>
    (from.patch.split(/^(?=--- )/m).find((part) => part.includes(`openapi/${path}\n`)) ?? "")
      .split("\n")
      .filter((line) => /^[-+](?!--|\+\+)/.test(line));

  test("a renamed field has its new name in `required`, in the examples and in the texts beside it, and says why", () => {
    const renamed = group("`events` of Order");
    expect(changed(renamed, "v3/schemas/Order.yaml")).toEqual([
      "-required: [last_event, events]",
      "+required: [last_event, history]",
      "-    description: The latest event. It equals the last item of `events`.",
      "-  events:",
      "+    description: The latest event. It equals the last item of `history`.",
      "+  history:",
      "-      chose: The field is called `events`",
      "-      because: the service speaks of the order's events list without giving its name",
      "-      could_be: under another name",
      "-      leaves_open: [name]",
      "+      chose: The field is called `history`",
      "+      because: recordings show it",
      "+      could_be: under another name in cases that were not recorded",
      "+      leaves_open: []",
      "+      confirmed:",
      "+        name: { exchanges: 40, users: 4, date: 2026-11-22 }",
      "-  chose: '`last_event` and `events` are required, each order has at least one event, and the address and the comments are optional'",
      "+  chose: '`last_event` and `history` are required, each order has at least one event, and the address and the comments are optional'",
      expect.stringContaining("-    the service says that `last_event` equals the last item of `events`"),
      expect.stringContaining("+    the service says that `last_event` equals the last item of `history`"),
    ]);
    expect(changed(renamed, "v3/examples/order-imported.yaml")).toEqual(["-  events:", "+  history:"]);
    expect(renamed.title).toBe("Rename `events` of Order to `history`, as recordings show");
    expect(renamed.body).toContain("(40 exchanges of 4 users, the latest of 2026-11-22; see a.jsonl:3)");
  });

  test("a link that other answers share is written out where the renamed field is its source", () => {
    const renamed = group("`user_id` of ClientUserIdConflict");
    expect(renamed.files.map(({ path }) => path)).toEqual([
      "v2/examples/client-user-id-conflict.yaml",
      "v2/paths/create-user.yaml",
      "v2/schemas/ClientUserIdConflict.yaml",
    ]);
    const { links } = parse(textAfter(renamed, "v2/paths/create-user.yaml")).post.responses["400"];
    expect(links.createLinkCode.parameters).toEqual({ user_id: "$response.body#/id" });
  });

  test("the status of an answer that operations share changes in all of them, and its mark once", () => {
    const refused = group("Change status 401 of 34 operations to 403");
    expect(refused.files).toHaveLength(35);
    expect(changed(refused, "v2/paths/resolve-user.yaml")).toEqual(["-    '401':", "+    '403':"]);
    expect(parse(textAfter(refused, "shared/responses/Unauthorized.yaml"))["x-assumption"]).toMatchObject({
      chose: "Status 403",
      leaves_open: [],
      confirmed: { status: { exchanges: 40, users: 4, date: "2026-11-22" } },
    });
  });

  test("the status of one operation that uses a shared answer is written there, in the order of the others", () => {
    const one = group("Change status 422 of 2 operations to 400");
    expect(one.files.map(({ path }) => path)).toEqual(["v2/paths/create-user.yaml", "v2/paths/resolve-user.yaml"]);
    const { responses } = parse(textAfter(one, "v2/paths/resolve-user.yaml")).get;
    expect(textAfter(one, "v2/paths/resolve-user.yaml")).toMatch(/'200':.*'400':.*'403':.*'404':/s);
    expect(responses["400"]["x-assumption"].chose).toBe("Status 400");
    expect(responses["400"].content["application/json"].schema).toEqual({
      $ref: "../../shared/schemas/ErrorBody.yaml",
    });
  });

  test("an answer joins the one that has its status already: either body, and the examples of both", () => {
    const one = group("Change status 422 of 2 operations to 400");
    const { responses } = parse(textAfter(one, "v2/paths/create-user.yaml")).post;
    expect(Object.keys(responses)).toEqual(["200", "400", "403"]);
    const { schema, examples } = responses["400"].content["application/json"];
    expect(schema.anyOf).toEqual([
      { $ref: "../schemas/ClientUserIdConflict.yaml" },
      { $ref: "../../shared/schemas/ErrorBody.yaml" },
    ]);
    expect(Object.keys(examples)).toEqual(["client-user-id-conflict", "error-invalid-input"]);
    expect(one.byHand).toContain(
      "openapi/v2/paths/create-user.yaml: the answer 400 has two reasons now; word its description as one.",
    );
  });

  test("places of a shared assumption that are confirmed refer to a file of their own, with the least evidence", () => {
    const confirmed = group("Confirm 2 assumptions");
    expect(confirmed.files.map(({ path }) => path)).toEqual([
      "v2/assumptions/success-status-confirmed.yaml",
      "v2/paths/list-providers.yaml",
      "v2/paths/resolve-user.yaml",
    ]);
    expect(textAfter(confirmed, "v2/assumptions/success-status-confirmed.yaml")).toContain(
      "leaves_open: []\nconfirmed:\n  status: { exchanges: 12, users: 4, date: 2026-11-22 }\n",
    );
    expect(changed(group("in NotFound"), "shared/responses/NotFound.yaml")).toEqual([
      "-  leaves_open: [status]",
      "+  leaves_open: []",
      "+  confirmed:",
      "+    status: { exchanges: 40, users: 4, date: 2026-11-22 }",
    ]);
  });

  test("what cannot be edited is reported with the reason", () => {
    expect(plan.dropped.map(({ reason }) => reason)).toEqual([
      "The contract has nothing at #/components/schemas/Nothing.",
    ]);
  });

  test("a group is applied whole, in its turn, and never over a file that changed meanwhile", async () => {
    const directory = await mkdtemp(join(tmpdir(), "edits-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    const root = join(directory, "openapi", "openapi.yaml");
    await cp(dirname(contractRoot), dirname(root), { recursive: true });
    const [first, second] = [group("`events` of Order"), group("Confirm 2 assumptions")];
    applyGroup(first, root);
    for (const { path, after } of first.files) {
      expect(await readFile(join(dirname(root), path), "utf8")).toBe(after);
    }
    expect(() => applyGroup(first, root)).toThrow(/changed since the edit was made; nothing was written/);
    const changed = join(dirname(root), "v2/paths/list-providers.yaml");
    await writeFile(changed, `${await readFile(changed, "utf8")}# A remark.\n`);
    expect(() => applyGroup(second, root)).toThrow(/list-providers\.yaml changed since the edit was made/);
    await expect(readFile(join(dirname(root), "v2/assumptions/success-status-confirmed.yaml"))).rejects.toThrow();
  });
});
