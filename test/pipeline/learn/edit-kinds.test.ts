// Each kind of proposal is an edit of the places that it means and no others, and the contract with all of them is sound.
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { carryOut } from "../../../src/pipeline/learn/edit/edits.ts";
import { ContractTree } from "../../../src/pipeline/learn/edit/tree.ts";
import { unitsOf } from "../../../src/pipeline/learn/edit/units.ts";
import type { Finding, Proposal } from "../../../src/pipeline/learn/proposal.ts";
import { lintContract } from "../../../src/pipeline/lint/index.ts";
import { contractRoot, type OpenWord, projectDirectory } from "../../../src/tools/contract/index.ts";

type Without<P> = P extends { readonly pointer: string } ? Omit<P, "pointer"> : never;

function finding(pointer: string, words: readonly OpenWord[], proposal: Without<Proposal>): Finding {
  return {
    pointer,
    mark: "x-assumption",
    verdict: "contradicted",
    words,
    message: "The answers say so.",
    evidence: { exchanges: 40, users: 4, date: "2026-11-22" },
    against: 0,
    shownBy: [],
    proposal: { ...proposal, pointer } as Proposal,
  };
}

const schema = (name: string, ...fields: string[]) =>
  `#/components/schemas/${name}${fields.map((field) => `/properties/${field}`).join("")}`;
const createUser = "#/paths/~1v2~1user~1/post";

const findings = [
  finding(schema("ClientUserIdConflict", "user_id"), ["place"], { kind: "move", to: ["detail", "user_id"] }),
  finding(schema("ClientUserIdConflict", "created_on"), ["place"], { kind: "move", to: ["detail", "created_on"] }),
  finding(createUser, [], {
    kind: "add-status",
    status: "202",
    body: { type: "object", properties: { user_id: { type: "string", format: "uuid" } }, required: ["user_id"] },
  }),
  finding(`${createUser}/responses/200`, [], {
    kind: "add-header",
    name: "X-Request-Id",
    schema: { type: "string", format: "uuid" },
  }),
  finding(schema("UserConnection", "logo"), ["presence"], { kind: "require", required: false }),
  finding(schema("Provider", "supported_resources"), [], { kind: "require", required: true }),
  finding(schema("UserConnection", "status"), [], { kind: "nullable", nullable: true }),
  finding(schema("Provider", "auth_type"), [], { kind: "nullable", nullable: false }),
  finding(schema("LinkProvider", "id"), [], { kind: "change-schema", schema: { type: "string", format: "uuid" } }),
  finding("#/components/parameters/StartDateQuery", ["format"], {
    kind: "change-schema",
    schema: { type: "string", format: "date-time" },
  }),
  finding(schema("User"), [], { kind: "add-field", name: "locale", schema: { type: "string" }, required: true }),
  finding(schema("ConnectionStatus"), [], { kind: "add-value", value: "paused" }),
  finding(schema("ConnectionStatus"), [], { kind: "add-value", value: "error" }),
  finding(`${createUser}/responses/200`, ["body"], {
    kind: "change-media-type",
    from: "application/json",
    to: "application/vnd.api+json",
  }),
];

