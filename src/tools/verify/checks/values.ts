// What is sent comes back as it was sent: each text of a body that the answer shows under the same name.

import {
  type ContractOperation,
  excuse,
  field,
  nodesAt,
  nodesBelow,
  type OpenApiDocument,
} from "../../contract/index.ts";
import { OutOfReach } from "../input/known-values.ts";
import { oddTexts } from "../input/odd-texts.ts";
import { type Place, placesOf, stating, typesOf } from "../input/places.ts";
import type { Session } from "../session.ts";
import { behaviour } from "../verdicts/open-words.ts";
import { traitsOf } from "./operations.ts";
import { type Behaviour, changing, readField, type Scene, succeeded } from "./scene.ts";

/** The texts of a body that a success shows again, at the same path. */
export function echoedTexts({ session, operation }: Pick<Scene, "session" | "operation">): Place[] {
  const { contract } = session;
  const success = operation.responses.find(({ status }) => status.startsWith("2"))?.bodies[0]?.schema;
  if (success === undefined) return [];
  return placesOf(contract, operation).filter(
    (place) =>
      place.kind === "json" &&
      typesOf(place).includes("string") &&
      shapes.every((keyword) => stating(place, keyword) === undefined) &&
      !session.known.isKnown(operation, place.name) &&
      isShown(contract.document, success, place),
  );
}

/** What makes a text one of few: an odd one is none of them. */
const shapes = ["format", "pattern", "enum", "x-extensible-enum"] as const;

function isShown(document: OpenApiDocument, schema: object, { bodyPath }: Place): boolean {
  const root = nodesAt(document, { schema, pointer: "" });
  return bodyPath.reduce((nodes, name) => nodesBelow(document, nodes, name), root).length > 0;
}

const valuesComeBack = (id: string) =>
  changing("values-come-back", id, async (scene) => {
    const places = echoedTexts(scene);
    const { chosenId } = traitsOf(scene.operation);
    const bare = scene.input(scene.operation, {});
    let shown = 0;
    for (const text of Object.values(oddTexts)) {
      let input = bare;
      const sent = places.map((place) => {
        // What has to be unlike all others is so in its middle: what is odd may be at either end
        const value = place.name === chosenId ? `${text.slice(0, 2)}${scene.freshId("")}${text.slice(2)}` : text;
        input = place.set(input, value);
        return { place, value };
      });
      const answer = await scene.attempt(id, input);
      if (!succeeded(answer)) continue;
      for (const { place, value } of sent) {
        const found = field(answer.body, ...place.bodyPath);
        // An answer need not show what it may leave out
        if (found === undefined) continue;
        shown += 1;
        const expected = { text: `${place.label} comes back as it was sent.`, pointer: place.pointer };
        const assumption = place.assumptions.map((one) => excuse(one, ...behaviour)).find((one) => one !== undefined);
        scene.expectEqual(found, value, answer, `\`${place.name}\``, expected, assumption);
        if (id === "createUser" && place.name === chosenId)
          await expectFound(scene, value, readField(answer, "user_id"));
      }
      if (scene.wrong) return;
    }
    if (shown === 0) throw new OutOfReach("no answer shows what was sent");
  });

/** A client id that was taken finds its user, and comes back with it. */
async function expectFound(scene: Scene, client_user_id: string, user_id: unknown): Promise<void> {
  const text = `The user who was created with the client id ${JSON.stringify(client_user_id)} is found by it.`;
  const found = await scene.demand("resolveUser", { path: { client_user_id } }, "accepted", text);
  if (!found.asDemanded) return;
  for (const [name, wanted] of Object.entries({ client_user_id, user_id })) {
    const pointer = `#/components/schemas/User/properties/${name}`;
    scene.expectEqual(field(found.body, name), wanted, found, `\`${name}\``, { text, pointer });
  }
}

/** The check, for an operation whose answer shows what it was sent. What can be called once only is called with an odd text. */
export function valueBehaviours(session: Session, operation: ContractOperation): Behaviour[] {
  const isRepeatable = traitsOf(operation).usesUp === undefined;
  return isRepeatable && echoedTexts({ session, operation }).length > 0 ? [valuesComeBack(operation.id)] : [];
}
