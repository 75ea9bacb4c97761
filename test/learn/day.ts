// A day of some users with the sandbox, as recordings: the entries of a HAR file, and the bodies of the events.
import { exampleCast } from "../../src/verify/index.ts";
import { inProcess, managementKey, teamKey } from "../verify/gallery/server.ts";

/** An entry of a HAR file, as far as these tests read it. */
export interface Entry {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly postData?: { readonly mimeType: string; readonly text: string };
  };
  readonly response: {
    status: number;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    content: { size?: number; text?: string; encoding?: string; readonly mimeType?: string };
  };
}

/** What was recorded. */
export interface Day {
  readonly entries: readonly Entry[];
  readonly events: readonly Readonly<Record<string, unknown>>[];
}

/** An entry for a call and its answer. */
export function entryFor(method: string, path: string, status: number, answered: unknown, sent?: unknown): Entry {
  const headers = [{ name: "Content-Type", value: "application/json" }];
  const postData = { mimeType: "application/json", text: JSON.stringify(sent) };
  return {
    request: { method, url: `https://api.example.com${path}`, headers, ...(sent === undefined ? {} : { postData }) },
    response: { status, headers, content: { text: JSON.stringify(answered) } },
  };
}

/** Records the calls of some users, and the events that they led to. */
export async function recordDay(users: number): Promise<Day> {
  const server = await inProcess();
  const { simulate, events } = server.world;
  const cast = exampleCast as Required<typeof exampleCast>;
  const entries: Entry[] = [];
  const call = async (method: string, path: string, sent?: object, key = true) => {
    const body = sent instanceof FormData ? sent : JSON.stringify(sent);
    const headers = {
      ...(key &&
        (path.startsWith("/v1/org") ? { "x-management-key": managementKey } : { "x-service-api-key": teamKey })),
      ...(typeof body === "string" && { "content-type": "application/json" }),
    };
    const init = { method, headers, ...(body !== undefined && { body }) };
    const response = await server.fetch(`https://api.example.com${path}`, init as RequestInit);
    const answered: unknown = await response.json();
    entries.push(entryFor(method, path, response.status, answered, sent instanceof FormData ? undefined : sent));
    return answered as Readonly<Record<string, unknown>>;
  };
  for (let number = 1; number <= users; number += 1) {
    const client_user_id = `day-${number}`;
    await call("POST", "/v2/user/", { client_user_id }, false);
    const user_id = String((await call("POST", "/v2/user/", { client_user_id }))["user_id"]);
    await call("POST", "/v2/user/", { client_user_id });
    await simulate.connectionMade({ user_id, provider: "demo_ring" });
    await simulate.dataArrived({ user_id, provider: "demo_ring", resource: "sleep" });
    await call("GET", `/v2/summary/sleep/${user_id}`);
    await call("GET", `/v2/user/resolve/${client_user_id}`);
    await call("GET", `/v2/user/resolve/${client_user_id}-unknown`);
    await call("GET", `/v2/user/providers/${user_id}`);
    await call("POST", `/v2/user/refresh/${user_id}`);
    await call("POST", `/v2/link/code/create?user_id=${user_id}`);
    await call("GET", "/v3/lab_tests/markers?size=3");
    await call("GET", `/v3/order/psc/info?zip_code=${cast.zip_code}&lab_id=${cast.lab_id}`);
    await simulate.demographicsSet({ user_id, demographics: {} });
    await call("POST", "/v3/order", { patient_address: { access_notes: "Side entrance." } });
    const form = new FormData();
    form.append("file", new Blob(["%PDF-1.4 a report"], { type: "application/pdf" }), "report.pdf");
    const job_id = String((await call("POST", "/lab_report/v1/parser/job", form))["id"]);
    await simulate.parsingJobFinished({ job_id, status: "pending_review" });
    await call("GET", `/lab_report/v1/parser/job/${job_id}`);
    await call("GET", `/v1/org/${cast.org_id}/team`);
  }
  return { entries, events: (await events.all()).map(({ payload }) => payload as Day["events"][number]) };
}
