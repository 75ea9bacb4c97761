// The settings of a world: a change that is undone with its transaction leaves nothing behind.
import { expect, test } from "vitest";
import { openSqlite } from "../../../src/tools/sandbox/store/sqlite.ts";
import { Worlds } from "../../../src/tools/sandbox/worlds.ts";

test("settings of a transaction that failed are those from before it", async () => {
  const store = openSqlite(":memory:");
  const worlds = new Worlds(store, { allowedHosts: [] }, () => {});
  const live = await worlds.create({ seed: "empty" });
  const failing = live.write(async (world) => {
    await world.changeSettings({ source_form: "old" });
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await live.read(({ settings }) => settings.source_form)).toBe("new");
  await live.write((world) => world.changeSettings({ source_form: "old" }));
  expect(await live.read(({ settings }) => settings.source_form)).toBe("old");
  await worlds.close();
  await store.close();
});
