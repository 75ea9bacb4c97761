// Plays a story: each step is a happening, a change of the settings or a call of the service, with or without an event fault, or an advance of the clock.
import type { Story, StoryStep } from "../../shared/contract/index.ts";
import type { StoryInput, StoryPlayed } from "../control-client/index.ts";
import { findToday } from "../domain/health-data.ts";
import { callOperation, simulate } from "../domain/index.ts";
import { findUser } from "../domain/users.ts";
import { listDays, msOfDuration } from "../world/clock.ts";
import { addFault, type EventFault, removeFaults } from "../world/faults.ts";
import { assertFound, Refused } from "../world/refused.ts";
import type { World } from "../world/world.ts";

/** The values that references such as `$user_id` stand for, by name. */
type Known = Record<string, unknown>;

/**
 * Plays a story in a world. It resolves when all that was due was delivered.
 *
 * @throws {Refused} when the user is unknown, when a payload is missing, or when a step is refused.
 */
export async function playStory(
  world: World,
  stories: readonly Story[],
  id: string,
  { user_id: given, ...input }: StoryInput = {},
): Promise<StoryPlayed> {
  const story = assertFound(
    stories.find((one) => one.id === id),
    `The story ${id} is unknown.`,
  );
  assertPayloads(story, input);
  const last = await world.whenFree(() => world.events.lastPlace());
  const create = async () => {
    const client_user_id = `story-${await world.run(() => world.newId())}`;
    const user = await callAsItself(world, "createUser", { body: { client_user_id, ...story.user } });
    return String(Reflect.get(Object(user), "user_id"));
  };
  const user_id = given ?? (await create());
  const found = await world.whenFree(() => findUser(world, user_id));
  const user = assertFound(found, `No user has the user_id "${user_id}". Leave it out for a new user.`);
  const today = findToday(world, user);
  const known: Known = { ...input, user_id: user.user_id, today, yesterday: listDays(today, -1, 1)[0] };
  const steps: StoryPlayed["steps"][number][] = [];
  for (const step of story.steps) {
    const at = world.clock.now;
    const result = await playUnderFault(world, step, known);
    for (const [name, field] of Object.entries(step.keep ?? {})) known[name] = Reflect.get(Object(result), field);
    steps.push({ at, text: step.text, result: (result ?? null) as (typeof steps)[number]["result"] });
    await world.agenda.settled();
  }
  const events = await world.whenFree(() => world.events.page({ after: last }, user.user_id));
  return {
    story_id: story.id as StoryPlayed["story_id"],
    user_id: user.user_id,
    order_id: (known["order_id"] as string | undefined) ?? null,
    event_ids: events.map((event) => event.id),
    steps,
  };
}

/** @throws {Refused} when a payload is missing, or something is given that the story does not take. */
function assertPayloads({ id, payloads, steps }: Story, input: StoryInput): void {
  for (const name of ["data", "results"] as const) {
    const [expected = [], found = []] = [payloads[name], input[name]];
    if (expected.length === found.length) continue;
    const message = `Expected ${name} with ${expected.length} payloads for the story ${id}, found ${found.length}.`;
    const remedy = expected.length === 0 ? "Leave it out." : `Pass ${expected.join("; ")}.`;
    throw new Refused("invalid", `${message} ${remedy}`);
  }
  for (const name of ["status", "error_details"] as const) {
    if (input[name] === undefined || JSON.stringify(steps).includes(`"$${name}"`)) continue;
    throw new Refused("invalid", `No connection breaks in the story ${id}, found ${name}. Leave it out.`);
  }
}

/** Takes a step under its event fault, which ends with it. It takes precedence over those of the caller, so that the story always happens as described. */
async function playUnderFault(world: World, step: StoryStep, known: Known): Promise<unknown> {
  if (step.fault === undefined) return playStep(world, step, known);
  const wanted = { endpoint_id: "*", ...step.fault } as EventFault;
  const { id } = await world.run(() => addFault(world, wanted, true));
  try {
    return await playStep(world, step, known);
  } finally {
    await world.run(() => removeFaults(world, id));
  }
}

/** Takes a step. One that is to be refused results in the message. */
async function playStep(
  world: World,
  { simulate: happening = "", settings, call, advance, input = {}, path, query, body, is_refused }: StoryStep,
  known: Known,
): Promise<unknown> {
  try {
    if (advance !== undefined) return await world.agenda.advance((nowMs) => nowMs + msOfDuration(advance));
    if (settings !== undefined)
      return await world.run(() => world.change({ settings: { ...world.settings, ...settings } }));
    if (call !== undefined) return await callAsItself(world, call, fillIn({ path, query, body }, known));
    return await world.run(() => simulate(world, happening, fillIn(input, known)));
  } catch (error) {
    if (is_refused === true && error instanceof Refused) return error.message;
    throw error;
  }
}

/** Calls an operation of the service, as its own system would. */
function callAsItself(world: World, id: string, input: object): Promise<unknown> {
  return world.run(() => callOperation(world, id, { path: {}, query: {}, header: {}, remark: () => {}, ...input }));
}

/** Puts in what is known. A field whose value the caller left out is left out, too. */
function fillIn(value: object, known: Known): object {
  return JSON.parse(JSON.stringify(value), (_, text: unknown) => {
    if (typeof text !== "string" || !text.startsWith("$")) return text;
    const [name = "", index] = text.slice(1).split(".");
    return index === undefined ? known[name] : Reflect.get(Object(known[name]), index);
  }) as object;
}
