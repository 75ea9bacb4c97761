// Each story has a scenario, steps that fit their happenings, and plays with a clock that runs, too.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { listHappenings, readControlDocument } from "../../src/shared/contract/index.ts";
import { openWorld, useWorlds, world } from "./fresh-world.ts";

const { document } = await readControlDocument();
const stories = document["x-stories"] ?? [];

useWorlds();

test("a step has no input that its happening would ignore, and each payload of a caller is used", () => {
  const happenings = listHappenings(document);
  for (const { id, steps, payloads } of stories) {
    for (const { text, simulate, input = {} } of steps) {
      const properties = Object.keys(happenings.find(({ name }) => name === simulate)?.schema.properties ?? {});
      expect(properties, `${id}: ${text}`).toEqual(expect.arrayContaining(Object.keys(input)));
    }
    const used = new Set(JSON.stringify(steps).match(/\$(data|results)\.\d/g) ?? []);
    const given = Object.entries(payloads).flatMap(([name, all]) => all.map((_, index) => `$${name}.${index}`));
    expect([...used].sort(), id).toEqual(given);
  }
});

test("a story plays with a clock that runs", async () => {
  await openWorld({ frozen: false });
  const { steps } = await world.stories.play("provider_in_error");
  expect(steps).toHaveLength(stories.find(({ id }) => id === "provider_in_error")?.steps.length ?? 0);
});

test("each story has a scenario", () => {
  const { tests }: { tests: readonly { readonly test: string }[] } = parse(
    readFileSync(new URL("scenarios/stories.yaml", import.meta.url), "utf8"),
  );
  expect(tests.map((one) => one.test)).toEqual(expect.arrayContaining(stories.map(({ id }) => id)));
});