describe("a proposal", () => {
  let before: ReadonlyMap<string, string>;
  let tree: ContractTree;
  let titles: string[];

  beforeAll(async () => {
    tree = await ContractTree.read(dirname(contractRoot));
    before = tree.texts();
    titles = unitsOf(findings, tree).units.map((unit) => carryOut(tree, unit).title);
  });

  /** The lines that are gone from a file, and those that are new. */
  const changed = (file: string) => {
    const [old, now] = [before.get(file) ?? "", tree.text(file)].map((text) => text.split("\n"));
    const without = (from: string[] = [], others: string[] = []) => from.filter((line) => !others.includes(line));
    return { gone: without(old, now), added: without(now, old) };
  };
  const confirmed = (chose: string, couldBe: string, word: string) => ({
    chose,
    because: "recordings show it",
    could_be: couldBe,
    leaves_open: [],
    confirmed: { [word]: { exchanges: 40, users: 4, date: "2026-11-22" } },
  });

  test("to move fields of one assumption moves them together, with their examples, their links and that assumption", () => {
    const moved = parse(tree.text("v2/schemas/ClientUserIdConflict.yaml"));
    expect(moved.required).toEqual(["detail"]);
    expect(moved.properties.detail).toMatchObject({ type: "object", required: ["user_id", "created_on"] });
    expect(parse(tree.text("v2/assumptions/place-in-conflict.yaml"))).toEqual(
      confirmed("It stands in `detail`", "elsewhere in cases that were not recorded", "place"),
    );
    expect(tree.text("v2/examples/client-user-id-conflict.yaml")).toContain("value:\n  detail:\n    user_id: 2f1c9f0e");
    const { links } = parse(tree.text("v2/paths/create-user.yaml")).post.responses["400"];
    expect(links.createLinkCode.parameters.user_id).toBe("$response.body#/detail/user_id");
    expect(titles[0]).toBe("Have `user_id` and `created_on` of ClientUserIdConflict in `detail`, as recordings show");
  });

  test("to add an answer gives it a mark, a schema and an example of its own", () => {
    const { responses } = parse(tree.text("v2/paths/create-user.yaml")).post;
    expect(Object.keys(responses)).toEqual(["200", "202", "400", "401", "422"]);
    expect(responses["202"]["x-assumption"]).toEqual(
      confirmed("Status 202 is answered, too", "answered otherwise in cases that were not recorded", "status"),
    );
    expect(tree.text("v2/examples/create-user-202.yaml")).toBe(
      "summary: An answer with status 202\nvalue:\n  user_id: 2f1c9f0e-6d0b-4c5e-9a57-0c8f1d3b7a10\n",
    );
    expect(responses["200"].headers["X-Request-Id"].schema).toEqual({ type: "string", format: "uuid" });
  });

  test("to make a field optional or required changes `required`, and completes the examples from the demo cast", () => {
    expect(changed("v2/schemas/UserConnection.yaml").gone[0]).toBe(
      "required: [name, slug, logo, status, created_on, resource_availability, error_details]",
    );
    expect(changed("v2/schemas/UserConnection.yaml").added[0]).toBe(
      "required: [name, slug, status, created_on, resource_availability, error_details]",
    );
    expect(changed("v2/examples/providers.yaml").added.join("\n")).toMatch(/supported_resources: \[profile, activity,/);
  });

  test("to let a reference be null writes null beside it, and to forbid null writes the reference alone", () => {
    expect(parse(tree.text("v2/schemas/UserConnection.yaml")).properties.status).toMatchObject({
      anyOf: [{ $ref: "./ConnectionStatus.yaml" }, { type: "null" }],
      // What the mark says of other things stays
      "x-assumption": { chose: "The field is required; it may be null", leaves_open: ["presence"] },
    });
    expect(parse(tree.text("v2/schemas/Provider.yaml")).properties.auth_type.$ref).toBe("./AuthType.yaml");
    expect(changed("v2/examples/providers.yaml")).toMatchObject({ gone: ["    auth_type: null"] });
  });

  test("to change a type or format keeps the description, and converts the examples", () => {
    expect(changed("v2/schemas/LinkProvider.yaml").gone).toEqual(["    type: integer"]);
    expect(changed("v2/examples/link-provider.yaml")).toEqual({
      gone: ["  id: 7"],
      added: ["  id: 8a4d2b6c-1e3f-4a7b-8c9d-5e6f7a8b9c0d"],
    });
    expect(parse(tree.text("v3/parameters/StartDateQuery.yaml"))).toMatchObject({
      schema: { type: "string", format: "date-time" },
      "x-assumption": { could_be: "of another meaning", leaves_open: ["meaning"] },
    });
  });

  test("to add a required field gives it to every example", () => {
    expect(changed("v2/schemas/User.yaml").added.slice(0, 2)).toEqual(["  - locale", "  locale:"]);
    expect(changed("v2/examples/user.yaml").added).toEqual(["  locale: Demo"]);
  });

  test("to add values of an open enum lists them, and names them in the last sentence of the description", () => {
    expect(changed("v2/schemas/ConnectionStatus.yaml").added).toEqual([
      "  More values may be added, so handle an unknown one by a default branch. Known values: `connected`, `paused`, `error`.",
      "x-assumption:",
      "  chose: '`paused`, `error` are known values'",
      "  because: recordings show it",
      "  could_be: one that only some answers have",
      "  leaves_open: []",
      "  confirmed:",
      "    values: { exchanges: 40, users: 4, date: 2026-11-22 }",
      "x-extensible-enum: &known [connected, paused, error]",
    ]);
  });

  test("of each kind leaves a contract in which lint finds nothing", async () => {
    const directory = await mkdtemp(join(tmpdir(), "kinds-"));
    onTestFinished(() => rm(directory, { recursive: true }));
    for (const name of ["redocly.yaml", ".redocly.lint-ignore.yaml"]) {
      await cp(join(projectDirectory, name), join(directory, name));
    }
    for (const [file, text] of tree.texts()) {
      const path = join(directory, "openapi", file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    expect((await lintContract(join(directory, "openapi", "openapi.yaml"))).findings).toEqual([]);
  });
});
