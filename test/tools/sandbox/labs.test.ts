// Labs, markers and lab accounts in the sandbox: pages, filters, and what an account makes available.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  labAccounts,
  labAccountsPending,
  labs,
  markersFirstPage,
  markersLastPage,
} from "../../../generated/examples.ts";
import { frozenSandbox } from "./frozen-sandbox.ts";

const active = "b4d8fac2-5e37-4091-86c3-d9e2f406b8ca";
const pending = "c5e90bd3-6f48-41a2-97d4-eaf30517c9db";
const nobody = "00000000-0000-4000-8000-000000000000";
const metabolicPanel = "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7b9";
const completePanel = "a3c7e9b1-4d26-4f80-95b2-c8d1e3f5a7c0";

const { sandbox, client } = await frozenSandbox();

interface MarkerQuery {
  lab_slug?: string;
  lab_account_id?: string;
  page?: number;
  size?: number;
}

async function markers(query: MarkerQuery = {}) {
  const result = await client.GET("/v3/lab_tests/markers", { params: { query } });
  if (!result.ok) throw new Error(`The markers were refused: ${result.status}`);
  return result.data;
}

async function markersOf(lab_test_id: string, query: Omit<MarkerQuery, "lab_slug"> = {}) {
  const result = await client.GET("/v3/lab_tests/{lab_test_id}/markers", { params: { path: { lab_test_id }, query } });
  if (!result.ok) throw new Error(`The markers were refused: ${result.status}`);
  return result.data;
}

async function accounts(query: { lab_account_id?: string; status?: string } = {}) {
  const result = await client.GET("/v3/lab_test/lab_account", { params: { query } });
  return result.ok ? result.data : result.status;
}

test("the labs are those of the examples", async () => {
  expect(await client.GET("/v3/lab_tests/labs")).toMatchObject({ ok: true, data: labs });
});

test("the Metabolic panel pages as in the examples", async () => {
  expect(await markersOf(metabolicPanel, { size: 2 })).toEqual(markersFirstPage);
  expect(await markersOf(metabolicPanel, { size: 2, page: 3 })).toEqual(markersLastPage);
});

test("without page and size it is the first page of 50; a page beyond the last is empty and still counts all", async () => {
  const { markers: first, ...counts } = await markersOf(completePanel);
  expect(first).toHaveLength(50);
  expect(counts).toEqual({ total: 120, page: 1, size: 50, pages: 3 });
  expect(await markersOf(completePanel, { page: 4 })).toEqual({ markers: [], total: 120, page: 4, size: 50, pages: 3 });
});

test("all pages together are the whole list, each marker once, whatever the size", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom(undefined, "demo_lab_north", "demo_lab_south"),
      fc.constantFrom(undefined, active, pending),
      async (size, lab_slug, lab_account_id) => {
        const query = {
          ...(lab_slug === undefined ? {} : { lab_slug }),
          ...(lab_account_id === undefined ? {} : { lab_account_id }),
        };
        const whole: number[] = [];
        for (let page = 1; page <= 2; page += 1) {
          whole.push(...(await markers({ ...query, size: 100, page })).markers.map(({ id }) => id));
        }
        const { total, pages } = await markers({ ...query, size });
        const paged: number[] = [];
        for (let page = 1; page <= Number(pages); page += 1) {
          const one = await markers({ ...query, size, page });
          expect(one).toMatchObject({ total, pages, page, size });
          paged.push(...one.markers.map(({ id }) => id));
        }
        expect(paged).toEqual(whole);
        expect(new Set(paged).size).toBe(total);
      },
    ),
    { numRuns: 15 },
  );
});

test("a lab's slug narrows the markers to the lab, an unknown one to none", async () => {
  const south = await markers({ lab_slug: "demo_lab_south" });
  expect(new Set(south.markers.map(({ lab_id }) => lab_id))).toEqual(new Set([2]));
  expect(south.total).toBe(5);
  expect((await markers({ lab_slug: "demo_lab_north" })).total).toBe(120);
  expect((await markers()).total).toBe(125);
  expect((await markers({ lab_slug: "no_lab" })).total).toBe(0);
});

test("an active account has every marker, a pending one those of fixed price, an unknown one is refused", async () => {
  expect((await markersOf(metabolicPanel, { lab_account_id: active })).total).toBe(5);
  const limited = await markersOf(metabolicPanel, { lab_account_id: pending });
  expect(limited.markers.map(({ id }) => id)).toEqual([101, 102, 103, 105]);
  expect(limited.total).toBe(4);
  expect((await markers({ lab_account_id: pending })).total).toBeLessThan(125);
  // The account decides by its status: once it is active it has them all
  await sandbox.simulate.labAccountSet({ lab_account_id: pending, status: "ACTIVE" });
  expect((await markersOf(metabolicPanel, { lab_account_id: pending })).total).toBe(5);
  const query = { lab_account_id: nobody };
  const path = { lab_test_id: metabolicPanel };
  expect(await client.GET("/v3/lab_tests/{lab_test_id}/markers", { params: { path, query } })).toMatchObject({
    status: 422,
  });
  expect(await client.GET("/v3/lab_tests/markers", { params: { query } })).toMatchObject({ status: 422 });
});

test("lab accounts are filtered by id and by status", async () => {
  expect(await accounts()).toEqual(labAccounts);
  expect(await accounts({ status: "PENDING" })).toEqual(labAccountsPending);
  expect(await accounts({ lab_account_id: active.toUpperCase() })).toEqual([
    { lab_account_id: active, status: "ACTIVE" },
  ]);
  expect(await accounts({ lab_account_id: active, status: "PENDING" })).toEqual([]);
  expect(await accounts({ lab_account_id: nobody })).toEqual([]);
});

test("an account that is set is listed, with its default comments until they are removed", async () => {
  const { lab_account_id } = await sandbox.simulate.labAccountSet({ default_clinical_comments: "Handle with care." });
  expect(await accounts({ lab_account_id })).toEqual([
    { lab_account_id, status: "ACTIVE", default_clinical_comments: "Handle with care." },
  ]);
  await sandbox.simulate.labAccountSet({ lab_account_id, status: "SUSPENDED" });
  expect(await accounts({ status: "SUSPENDED" })).toMatchObject([{ default_clinical_comments: "Handle with care." }]);
  await sandbox.simulate.labAccountSet({ lab_account_id, default_clinical_comments: null });
  expect(await accounts({ lab_account_id })).toEqual([{ lab_account_id, status: "SUSPENDED" }]);
  expect(await accounts()).toHaveLength(3);
});

test("a newer service shows values that the contract does not know", async () => {
  await sandbox.simulate.settingsChanged({ newer_values: true });
  expect(await client.GET("/v3/lab_tests/labs")).toMatchObject({
    data: [{ collection_methods: expect.arrayContaining(["newer_collection_method"]) }, {}],
  });
  expect((await markers({ size: 1 })).markers[0]?.type).toBe("newer_marker_type");
});
