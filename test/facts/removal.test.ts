// The proof that the facts are complete: whatever is taken out of the contract, one at a time, some fact fails.
import { describe, expect, it } from "vitest";
import { depth } from "../run/depth.ts";
import { allFacts } from "./all-facts.ts";
import { bundledDocument } from "./bundled.ts";
import { refresh } from "./refresh.ts";
import { removalsFrom, survivorsOf } from "./removal.ts";

const document = bundledDocument();
const removals = removalsFrom(document);

describe("removing one thing", () => {
  it("is tried on every kind of thing", () => {
    const kinds = new Set(removals.map(({ kind }) => kind));
    const expected = [
      ...["paths", "get", "post", "patch", "delete", "webhooks", "responses", "parameters", "requestBody", "servers"],
      ...["properties", "required", "enum", "x-extensible-enum", "format", "pattern", "default", "minimum", "maximum"],
      ...["maxItems", "maxLength", "const", "x-not-shown", "x-assumption", "deprecated", "x-stability-level"],
      ...["examples", "security", "securitySchemes", "content", "type", "additionalProperties"],
    ];
    expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it("makes at least one fact fail", () => {
    const before = JSON.stringify(document);
    // One in five of each kind, more or less; all of them in the full run
    const tried = removals.filter((_, index) => index % depth(5, 1) === 0);
    const survivors = survivorsOf(document, allFacts, tried).map(({ pointer }) => pointer);
    expect(JSON.stringify(document)).toBe(before);
    expect(
      survivors,
      `${survivors.length} of ${tried.length} removals fail no fact. State each in test/facts, in the topic it belongs to:\n${survivors.join("\n")}\n`,
    ).toEqual([]);
  });

  it("would find a topic that is missing", () => {
    const rest = allFacts.filter((fact) => !refresh.includes(fact));
    const within = removals.filter(({ pointer }) => pointer.startsWith("#/components/schemas/RefreshResult/"));
    const survivors = survivorsOf(document, rest, within).map(({ pointer }) => pointer);
    expect(survivors).toContain("#/components/schemas/RefreshResult/properties/failed_sources");
  });
});
