// A correct server that shares no code with the sandbox: five operations on Fastify, so that `verify` is not measured against its sibling alone.
import fastify from "fastify";

/** The operations that the control has. */
export const controlled = ["createUser", "resolveUser", "createLinkCode", "listLabs", "listMarkers"] as const;

/** The key that it takes. */
export const controlKey = "sk_control_key";

const lab = (id: number, slug: string) => ({
  id,
  slug,
  name: slug,
  first_line_address: "1 Control Street",
  city: "Controlton",
  zipcode: "85001",
  collection_methods: [],
  sample_types: [],
});
const labs = [lab(7, "control_lab"), lab(8, "other_lab")];

const markers = Array.from({ length: 45 }, (_, index) => ({
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
  properties: { page: number("^[1-9]\\d*$"), size: number("^([1-9]\\d?|100)$"), lab_account_id: uuid },
};

const refusal = { detail: "Refused." };

/** Starts the control. */
export async function startControl() {
  const team_id = crypto.randomUUID();
  const users = new Map<
    string,
    { readonly user_id: string; readonly created_on: string; readonly [field: string]: unknown }
  >();
  const app = fastify({ routerOptions: { maxParamLength: 5000 }, ajv: { customOptions: { coerceTypes: false } } });
  app.addHook("onRequest", async ({ headers }, reply) =>
    headers["x-service-api-key"] === controlKey ? undefined : reply.code(401).send(refusal),
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
      return { code, exchange_url: `control://link?code=${code}`, expires_at };
    },
  );

  app.get("/v3/lab_tests/labs", async () => labs);

  app.get<{ Querystring: { page?: string; size?: string; lab_slug?: string } }>(
    "/v3/lab_tests/markers",
    { schema: { querystring: page } },
    async ({ query: { page = "1", size = "50", lab_slug } }) => {
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
