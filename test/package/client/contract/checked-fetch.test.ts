// The check of each answer refuses what a wrong server says, and nothing else.
import { describe, expect, test } from "vitest";
import { errorNotFound, user } from "../../../../generated/examples.ts";
import { readContract } from "../../../../src/tools/contract/index.ts";
import { rejection } from "../calls.ts";
import { type Answer, chunked, json, redirect, text, useServer } from "../server.ts";
import { WrongAnswerError } from "./checked-fetch.ts";
import { consumerOf } from "./consumer.ts";
import { validInput } from "./valid-input.ts";

const server = useServer();
const { document, operations } = await readContract();

/** Calls the operation `resolveUser`, which documents 200, 401, 404 and 422 as JSON. */
function resolveUser(answer: Answer) {
  const operation = operations.find(({ id }) => id === "resolveUser");
  if (operation === undefined) throw new Error("The contract has no resolveUser.");
  server.play(answer);
  return consumerOf(document, server.url)(operation, validInput(document, operation));
}

const asJson = { "content-type": "application/json" };
const { user_id, ...withoutId } = user;

test.each<[string, Answer, RegExp]>([
  ["an undocumented refusal", json(409, errorNotFound), /answered 409 expected one of 200, 401, 404, 422/],
  ["an undocumented server error, which would be repeated", json(500, errorNotFound), /answered 500 expected/],
  ["an undocumented success", json(201, user), /answered 201 expected/],
  ["a success without a body", (response) => void response.writeHead(204).end(), /answered 204 expected/],
  ["a redirect", redirect(302, "/elsewhere"), /answered 302 expected/],
  ["HTML", text(200, "<html></html>", { "content-type": "text/html" }), /as text\/html, expected application\/json/],
  ["JSON of another type", json(404, errorNotFound, { "content-type": "application/problem+json" }), /problem\+json/],
  ["JSON of no type", text(200, JSON.stringify(user)), /as no content type/],
  ["an empty body", text(200, "", asJson), /not JSON/],
  ["truncated JSON", text(200, JSON.stringify(user).slice(0, -1), asJson), /not JSON/],
  ["a missing field", json(200, withoutId), /invalid body: .*required property 'user_id'/],
  ["a field of the wrong type", json(200, { ...user, client_user_id: 7 }), /\/client_user_id must be string/],
  ["a field of the wrong format", json(200, { ...user, user_id: "7" }), /\/user_id must match format "uuid"/],
  ["null where there must be a value", json(200, { ...user, user_id: null }), /\/user_id must be string/],
  ["another operation's body", json(200, [user]), /must be object/],
  ["a refusal that is no object", json(422, "no"), /must be object/],
])("%s is refused", async (_, answer, message) => {
  const error = await rejection(resolveUser(answer));
  expect(error).toBeInstanceOf(WrongAnswerError);
  expect(error).toMatchObject({ message: expect.stringMatching(message) });
  expect(server.received).toHaveLength(1);
});

describe("what the contract has is passed on", () => {
  test.each<[string, Answer, object]>([
    ["a success", json(200, user), { ok: true, status: 200, data: user }],
    ["a refusal", json(404, errorNotFound), { ok: false, status: 404, error: errorNotFound }],
    ["a further field", json(200, { ...user, later: 1 }), { ok: true, data: { ...user, later: 1 } }],
    ["a charset", json(200, user, { "content-type": "Application/JSON; charset=utf-8" }), { ok: true, data: user }],
    ["a body in chunks", chunked(200, JSON.stringify(user), asJson), { ok: true, data: user }],
  ])("%s", async (_, answer, expected) => {
    expect(await resolveUser(answer)).toMatchObject({ result: expected });
  });
});
