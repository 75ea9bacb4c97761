// With the setting `newer_values` a world answers as a service that is newer than the contract.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { runner } from "./cast.ts";
import { call, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const table = readFileSync(new URL("newer.yaml", import.meta.url), "utf8").replaceAll("RUNNER", runner);
const rows: readonly [line: string, newer: string, known: string][] = parse(table);

test.each(rows)(
  "a service that is newer than the contract sends values that it does not know: %s",
  async (line, newer, known) => {
    const shown = async () => JSON.stringify((await call(line)).body);
    await world.changeSettings({ newer_values: true });
    expect(await shown()).toMatch(new RegExp(newer));
    await world.changeSettings({ newer_values: false });
    expect(await shown()).toMatch(new RegExp(known));
    if (newer.includes("newer")) expect(await shown()).not.toContain("newer");
  },
);
