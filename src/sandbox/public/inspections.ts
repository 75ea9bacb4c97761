// What can be looked at in a sandbox that no operation shows, as its callers see it.
import type { PatientAddress } from "../../../generated/schemas.ts";
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

/** What no operation shows. Each changes nothing, and throws `HappeningRefused` for what is not there. */
export interface Inspections {
  /** A user as it is kept, deleted or not; undefined where there is none. */
  user(input: { readonly user_id: string }): StoredUser | undefined;
  /** The connections of a user with their connect mode, what is prepared, what is in progress, and what was pulled. */
  connections(input: { readonly user_id: string }): readonly StoredConnection[];
  /** The health data of a user as it is kept, timeseries values included. */
  healthData(input: {
    readonly user_id: string;
    readonly resource?: string;
    readonly provider?: string;
  }): readonly StoredData[];
  /** The link codes of a user, or of all. */
  linkCodes(input: { readonly user_id?: string }): readonly (StoredLinkCode & Expiry)[];
  /** Whom a portal URL is for, and where it leads. */
  portalUrl(input: { readonly url: string }): StoredPortalUrl & Expiry;
  /** An order as it is kept, with its results. */
  order(input: { readonly order_id: string }): StoredOrder;
  /** The order's appointments, the latest last, those that were replaced or refused included. */
  appointments(input: { readonly order_id: string }): readonly StoredAppointment[];
  /** What the phlebotomy provider was sent, each time. */
  phlebotomyForwarded(input: { readonly order_id: string }): readonly StoredForwarding[];
  /** The requisition of an order, as it would be written now. */
  requisition(input: { readonly order_id: string }): Requisition;
}
