// A control that shares nothing with the sandbox: five operations by hand, so that `verify` is not measured against its sibling alone.
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { listenOn } from "../../../../src/shared/terminal/index.ts";

/** The operations that the control has. */
export const controlled = ["createUser", "resolveUser", "createLinkCode", "listLabs", "listMarkers"] as const;

/** The key that it takes. */
export const controlKey = "sk_control_key";

/** An answer of the control. */
interface Reply {
  readonly status: number;
  readonly body: unknown;
}

interface Sent {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

const refuse = (status: number): Reply => ({ status, body: { detail: `Refused with ${status}.` } });
const isUuid = (value: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
const isDate = (value: unknown) =>
  typeof value === "string" &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(`${value}T00:00Z`).toJSON()?.startsWith(value);
const isDateTime = (value: string) =>
  /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value));

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

/** Starts the control. */
export async function startControl() {
  const team_id = crypto.randomUUID();
  const users = new Map<string, { readonly user_id: string; readonly [field: string]: unknown }>();

  function create({ body }: Sent): Reply {
    let user: unknown;
    try {
      user = JSON.parse(body);
    } catch {
      return refuse(422);
    }
    if (typeof user !== "object" || user === null || Array.isArray(user)) return refuse(422);
    const { client_user_id, fallback_time_zone: zone = null, ...dates } = user as Record<string, unknown>;
    const { fallback_birth_date: born = null, ingestion_start = null, ingestion_end = null } = dates;
    if (typeof client_user_id !== "string" || (zone !== null && typeof zone !== "string")) return refuse(422);
    if (![born, ingestion_start, ingestion_end].every((date) => date === null || isDate(date))) return refuse(422);
    const known = users.get(client_user_id);
    if (known !== undefined) return { status: 400, body: { user_id: known.user_id, created_on: known["created_on"] } };
    const [user_id, created_on] = [crypto.randomUUID(), new Date().toISOString()];
    const fallback = { source_slug: "manual", updated_at: created_on };
    users.set(client_user_id, {
      user_id,
      team_id,
      client_user_id,
      created_on,
      connected_sources: [],
      fallback_time_zone: { id: zone ?? "UTC", ...fallback },
      ...(born === null ? {} : { fallback_birth_date: { value: born, ...fallback } }),
      ingestion_start,
      ingestion_end,
    });
    return { status: 200, body: { user_id, client_user_id } };
  }

  function resolve({ path }: Sent): Reply {
    const user = users.get(decodeURIComponent(path.split("/").at(-1) ?? ""));
    return user === undefined ? refuse(404) : { status: 200, body: user };
  }

  function link({ query }: Sent): Reply {
    const [user, expires] = [query.get("user_id") ?? "", query.get("expires_at")];
    if (!isUuid(user) || (expires !== null && !isDateTime(expires))) return refuse(422);
    const code = `skeu${Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0")}`;
    const expires_at = expires ?? new Date(Date.now() + 3_600_000).toISOString();
    return { status: 200, body: { code, exchange_url: `control://link?code=${code}`, expires_at } };
  }

  function list({ query }: Sent): Reply {
    const [page, size] = [query.get("page") ?? "1", query.get("size") ?? "50"];
    const account = query.get("lab_account_id");
    if (![page, size].every((number) => /^[1-9]\d*$/.test(number)) || Number(size) > 100) return refuse(422);
    if (account !== null && !isUuid(account)) return refuse(422);
    const slug = query.get("lab_slug");
    const found = markers.filter(
      ({ lab_id }) => slug === null || labs.some((one) => one.slug === slug && one.id === lab_id),
    );
    const [first, count] = [(Number(page) - 1) * Number(size), Number(size)];
    return {
      status: 200,
      body: {
        markers: found.slice(first, first + count),
        total: found.length,
        page: Number(page),
        size: count,
        pages: Math.ceil(found.length / count),
      },
    };
  }

  function answer({ method, headers }: IncomingMessage, sent: Sent): Reply {
    if (headers["x-service-api-key"] !== controlKey) return refuse(401);
    const line = `${method} ${sent.path}`;
    const isJson = headers["content-type"] === "application/json";
    if (line === "POST /v2/user/") return sent.body === "" || isJson ? create(sent) : refuse(422);
    if (line.startsWith("GET /v2/user/resolve/")) return resolve(sent);
    if (line === "POST /v2/link/code/create") return link(sent);
    if (line === "GET /v3/lab_tests/labs") return { status: 200, body: labs };
    return line === "GET /v3/lab_tests/markers" ? list(sent) : refuse(404);
  }

  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? "", "http://control");
    const sent = { path, query, body: await text(request) };
    const { status, body } = answer(request, sent);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  const url = await listenOn(server, 0, "the control", "Try again.");
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
