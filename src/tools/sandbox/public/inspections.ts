// What can be looked at in a sandbox that no operation shows, as its callers see it.
import type { InspectionCalls } from "../../../../generated/control-calls.ts";
import type { PatientAddress } from "../../../../generated/schemas.ts";
import type { StoredAppointment, StoredForwarding } from "../world/records/appointments.ts";
import type { StoredConnection } from "../world/records/connections.ts";
import type { StoredData } from "../world/records/data.ts";
import type { StoredLinkCode, StoredPortalUrl } from "../world/records/link.ts";
import type { StoredOrder } from "../world/records/orders.ts";
import type { StoredUser } from "../world/records/users.ts";

/** What a lab is sent of an order. */
export interface Requisition {
  readonly order_id: string;
  readonly lab_account_id: string;
  readonly patient_address: PatientAddress | null;
  /** Those of the order and of the account, joined; null where there are none. */
  readonly clinical_comments: string | null;
}

/** Has it expired by the world's clock? */
export interface Expiry {
  readonly is_expired: boolean;
}

/** What each inspection shows, as it is kept. Its input and its description stand in the document of the control plane. */
export interface InspectionResults {
  /** Undefined where there is none. */
  readonly user: StoredUser | undefined;
  readonly connections: readonly StoredConnection[];
  readonly healthData: readonly StoredData[];
  readonly linkCodes: readonly (StoredLinkCode & Expiry)[];
  readonly portalUrl: StoredPortalUrl & Expiry;
  readonly order: StoredOrder;
  readonly appointments: readonly StoredAppointment[];
  readonly phlebotomyForwarded: readonly StoredForwarding[];
  readonly requisition: Requisition;
}

/** What can be looked at, as the document of the control plane has it. */
export interface Inspections extends InspectionCalls<InspectionResults> {}
