// The settings of a world: a change that is undone with its transaction is undone in memory, too.
import { expect, test } from "vitest";
import { openStore } from "../../../src/tools/sandbox/store/sqlite.ts";
import { defaultSettings } from "../../../src/tools/sandbox/world/settings.ts";
import { World } from "../../../src/tools/sandbox/world/world.ts";
import { demoIdentity } from "../../../src/tools/sandbox/worlds.ts";

test("settings of a transaction that failed are those from before it", () => {
  const store = openStore(":memory:");
  const world = new World(store, { identity: demoIdentity, clock: { frozenAtMs: 0 }, settings: defaultSettings });
  world.save();
  const failing = () =>
    world.transact(() => {
      world.changeSettings({ source_form: "old" });
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  expect(world.settings.source_form).toBe("new");
  world.transact(() => world.changeSettings({ source_form: "old" }));
  expect(world.settings.source_form).toBe("old");
  store.close();
});
