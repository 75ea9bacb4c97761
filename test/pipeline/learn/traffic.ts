// The traffic that the servers of `learn`'s tests are recorded with: what `verify` sends, and days in the life of some users.
import type { SandboxWorld } from "../../../src/tools/sandbox/start-sandbox.ts";
import { exampleCast } from "../../../src/tools/verify/index.ts";
import { managementKey, teamKey } from "../../tools/verify/gallery/server.ts";

type Fetch = (address: string, init?: RequestInit) => Promise<Response>;

/** What a caller needs of a server. */
export interface Traffic {
  readonly fetch: Fetch;
  /** Lets happen what no operation brings about. */
  readonly simulate: SandboxWorld["simulate"];
}

/**
 * Lives through a day of some users: each is created, connected and read, orders a test, gets an appointment and its results, and
 * sends a lab report. `verify` alone calls most places for one user only, and books once.
 */
export async function liveThrough({ fetch, simulate }: Traffic, users: number, name: string): Promise<void> {
  const cast = exampleCast as Required<typeof exampleCast>;
  const send = async (method: string, path: string, body: unknown, key: Readonly<Record<string, string>>) => {
    const response = await fetch(`http://gallery${path}`, {
      method,
      headers: {
        ...key,
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return (text === "" ? {} : JSON.parse(text)) as Readonly<Record<string, unknown>>;
  };
  let number = 1;
  const call = async (method: string, path: string, body?: unknown) => {
    // Of the first users, each call is first made by somebody who has no key: `verify` does so for one user only
    if (number <= 2) await send(method, path, body, {});
    return send(
      method,
      path,
      body,
      path.startsWith("/v1/org") ? { "x-management-key": managementKey } : { "x-service-api-key": teamKey },
    );
  };
  for (; number <= users; number += 1) {
    const client_user_id = `${name}-${number}`;
    const { user_id: id } = await call("POST", "/v2/user/", { client_user_id });
    const user_id = String(id);
    await call("POST", "/v2/user/", { client_user_id });
    await simulate.connectionMade({ user_id, provider: "demo_ring" });
    for (const resource of ["activity", "body", "meal", "profile", "sleep", "workouts"]) {
      const provider = resource === "meal" || resource === "workouts" ? "demo_phone_health" : "demo_ring";
      if (resource === "meal") await simulate.connectionMade({ user_id, provider, connect_mode: "automatic" });
      await simulate.dataArrived({ user_id, provider, resource });
      await simulate.historicalPullCompleted({ user_id, provider, resource });
      await call("GET", `/v2/summary/${resource}/${user_id}`);
    }
    await call("GET", `/v2/user/resolve/${client_user_id}`);
    await call("GET", `/v2/user/providers/${user_id}`);
    await call("POST", `/v2/user/refresh/${user_id}`);
    await call("POST", `/v2/link/code/create?user_id=${user_id}`);
    await call("POST", `/v2/link/code/create?user_id=${crypto.randomUUID()}`);
    await call("GET", "/v2/link/provider/oauth/demo_ring");
    await call("GET", "/v2/link/provider/oauth/no_such_provider");
    await simulate.demographicsSet({ user_id, demographics: {} });
    await call("GET", "/v3/lab_tests/labs");
    await call("GET", "/v3/lab_tests/markers?size=3");
    await call("GET", `/v3/order/psc/info?zip_code=${cast.zip_code}&lab_id=${cast.lab_id}`);
    await call("GET", `/v3/order/area/info?zip_code=${cast.zip_code}`);
    const patient_address = { access_notes: "Side entrance." };
    const body = { patient_address, clinical_comments: "Fasting." };
    const order = await call("POST", number % 2 === 0 ? "/v3/order" : "/v3/order/create", body);
    const order_id = String(order["id"]);
    await call("POST", `/v2/user/${user_id}/create_portal_url`, { context: "launch", order_id });
    const imported = await call("POST", "/v3/order/import", { lab_account_id: cast.lab_account_id });
    const book = `/v3/order/${order_id}/phlebotomy/appointment`;
    await call("POST", "/v3/order/phlebotomy/appointment/availability", {});
    await call("POST", `${book}/book`, { appointment_notes: "Call first." });
    await call("POST", `${book}/request`, {});
    await call("PATCH", `${book}/reschedule`, { appointment_notes: "Ring the bell." });
    await call("POST", "/v3/order/psc/appointment/availability", {});
    await call("POST", `/v3/order/${String(imported["id"])}/psc/appointment/book`, {});
    await simulate.orderMoved({
      order_id,
      status: "collecting_sample.testkit.problem_in_transit_lab",
      low_level_status: "lost",
      status_detail: "The parcel was lost.",
    });
    const form = new FormData();
    form.append("file", new Blob(["%PDF-1.4 a report"], { type: "application/pdf" }), "report.pdf");
    const job = await call("POST", "/lab_report/v1/parser/job", form);
    const job_id = String(job["id"]);
    await simulate.parsingJobFinished({ job_id, status: "pending_review" });
    await call("GET", `/lab_report/v1/parser/job/${job_id}`);
    await call("GET", `/lab_report/v1/parser/job/${cast.job_id}`);
    await call("GET", `/lab_report/v1/parser/job/${crypto.randomUUID()}`);
    await call("GET", `/v1/org/${cast.org_id}/team`);
    await call("GET", `/v2/user/resolve/${client_user_id}-unknown`);
    await call("POST", `/v2/user/refresh/${crypto.randomUUID()}`);
    await call("DELETE", `/v2/user/${user_id}/demo_ring`);
  }
}
