// `verify` says nothing of a correct server that shares no code with the sandbox, and of what it has not built yet one line.
import fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { allFindings, verifyAt } from "./gallery/faults/run.ts";
import { contract, readLimit } from "./gallery/routes.ts";

/** The operations that the server has. */
const built = ["createUser", "resolveUser", "createLinkCode", "listLabs", "listMarkers"] as const;

/** The key that it takes. */
const key = "sk_independent_key";

const lab = (id: number, slug: string) => ({
  id,
  slug,
  name: slug,
  first_line_address: "1 Main Street",
  city: "Ourtown",
  zipcode: "85001",
  collection_methods: [],
  sample_types: [],
});
const labs = [lab(7, "first_lab"), lab(8, "other_lab")];

// A prime number: no size but 1 has a full last page
const markers = Array.from({ length: 1009 }, (_, index) => ({
  id: index + 1,
  name: `Marker ${index + 1}`,
  slug: `marker-${index + 1}`,
  description: "Measured by nobody.",
  lab_id: index % 3 === 0 ? 8 : 7,
  provider_id: `C-${index + 1}`,
  type: "biomarker",
  unit: null,
  price: "1.00",
  expected_results: [],
}));

const date = { type: "string", format: "date", nullable: true };
const uuid = { type: "string", format: "uuid" };
const number = (pattern: string) => ({ type: "string", pattern });

interface NewUser {
  readonly client_user_id: string;
  readonly fallback_time_zone?: string | null;
  readonly fallback_birth_date?: string | null;
  readonly ingestion_start?: string | null;
  readonly ingestion_end?: string | null;
}
const newUser = {
  type: "object",
  required: ["client_user_id"],
  properties: {
    client_user_id: { type: "string" },
    fallback_time_zone: { type: "string", nullable: true },
    fallback_birth_date: date,
    ingestion_start: date,
    ingestion_end: date,
  },
};
const link = {
  type: "object",
  required: ["user_id"],
  properties: { user_id: uuid, expires_at: { type: "string", format: "date-time" } },
};
const page = {
  type: "object",
  properties: { page: number("^[1-9]\\d*$"), size: number("^[1-9]\\d*$"), lab_account_id: uuid },
};

const refusal = { detail: "Refused." };
const largestSize = readLimit("listMarkers", "size", "maximum");

/** Starts the server: five operations on Fastify, so that `verify` is not measured against its sibling, the sandbox, alone. */
async function startServer() {
  const team_id = crypto.randomUUID();
  const users = new Map<
    string,
    { readonly user_id: string; readonly created_on: string; readonly [field: string]: unknown }
  >();
  const app = fastify({ routerOptions: { maxParamLength: 5000 }, ajv: { customOptions: { coerceTypes: false } } });
  app.addHook("onRequest", async ({ headers }, reply) =>
    headers["x-service-api-key"] === key ? undefined : reply.code(401).send(refusal),
  );
  // Where nothing is there Fastify answers in its own words, also to a body that it cannot read
  app.setErrorHandler((error, { is404 }, reply) => {
    if (is404) throw error;
    return reply.code(422).send(refusal);
  });

  app.post<{ Body: NewUser }>("/v2/user/", { schema: { body: newUser } }, async ({ body }, reply) => {
    const { client_user_id, fallback_time_zone: zone, fallback_birth_date: born, ...period } = body;
    const known = users.get(client_user_id);
    if (known !== undefined) return reply.code(400).send({ user_id: known.user_id, created_on: known.created_on });
    const [user_id, created_on] = [crypto.randomUUID(), new Date().toISOString()];
    const fallback = { source_slug: "manual", updated_at: created_on };
    users.set(client_user_id, {
      user_id,
      team_id,
      client_user_id,
      created_on,
      connected_sources: [],
      fallback_time_zone: { id: zone ?? "UTC", ...fallback },
      ...(born ? { fallback_birth_date: { value: born, ...fallback } } : {}),
      ingestion_start: period.ingestion_start ?? null,
      ingestion_end: period.ingestion_end ?? null,
    });
    return { user_id, client_user_id };
  });

  app.get<{ Params: { id: string } }>("/v2/user/resolve/:id", async ({ params: { id } }, reply) => {
    return users.get(id) ?? reply.code(404).send(refusal);
  });

  app.post<{ Querystring: { expires_at?: string } }>(
    "/v2/link/code/create",
    { schema: { querystring: link } },
    async ({ query: { expires_at = new Date(Date.now() + 3_600_000).toISOString() } }) => {
      const code = `skeu${crypto.randomUUID().slice(0, 8)}`;
      return { code, exchange_url: `ours://link?code=${code}`, expires_at };
    },
  );

  app.get("/v3/lab_tests/labs", async () => labs);

  app.get<{ Querystring: { page?: string; size?: string; lab_slug?: string } }>(
    "/v3/lab_tests/markers",
    { schema: { querystring: page } },
    async ({ query: { page = "1", size = "50", lab_slug } }, reply) => {
      if (Number(size) > largestSize) return reply.code(422).send(refusal);
      const isAsked = (id: number) =>
        lab_slug === undefined || labs.some((one) => one.slug === lab_slug && one.id === id);
      const found = markers.filter(({ lab_id }) => isAsked(lab_id));
      const [number, count] = [Number(page), Number(size)];
      const shown = found.slice((number - 1) * count, number * count);
      return { markers: shown, total: found.length, page: number, size: count, pages: Math.ceil(found.length / count) };
    },
  );

  return { url: await app.listen({ host: "127.0.0.1", port: 0 }), close: () => app.close() };
}

test("nothing is found of it: what it does not have is not there, and only what needs ids is skipped", async () => {
  const { url, close } = await startServer();
  onTestFinished(close);
  // It knows nothing of the example cast: a user is created for the run
  const report = await verifyAt(url, { base: { url, key }, management: undefined, depth: 20 });
  expect(allFindings(report).map(({ check, message, curl }) => `${check}: ${message} ${curl}`)).toEqual([]);
  const isBuilt = (id: string) => built.some((one) => one === id);
  const [its, others] = [true, false].map((isIts) => report.operations.filter(({ id }) => isBuilt(id) === isIts));
  const skipped = its?.flatMap((operation) => operation.skipped.map(({ reason }) => reason));
  expect([...new Set(skipped)]).toEqual(["no `user` is known; name one in --data FILE"]);
  expect(others?.flatMap(({ passed }) => Object.keys(passed))).toEqual([]);
  const known = report.operations.map(({ id }) => id);
  expect(report.absent).toEqual(contract.operations.flatMap(({ id }) => (known.includes(id) ? [] : [id])));
  expect(report.absent).toContain("createOrder");
});

test("what it does not have is not there although its 404 quotes the query", async () => {
  const { url, close } = await startServer();
  onTestFinished(close);
  const data = { values: { zip_code: "85001", lab_id: 7 }, file: "data.json" };
  const only = ["listLabs", "getPscInfo", "getAreaInfo"];
  const report = await verifyAt(url, { base: { url, key }, management: undefined, data, only });
  expect([allFindings(report), report.absent]).toEqual([[], ["getPscInfo", "getAreaInfo"]]);
});
