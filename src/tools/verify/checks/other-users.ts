// What belongs to one user is never another's: users whose ids are alike, their codes and their summaries.
import { dateTimeMs, field } from "../../contract/index.ts";
import { OutOfReach } from "../input/known-values.ts";
import type { Sent } from "../sending/sender.ts";
import { type Behaviour, changing, readField, type Scene, succeeded } from "./scene.ts";

/** Ids that a search may take for this one: by the letters' case, by spaces, by its beginning, by a wildcard. */
function likenessesOf(id: string): string[] {
  const shorter = id.slice(0, -1);
  return [swapCase(id), `${id} `, shorter, `${shorter}_`, `${shorter}%`, `${shorter}*`];
}

function swapCase(text: string): string {
  return [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join("");
}

const pointerTo = (name: string) => `#/components/schemas/User/properties/${name}`;

/** What differs from user to user. */
const distinct = ["client_user_id", "user_id", "created_on", "fallback_birth_date"] as const;

const usersKeptApart = changing("users-not-confused", "createUser", async (scene) => {
  const id = scene.freshId("Other-User");
  const { user_id } = await scene.createUser({ client_user_id: id, fallback_birth_date: "1971-02-03" });
  const first = await scene.call("resolveUser", { path: { client_user_id: id } });
  const seen = new Set([user_id]);
  for (const [index, other] of likenessesOf(id).entries()) {
    // Nobody has this id yet
    await expectNoOther(scene, other);
    const created = await scene.attempt("createUser", {
      body: { client_user_id: other, fallback_birth_date: `1980-01-0${index + 1}` },
    });
    if (!succeeded(created)) continue;
    const own = field(created.body, "user_id");
    const text = "Each user has a `user_id` of its own.";
    const message = `The user ${JSON.stringify(other)} has the \`user_id\` of another, ${JSON.stringify(own)}.`;
    const pointer = "#/components/schemas/CreatedUser/properties/user_id";
    scene.expect(typeof own !== "string" || !seen.has(own), created, message, { text, pointer });
    seen.add(String(own));
    const found = await expectNoOther(scene, other);
    if (!succeeded(found)) continue;
    const same = {
      text: "The user who is found is the one who was created with the id.",
      pointer: pointerTo("user_id"),
    };
    scene.expectEqual(field(found.body, "user_id"), own, found, "`user_id`", same);
    const team = { text: "The users of a team are of one team.", pointer: pointerTo("team_id") };
    scene.expectEqual(field(found.body, "team_id"), field(first.body, "team_id"), found, "`team_id`", team);
  }
  const again = await scene.call("resolveUser", { path: { client_user_id: id } });
  for (const name of distinct) {
    const expected = { text: "A user stays as it is when others are created.", pointer: pointerTo(name) };
    scene.expectEqual(field(again.body, name), field(first.body, name), again, `\`${name}\``, expected);
  }
});

const oneUserAtOnce = changing("users-not-confused", "createUser", async (scene) => {
  const body = { client_user_id: scene.freshId("at-once") };
  const both = await Promise.all([scene.attempt("createUser", { body }), scene.attempt("createUser", { body })]);
  const ids = new Set(both.filter(succeeded).map((one) => field(one.body, "user_id")));
  const expected = { text: "Asked for twice at once, an id is one user's.", pointer: pointerTo("client_user_id") };
  scene.expect(ids.size < 2, both[1], "Two users were created with one client id.", expected);
});

/** Asks for a user by an id: whoever is found has it. */
async function expectNoOther(scene: Scene, client_user_id: string): Promise<Sent> {
  const found = await scene.attempt("resolveUser", { path: { client_user_id } });
  const expected = { text: "The user has the id that was asked for.", pointer: pointerTo("client_user_id") };
  if (succeeded(found)) {
    scene.expectEqual(field(found.body, "client_user_id"), client_user_id, found, "`client_user_id`", expected);
  }
  return found;
}

const linkCodeIsOneUsers = changing("link-code-is-one-users", "createLinkCode", async (scene) => {
  const codes: unknown[] = [];
  for (const user of [await scene.createUser(), await scene.createUser()]) {
    const made = await scene.call("createLinkCode", { query: { user_id: user.user_id } });
    const code = readField(made, "code");
    const expected = {
      text: "The code of one user is not that of another.",
      pointer: "#/components/schemas/LinkCode/properties/code",
    };
    scene.expect(!codes.includes(code), made, `Two users have the code ${JSON.stringify(code)}.`, expected);
    codes.push(code);
  }
});

const summariesAreTheUsers = (operation: string) =>
  changing("summaries-are-the-users", operation, async (scene) => {
    const { user_id } = scene.named("user");
    const owned = await scene.call(operation, { path: { user_id } });
    const known = new Set(itemsIn(owned.body).filter(isUnmistakable));
    if (known.size === 0)
      throw new OutOfReach("the user has no summaries that can be distinguished from another user's");
    const other = await scene.createUser();
    const found = await scene.attempt(operation, { path: { user_id: other.user_id } });
    if (!succeeded(found)) return;
    const mixed = itemsIn(found.body).find((item) => known.has(item));
    const expected = { text: "A new user has none of another's summaries.", pointer: scene.answer("200") };
    scene.expect(mixed === undefined, found, `A summary of ${user_id} is listed: ${mixed?.slice(0, 120)}.`, expected);
  });

/** The items of every list in a body, each as JSON. */
function itemsIn(body: unknown): string[] {
  return Object.values(Object(body)).flatMap((value) =>
    Array.isArray(value) ? value.map((item) => JSON.stringify(item)) : [],
  );
}

/** Has it a time or an id, which two users do not have in common by chance? What everybody has by default may be alike. */
function isUnmistakable(item: string): boolean {
  return (item.match(/"[^"]+"/g) ?? []).some(
    (text) => !Number.isNaN(dateTimeMs(text.slice(1, -1))) || /^"[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}"$/i.test(text),
  );
}

export const otherUserBehaviours: readonly Behaviour[] = [
  usersKeptApart,
  oneUserAtOnce,
  linkCodeIsOneUsers,
  ...["Activity", "Body", "Meal", "Profile", "Sleep", "Workout"].map((one) =>
    summariesAreTheUsers(`list${one}Summaries`),
  ),
];
