// Section 9, and what it says about enums: the version is in the path, and only two enums are closed.
import { isList, isObject, type Json, type JsonObject, objectAt } from "./contract.ts";
import { type Fact, fact, same, sameSet } from "./fact.ts";

const VERSIONS: Readonly<Record<string, string>> = {
  Users: "v2",
  Connections: "v2",
  Providers: "v2",
  Link: "v2",
  Portal: "v2",
  Summaries: "v2",
  "Lab tests": "v3",
  "Lab locations": "v3",
  Orders: "v3",
  Appointments: "v3",
  "Lab reports": "v1",
  Organization: "v1",
};

export const versioning: readonly Fact[] = [
  ...(
    [
      ["the version is part of the path", /version stands in the path/],
      [
        "an enum may gain values: handle an unknown one by a default branch, never match exhaustively",
        /known values that more may join: handle an unknown one by a default branch, and never match exhaustively/,
      ],
      [
        "a field is deprecated first and removed after a deprecation cycle",
        /deprecated first and removed only after a deprecation cycle/,
      ],
    ] as const
  ).map(([says, words]) =>
    fact("9", `the contract's own description: ${says}`, (contract) => {
      const { description } = objectAt(contract.document["info"], "info");
      if (!words.test(String(description))) throw new Error(`expected a description that mentions ${words}`);
    }),
  ),
  fact(
    "9",
    "the version is part of the path: v1 management and lab report parser, v2 users, links, providers, summaries, v3 lab tests and orders",
    (contract) => {
      for (const { id, path, node } of contract.operations()) {
        const tag = isList(node["tags"]) ? node["tags"][0] : undefined;
        same(
          `version of ${id}`,
          VERSIONS[String(tag)],
          path.split("/").find((step) => /^v\d+$/.test(step)),
        );
      }
    },
  ),
  fact("9", "closed enums are the radius and the region; every other list of values is open", (contract) => {
    const closed = [...objectsIn(contract.document)].map((node) => node["enum"]).filter(isList);
    sameSet(
      "closed enums",
      ["[10,20,25,50,100]", '["us","eu"]'],
      [...new Set(closed.map((list) => JSON.stringify(list)))],
    );
  }),
  somewhereNotShown("9", "the date at which deprecated fields are removed", /\b(date|when)\b.*\bremoved\b/i),
  fact("9", "no header selects a version", (contract) => {
    const headers = [...objectsIn(contract.document)]
      .filter((node) => node["in"] === "header")
      .map((node) => node["name"]);
    sameSet(
      "headers",
      ["x-service-api-key", "X-Management-Key", "x-service-link-token", "Idempotency-Key"],
      [...new Set(headers)].filter((name) => name !== undefined),
    );
  }),
  fact("9", "no date at which deprecated fields are removed", (contract) => {
    for (const node of objectsIn(contract.document)) {
      if (node["deprecated"] === true) same("a year", false, /\b20\d\d\b/.test(String(node["description"])));
    }
  }),
];

/** What the description calls not shown without saying of which endpoint: it may be said at any place that a reader meets. */
function somewhereNotShown(row: string, says: string, words: RegExp): Fact {
  return fact(row, `not shown: ${says}`, (contract) => {
    const entries = [...objectsIn(contract.document)].flatMap((node) =>
      isList(node["x-not-shown"]) ? node["x-not-shown"] : [],
    );
    if (!entries.some((entry) => words.test(String(entry))))
      throw new Error(`expected an x-not-shown about ${words}, found none`);
  });
}

/** Every object of the document outside of example values. */
function* objectsIn(value: Json): Generator<JsonObject> {
  if (isList(value)) for (const entry of value) yield* objectsIn(entry);
  else if (isObject(value)) {
    yield value;
    for (const [key, child] of Object.entries(value))
      if (key !== "examples" && key !== "example") yield* objectsIn(child);
  }
}
