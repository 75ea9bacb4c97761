// The labs are those of the examples, and a lab account decides which markers are available.
import { expect, test } from "vitest";
import { labs } from "../../generated/examples.ts";
import { active, nobody, pending } from "./cast.ts";
import { call, statuses, useWorlds, world } from "./fresh-world.ts";

useWorlds();

const metabolic = "/a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9";

interface Page {
  readonly markers: readonly { readonly id: number }[];
  readonly total: number;
}

/** The markers of a panel, or all. */
const markers = async (query: string, panel = "") =>
  (await call<Page>(`GET /v3/lab_tests${panel}/markers?${query}`)).body;
const accounts = async (query = "") => (await call<object[]>(`GET /v3/lab_test/lab_account?${query}`)).body;

test("the labs are those of the examples", async () => {
  expect((await call("GET /v3/lab_tests/labs")).body).toEqual(labs);
});

test("an active account has every marker, a pending one those of fixed price, an unknown one is refused", async () => {
  const of = async (account: string) =>
    (await markers(`lab_account_id=${account}`, metabolic)).markers.map(({ id }) => id);
  const every = [101, 102, 103, 104, 105];
  expect(await of(active)).toEqual(every);
  expect(await of(pending)).toEqual(every.filter((id) => id !== 104));
  expect((await markers(`lab_account_id=${pending}`)).total).toBeLessThan(125);
  // The account decides by its status: once it is active it has them all
  await world.simulate.labAccountSet({ lab_account_id: pending, status: "ACTIVE" });
  expect(await of(pending)).toEqual(every);
  const refused = ["", metabolic].map((panel) => `GET /v3/lab_tests${panel}/markers?lab_account_id=${nobody}`);
  expect(await statuses(...refused)).toEqual([422, 422]);
});

test("an account that is set is listed, with its default comments until they are removed", async () => {
  const { labAccountSet } = world.simulate;
  const comments = { default_clinical_comments: "Handle with care." };
  const { lab_account_id } = await labAccountSet(comments);
  const query = `lab_account_id=${lab_account_id}`;
  expect(await accounts(query)).toEqual([{ lab_account_id, status: "ACTIVE", ...comments }]);
  await labAccountSet({ lab_account_id, status: "SUSPENDED" });
  expect(await accounts("status=SUSPENDED")).toMatchObject([comments]);
  await labAccountSet({ lab_account_id, default_clinical_comments: null });
  expect(await accounts(query)).toEqual([{ lab_account_id, status: "SUSPENDED" }]);
  expect(await accounts()).toHaveLength(3);
});
