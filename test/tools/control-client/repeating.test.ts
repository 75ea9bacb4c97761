// What the client of the control plane sends again, and what it hands back at once.
import { expect, test } from "vitest";
import { repeating } from "../../../src/tools/control-client/index.ts";

/** Sends a call that gets these answers, one after the other, where 0 is none. */
async function called(answers: readonly number[], method = "POST") {
  const ids: (string | null)[] = [];
  const send = repeating(async ({ headers }) => {
    const status = answers[ids.length] ?? 200;
    ids.push(headers.get("x-sandbox-repeat-id"));
    if (status === 0) throw new TypeError("fetch failed");
    return new Response("{}", { status });
  });
  const { status } = await send(new Request("http://sandbox/", { method }));
  return { status, ids };
}

test.each([0, 502, 503, 504])(
  "a call that is answered with %i (0: not at all) is sent again with the same id",
  async (status) => {
    const [one, another] = await Promise.all([called([status]), called([status])]);
    expect(one).toEqual({ status: 200, ids: [expect.stringMatching(/^[\da-f-]{36}$/), one.ids[0]] });
    expect(another.ids[0]).not.toBe(one.ids[0]);
  },
);

test.each([200, 422, 429, 500])("an answer of %i is handed back at once", async (status) => {
  expect(await called([status])).toEqual({ status, ids: [expect.any(String)] });
});

test("a read is handed back at once, and has no id", async () => {
  expect(await called([503], "GET")).toEqual({ status: 503, ids: [null] });
});
