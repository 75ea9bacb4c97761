// The story that every generated client tells the sandbox: each operation of the contract once, and one documented error.
import { exampleCast } from "../../src/verify/index.ts";

/** One call. A driver makes it with the generated client, by the operation's name; texts such as `$user_id` were saved before. */
interface Step {
  readonly operation: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The JSON body. */
  readonly body?: unknown;
  /** The files of a multipart body, by the name of their part. */
  readonly form?: Readonly<Record<string, { readonly name: string; readonly type: string; readonly text: string }>>;
  /** The documented error that is expected; without it, success is. */
  readonly status?: number;
  /** Fields of the answer to keep, by the name that later steps use. */
  readonly save?: Readonly<Record<string, string>>;
}

const cast = exampleCast as Required<typeof exampleCast>;
const path = { user_id: cast.user.user_id };
const appointment = { order_id: cast.phlebotomy_order_id };
const newUser = { client_user_id: "portability-01", fallback_time_zone: "Europe/Helsinki" };

/** The steps, in an order in which each can succeed on a sandbox with the demo cast. */
export const story: readonly Step[] = [
  { operation: "createUser", body: newUser, save: { user_id: "user_id" } },
  { operation: "createUser", body: newUser, status: 400 },
  { operation: "resolveUser", path: { client_user_id: "portability-01" } },
  { operation: "undoUserDeletion", body: { client_user_id: cast.deleted_user.client_user_id } },
  { operation: "createLinkCode", query: { user_id: "$user_id" } },
  { operation: "getLinkProvider", path: { oauth_provider: cast.oauth_provider } },
  { operation: "listProviders" },
  { operation: "listUserConnections", path },
  { operation: "refreshUserData", path, query: { timeout: 10 } },
  { operation: "listActivitySummaries", path },
  { operation: "listBodySummaries", path },
  { operation: "listMealSummaries", path },
  { operation: "listProfileSummaries", path },
  { operation: "listSleepSummaries", path },
  { operation: "listWorkoutSummaries", path },
  { operation: "createPortalUrl", path, body: { context: "launch", order_id: cast.order_id } },
  { operation: "listLabs" },
  { operation: "listMarkers", query: { lab_slug: cast.lab_slug, page: 1, size: 2 } },
  { operation: "listLabTestMarkers", path: { lab_test_id: cast.lab_test_id } },
  { operation: "listLabAccounts", query: { lab_account_id: cast.lab_account_id } },
  { operation: "getPscInfo", query: { zip_code: cast.zip_code, lab_id: cast.lab_id, capabilities: ["stat"] } },
  { operation: "getAreaInfo", query: { zip_code: cast.zip_code, labs: [cast.lab_slug] } },
  {
    operation: "createOrder",
    headers: { "Idempotency-Key": "portability-01" },
    body: { patient_address: { access_notes: "Side entrance." }, clinical_comments: "Fasting." },
  },
  { operation: "placeOrder", headers: { "Idempotency-Key": "portability-02" }, body: {} },
  { operation: "importOrder", body: {} },
  { operation: "getPhlebotomyAppointmentAvailability", body: {} },
  { operation: "bookPhlebotomyAppointment", path: appointment, body: { appointment_notes: "Call first." } },
  { operation: "reschedulePhlebotomyAppointment", path: appointment, body: { appointment_notes: "Ring the bell." } },
  { operation: "requestPhlebotomyAppointment", path: appointment, body: {} },
  { operation: "getPscAppointmentAvailability", body: {} },
  {
    operation: "bookPscAppointment",
    path: { order_id: cast.psc_order_id },
    headers: { "Idempotency-Key": "portability-03" },
    body: {},
  },
  {
    operation: "createLabReportParsingJob",
    form: { file: { name: "report.pdf", type: "application/pdf", text: "%PDF-1.4 a report" } },
  },
  { operation: "getLabReportParsingJob", path: { job_id: cast.job_id } },
  { operation: "listOrganizationTeams", path: { org_id: cast.org_id } },
  { operation: "disconnectProvider", path: { ...path, provider: cast.connected_provider } },
];
