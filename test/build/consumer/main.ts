// The code of a consumer: every entry of the package, used and named; compiled and run from the packed tarball only.
import {
  ApiError,
  type Client,
  type ClientEvent,
  type ClientOptions,
  createClient,
  createManagementClient,
  eachMarker,
  eachTeam,
  isKnownAuthType,
  type KnownAuthType,
  type ManagementClient,
  RedirectError,
  unwrap,
  wrapAsPathBasedClient,
} from "wearable-health-api";
import { EventError, type KnownEvent, type ParsedEvent, parseEvent } from "wearable-health-api/events";
import { type EventProblem, validateEvent } from "wearable-health-api/events/validate";
import { createdUser, createUserRequest, user } from "wearable-health-api/examples";
import type {
  components,
  KnownSourceType,
  Marker,
  Order,
  operations,
  paths,
  User,
  webhooks,
} from "wearable-health-api/types";

// A client that a module exports can be named in its declarations
export const exportedClient = createClient({ apiKey: "any", baseUrl: "http://127.0.0.1:4010" });
export const byPath = wrapAsPathBasedClient(exportedClient);
export const resolveUser = (client_user_id: string) =>
  exportedClient.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_user_id } } });

/** Calls the service at this address, and a server that redirects each call there; says what came of it, line by line. */
export async function main(baseUrl: string, redirecting: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const events: ClientEvent[] = [];
  const options: ClientOptions = { apiKey: async () => "any", baseUrl, onEvent: (event) => events.push(event) };
  const client: Client = createClient(options);

  const result = await client.GET("/v2/user/resolve/{client_user_id}", {
    params: { path: { client_user_id: "demo-runner-01" } },
  });
  if (result.ok) {
    const found: User = result.data;
    lines.push(`resolved ${found.client_user_id}`);
  } else if (result.status === 404) {
    const { error }: { error: components["schemas"]["ErrorBody"] } = result;
    lines.push(`not found ${JSON.stringify(error)}`);
  }

  const created = await client.POST("/v2/user/", { body: createUserRequest });
  if (!created.ok && created.status === 400) lines.push(created.error.user_id);
  lines.push(`created ${created.ok && created.data.user_id === createdUser.user_id}`);

  try {
    await unwrap(
      client.GET("/v2/user/resolve/{client_user_id}", {
        params: { path: { client_user_id: "nobody" } },
        headers: { Prefer: "code=404" },
      }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    lines.push(`refused ${error.status} ${error.method} ${error.path}`);
  }

  const file = new File(["%PDF-1.7"], "report.pdf", { type: "application/pdf" });
  const uploaded = await client.POST("/lab_report/v1/parser/job", { body: { file, request_human_review: true } });
  lines.push(`uploaded ${uploaded.status}`);

  const redirected = createClient({ ...options, baseUrl: redirecting });
  lines.push(
    `redirect ${await unwrap(redirected.GET("/v2/providers/")).catch((error) => error instanceof RedirectError)}`,
  );

  const markers: Marker[] = [];
  for await (const marker of eachMarker(client, "7c1d0c0e-2f0e-4b0a-9a57-0c8f1d3b7a10")) markers.push(marker);
  lines.push(`markers ${markers.length > 0}`);

  const management: ManagementClient = createManagementClient({ managementKey: "any", baseUrl });
  for await (const team of eachTeam(management, "7c1d0c0e-2f0e-4b0a-9a57-0c8f1d3b7a10")) {
    lines.push(`team ${typeof team.name}`);
    break;
  }

  const parsed: ParsedEvent = parseEvent({
    event_type: "daily.data.steps.created",
    data: { source: { provider: "demo" } },
  });
  if (parsed.known) {
    const event: KnownEvent = parsed.event;
    lines.push(`event ${parsed.name} ${event.event_type}`);
  }
  try {
    parseEvent("[]");
  } catch (error) {
    lines.push(`no event ${error instanceof EventError}`);
  }
  const problems: readonly EventProblem[] = validateEvent({ event_type: "daily.data.steps.created" });
  lines.push(`problems ${problems.length > 0}`);
  lines.push(`fixture ${user.client_user_id}`, `hook ${events.length > 0}`);
  return lines;
}

/** An option that may be left out may be undefined, and a result may be taken apart. */
export async function pass(zone?: string, page?: number): Promise<string> {
  const body = { client_user_id: "demo-runner-01", fallback_time_zone: zone };
  const { data, error } = await exportedClient.POST("/v2/user/", { body, headers: undefined });
  if (data === undefined) return JSON.stringify(error);
  const params = { path: { lab_test_id: data.user_id }, query: { page, size: undefined } };
  const result = await exportedClient.GET("/v3/lab_tests/{lab_test_id}/markers", { params });
  await exportedClient.GET("/v2/providers/", { params: undefined });
  await exportedClient.POST("/v3/order", { body: { patient_address: { access_notes: zone } } });
  return (await unwrap(result)).markers.map(({ name }) => name).join();
}

/** An open enum is exhaustive over what is known, and still has a default. */
export function describeAuth(type: components["schemas"]["AuthType"]): string {
  if (!isKnownAuthType(type)) return `newer than this package: ${type}`;
  const known: Record<KnownAuthType, string> = {
    oauth: "OAuth",
    team_oauth: "OAuth of the team",
    sdk: "SDK",
    password: "password",
    email: "email",
    app: "app",
  };
  return known[type];
}

/** Types that are named only. */
export interface Named {
  readonly order: Order;
  readonly path: keyof paths;
  readonly operation: keyof operations;
  readonly webhook: keyof webhooks;
  readonly source: KnownSourceType;
}

/** Calls that must not compile; never called. They show that the package has its types: `test/client/client.test-d.ts` has more. */
export function mistakes(client: Client, management: ManagementClient): readonly unknown[] {
  return [
    // @ts-expect-error a misspelt path parameter
    client.GET("/v2/user/resolve/{client_user_id}", { params: { path: { client_userid: "a" } } }),
    // @ts-expect-error a misspelt key in the body
    client.POST("/v2/user/", { body: { client_userid: "a" } }),
    // @ts-expect-error a route of the other credential
    management.GET("/v2/providers/"),
    // @ts-expect-error no such type of event has this name
    parseEvent("{}").name === "daily.data.created",
    // @ts-expect-error a field that users do not have
    user.clientUserId,
  ];
}
