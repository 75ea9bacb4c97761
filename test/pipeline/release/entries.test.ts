// The words of the changelog: each entry names the operation and what to do.
import { expect, test } from "vitest";
import type { ApiChange } from "../../../src/pipeline/release/api-report.ts";
import type { ContractChange } from "../../../src/pipeline/release/contract-report.ts";
import { apiEntries, contractEntries } from "../../../src/pipeline/release/entries.ts";

const change: ContractChange = {
  level: "breaking",
  rule: "schema/property-removed",
  operation: "listUsers",
  pointer: "#/paths/~1users/get",
  location: "a.yaml:1:1",
  message: "listUsers, GET /users: field `a` was removed.",
};

test.each<[what: string, change: Partial<ContractChange>, heading: string, text: string]>([
  [
    "a break",
    {},
    "Breaking",
    "listUsers, GET /users: field `a` was removed. What to do: adapt every call of `listUsers` that relies on it.",
  ],
  [
    "a break that was acknowledged",
    { waived: "Nobody reads it" },
    "Breaking",
    "listUsers, GET /users: field `a` was removed. Why: Nobody reads it. What to do: adapt every call of `listUsers` that relies on it.",
  ],
  [
    "a break of an event",
    { operation: "onOrder", pointer: "#/webhooks/a.b/post", message: "onOrder: field `a` was removed." },
    "Breaking",
    "onOrder: field `a` was removed. What to do: adapt whatever receives `onOrder`, where it relies on it.",
  ],
  [
    "a break of a callback, acknowledged in a whole sentence",
    { operation: "onDone", pointer: "#/paths/~1a/post/callbacks/done", waived: "Nobody reads it." },
    "Breaking",
    "listUsers, GET /users: field `a` was removed. Why: Nobody reads it. What to do: adapt whatever receives `onDone`, where it relies on it.",
  ],
  [
    "a break of the whole document",
    { operation: "", message: "A server was removed." },
    "Breaking",
    "`#/paths/~1users/get`: A server was removed. What to do: adapt every call that relies on it.",
  ],
  [
    "another name in generated code",
    { level: "warning", rule: "code/component", operation: "", message: "The component A is now B." },
    "Breaking",
    "The component A is now B. What to do: nothing changes on the wire; use the new name in your code.",
  ],
  [
    "a warning",
    { level: "warning" },
    "Changed",
    "listUsers, GET /users: field `a` was removed. What to do: check whether your code relies on it.",
  ],
  [
    "a deprecation",
    { level: "compatible", rule: "mark/deprecated" },
    "Deprecated",
    "listUsers, GET /users: field `a` was removed. What to do: move to the replacement in its description before it is removed.",
  ],
  [
    "an addition",
    { level: "compatible", rule: "schema/property-added" },
    "Added",
    "listUsers, GET /users: field `a` was removed. What to do: nothing.",
  ],
  [
    "an addition to a group",
    { level: "compatible", rule: "operation/added" },
    "Added",
    "listUsers, GET /users: field `a` was removed. What to do: nothing.",
  ],
  [
    "a change that adds nothing, and takes nothing",
    { level: "compatible", rule: "schema/max-length" },
    "Changed",
    "listUsers, GET /users: field `a` was removed. What to do: nothing; existing code keeps working.",
  ],
])("%s", (_, part, heading, text) => {
  expect(contractEntries({ bump: "major", changes: [{ ...change, ...part }] })).toEqual([{ heading, text }]);
});

test("words alone are one entry, and nothing is none", () => {
  expect(contractEntries({ bump: "patch", changes: [] })).toEqual([
    { heading: "Fixed", text: "The contract's descriptions and examples. What to do: nothing." },
  ]);
  expect(contractEntries({ bump: "none", changes: [] })).toEqual([]);
  const words: ContractChange = { ...change, level: "compatible", rule: "documentation/changed" };
  const added: ContractChange = { ...change, level: "compatible", rule: "schema/property-added" };
  expect(contractEntries({ bump: "minor", changes: [words, added, words] })).toMatchObject([
    { heading: "Added" },
    { heading: "Fixed", text: "The contract's descriptions and examples. What to do: nothing." },
  ]);
});

test("what the package exports is one entry for each entry of the package and kind of change", () => {
  const changes: ApiChange[] = [
    { kind: "added", entry: "p/types", name: "A" },
    { kind: "removed", entry: "p", name: "b" },
    { kind: "added", entry: "p/types", name: "C" },
    { kind: "deprecated", entry: "p/events", name: "D", member: "e.f" },
    { kind: "changed", entry: "p", name: "g" },
    { kind: "removed", entry: "p/openapi.yaml", name: "" },
    { kind: "removed", entry: "p/types", name: "H" },
    { kind: "removed", entry: "p/types", name: "I" },
    { kind: "added", entry: "p/more.json", name: "" },
  ];
  expect(apiEntries(changes)).toEqual([
    { heading: "Added", text: "New in `p/types`: `A`, `C`. What to do: nothing." },
    { heading: "Breaking", text: "Removed from `p`: `b`. What to do: stop importing it." },
    {
      heading: "Deprecated",
      text: "Deprecated in `p/events`: `D` (`e.f`). What to do: move to the replacement that your editor shows before it is removed.",
    },
    {
      heading: "Breaking",
      text: "Changed in `p`: `g`. What to do: compile against it; the compiler names each place to adapt.",
    },
    { heading: "Breaking", text: "The entry `p/openapi.yaml` was removed. What to do: stop importing it." },
    { heading: "Breaking", text: "Removed from `p/types`: `H`, `I`. What to do: stop importing them." },
    { heading: "Added", text: "The entry `p/more.json`. What to do: nothing." },
  ]);
});
