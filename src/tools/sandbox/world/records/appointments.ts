// What is remembered of appointments, of the slots that they hold, and of what phlebotomy providers were sent.

/** Where blood is drawn: at home, or at a patient service center. */
export type AppointmentKind = "phlebotomy" | "psc";

/** An appointment. An order has at most one of each kind that is neither refused nor replaced. */
export interface StoredAppointment {
  readonly id: string;
  readonly order_id: string;
  readonly kind: AppointmentKind;
  /** The contract shows no status of an appointment: inspections and order events report it. Choice: appointment-fields */
  readonly status: "requested" | "booked" | "unconfirmed" | "confirmed" | "refused" | "replaced";
  /** When it begins, a date-time; null for one that was only requested. */
  readonly start: string | null;
  readonly appointment_notes?: string;
  readonly made_at: string;
}

/** That an appointment holds a slot, from when and until when: so that earlier availability can still be worked out. */
export interface StoredSlotHold {
  readonly id: string;
  readonly appointment_id: string;
  readonly kind: AppointmentKind;
  readonly start: string;
  readonly fromMs: number;
  /** Absent while it is held. */
  readonly untilMs?: number;
}

/** What a phlebotomy provider was sent. */
export interface StoredForwarding {
  readonly order_id: string;
  readonly occasion: "booking" | "reschedule";
  readonly forwarded_at: string;
  readonly start: string | null;
  /** Null where there were none. */
  readonly access_notes: string | null;
  readonly appointment_notes: string | null;
}
