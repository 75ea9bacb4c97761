// What is stated of connections: none for a new user, gone once disconnected, and refreshed by provider and resource.

import { isDeepStrictEqual } from "node:util";
import { excuse, field } from "../../contract/index.ts";
import { OutOfReach } from "../input/known-values.ts";
import { type Behaviour, changing, list, readField, reading, type Scene, succeeded } from "./scene.ts";

const newUserHasNoConnections = changing("new-user-has-no-connections", "listUserConnections", async (scene) => {
  const { user_id } = await scene.createUser();
  const found = await scene.demand(
    "listUserConnections",
    { path: { user_id } },
    "accepted",
    "The connections of a new user are listed.",
  );
  if (!found.asDemanded) return;
  const expected = { text: "A user who connected nothing has no connections.", pointer: scene.answer("200") };
  // A connection that every user has would be one that nobody made
  const { UserConnectionList } = scene.session.contract.document.components.schemas;
  const assumption = excuse(UserConnectionList?.["x-assumption"], "count");
  const isOfItself = list(found.body, "providers").every((connection) => field(connection, "slug") === "manual");
  const count = list(found.body, "providers").length;
  scene.expectEqual(count, 0, found, "The number of connections", expected, isOfItself ? assumption : undefined);
});

/** The user of the data, who has to be connected to the provider that is named there. */
async function connectedUser(scene: Scene, name: "connected_provider" | "on_device_provider") {
  const { user_id } = scene.named("user");
  const provider = scene.named(name);
  const before = await scene.call("listUserConnections", { path: { user_id } });
  if (!slugsOf(before.body).includes(provider)) throw new OutOfReach(`the user has no connection to ${provider}`);
  return { user_id, provider, before };
}

/** The providers of a list of connections. */
function slugsOf(body: unknown): unknown[] {
  return list(body, "providers").map((connection) => field(connection, "slug"));
}

const disconnectedProviderIsGone = changing("disconnected-provider-is-gone", "disconnectProvider", async (scene) => {
  const { user_id, provider, before } = await connectedUser(scene, "connected_provider");
  await scene.call("disconnectProvider", { path: { user_id, provider } });
  const after = await scene.call("listUserConnections", { path: { user_id } });
  const expected = { text: "A disconnected cloud provider is no longer listed.", pointer: scene.answer("200") };
  scene.expect(!slugsOf(after.body).includes(provider), after, `${provider} is still listed.`, expected);
  const lost = slugsOf(before.body).find((slug) => slug !== provider && !slugsOf(after.body).includes(slug));
  const others = { text: "Other connections stay.", pointer: scene.answer("200") };
  scene.expect(lost === undefined, after, `${lost} is no longer connected either.`, others);
});

const onDeviceStoreStays = changing("on-device-store-stays", "disconnectProvider", async (scene) => {
  const { user_id, provider } = await connectedUser(scene, "on_device_provider");
  // Whether it is refused or does nothing is not shown
  await scene.ask("disconnectProvider", { path: { user_id, provider } }, "tolerated");
  const after = await scene.call("listUserConnections", { path: { user_id } });
  const expected = { text: "An on-device store stays connected.", pointer: scene.answer("200") };
  scene.expect(slugsOf(after.body).includes(provider), after, `${provider} is no longer listed.`, expected);
});

const refreshNamesUser = changing("refresh-names-user", "refreshUserData", async (scene) => {
  const { valid } = scene;
  const expected = {
    text: "`user_id` is that of the user who was refreshed.",
    pointer: "#/components/schemas/RefreshResult/properties/user_id",
  };
  scene.expectEqual(readField(valid, "user_id"), valid.input.path["user_id"], valid, "`user_id`", expected);
  // A user who has nothing to refresh may be refused
  const { user_id } = await scene.createUser();
  const other = await scene.attempt("refreshUserData", { path: { user_id } });
  if (succeeded(other)) scene.expectEqual(readField(other, "user_id"), user_id, other, "`user_id`", expected);
});

const sourceTypeFilter = reading("source-type-filter", "listProviders", async (scene) => {
  const { pointer, assumption } = scene.assumptionOn("source_type");
  const { SourceType } = scene.session.contract.document.components.schemas;
  const all = await scene.call("listProviders");
  const count = list(all.body).length;
  if (count === 0) throw new OutOfReach("there are no providers");
  const whole: string[] = [];
  for (const source_type of SourceType?.["x-extensible-enum"] ?? []) {
    const found = await scene.attempt("listProviders", { query: { source_type: String(source_type) } });
    if (!succeeded(found)) continue;
    if (isDeepStrictEqual(found.body, all.body)) whole.push(String(source_type));
    // All may be of one type, and of none of the others
    const expected = { text: "Asking for a type of source narrows the list.", pointer };
    const message = `All ${count} providers are listed for ${whole.join(" and for ")}.`;
    scene.expect(whole.length < 2, found, message, expected, assumption);
    if (scene.wrong) return;
  }
});

export const connectionBehaviours: readonly Behaviour[] = [
  sourceTypeFilter,
  newUserHasNoConnections,
  disconnectedProviderIsGone,
  onDeviceStoreStays,
  refreshNamesUser,
];
