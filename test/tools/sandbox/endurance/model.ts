// The picture that the model keeps of one world: what must be there, and the events that must have been written, in their order.
import type { PlannedReceiver } from "./planned-receiver.ts";

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** When every world begins. */
export const startMs = Date.parse("2026-03-02T09:00:00.000Z");

/** How long a deletion can be undone. */
export const gracePeriodMs = 7 * day;

export interface ModelConnection {
  readonly provider: string;
  status: "connected" | "error";
  readonly mode: "automatic" | "explicit";
  readonly resources: readonly string[];
  becomes: "refreshed" | "failed" | number;
  inProgress: Map<string, number>;
  readonly pulled: Set<string>;
}

export interface ModelUser {
  readonly name: string;
  readonly userId: string;
  readonly createdOn: string;
  readonly zone: string;
  readonly ingestionStart: string | null;
  deletedAtMs: number | undefined;
  readonly connections: Map<string, ModelConnection>;
  /** By provider, resource and day. */
  readonly data: Map<
    string,
    { readonly provider: string; readonly resource: string; readonly day: string; value: number | undefined }
  >;
}

export interface ModelAppointment {
  readonly id: string;
  readonly kind: "phlebotomy" | "psc";
  status: "requested" | "booked" | "unconfirmed" | "confirmed" | "refused" | "replaced";
  start: string | null;
}

export interface ModelOrder {
  readonly id: string;
  readonly userId: string;
  steps: number;
  lastStatus: string | undefined;
  readonly appointments: ModelAppointment[];
  prepared: "confirmed" | "refused" | undefined;
}

export interface ModelJob {
  readonly id: string;
  readonly review: boolean;
  status: string | undefined;
}

/** An event that must be in the log: its data has at least these fields. */
export interface ModelEvent {
  readonly type: string;
  /** Empty where it is about nobody. */
  readonly userId: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ModelEndpoint {
  readonly id: string;
  readonly receiver: PlannedReceiver;
  /** The first event that it gets, counted in the log. */
  readonly from: number;
  /** The first event that it does not get any more; undefined while it is registered. */
  until: number | undefined;
}

interface DueWork {
  readonly atMs: number;
  readonly work: () => void;
}

export class Model {
  nowMs = startMs;
  readonly users: ModelUser[] = [];
  readonly orders: ModelOrder[] = [];
  readonly orderKeys = new Map<string, ModelOrder>();
  readonly bookingKeys = new Map<string, ModelAppointment>();
  readonly jobs: ModelJob[] = [];
  readonly events: ModelEvent[] = [];
  readonly endpoints: ModelEndpoint[] = [];
  #due: DueWork[] = [];
  #made = 0;

  /** A number that no other call gets. */
  next(): number {
    this.#made += 1;
    return this.#made;
  }

  get now(): string {
    return isoOf(this.nowMs);
  }

  get openEndpoints(): ModelEndpoint[] {
    return this.endpoints.filter(({ until }) => until === undefined);
  }

  /** The user of this name who is not deleted. */
  present(name: string): ModelUser | undefined {
    return this.users.find((user) => user.name === name && user.deletedAtMs === undefined);
  }

  emit(type: string, userId: string, data: ModelEvent["data"]): void {
    this.events.push({ type, userId, data });
  }

  later(atMs: number, work: () => void): void {
    this.#due.push({ atMs, work });
    // Stable: of equally early ones the one that was added first comes first
    this.#due.sort((a, b) => a.atMs - b.atMs);
  }

  /** Is nothing due until a time? Only then it does not matter when exactly the clock stops. */
  isFreeUntil(ms: number): boolean {
    const [first] = this.#due;
    return first === undefined || first.atMs > ms;
  }

  /** The clock comes to a time: what is due in between is done at its own. */
  passTo(ms: number): void {
    for (let [first] = this.#due; first !== undefined && first.atMs <= ms; [first] = this.#due) {
      this.#due.shift();
      this.nowMs = Math.max(this.nowMs, first.atMs);
      first.work();
    }
    this.nowMs = ms;
  }

  /** Today where the user is. */
  todayOf({ zone }: ModelUser): string {
    return new Intl.DateTimeFormat("en-CA", {
      timeZone: zone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    }).format(this.nowMs);
  }

  addUser(user: Pick<ModelUser, "name" | "userId" | "createdOn" | "zone" | "ingestionStart">): ModelUser {
    const added = { ...user, deletedAtMs: undefined, connections: new Map(), data: new Map() };
    this.users.push(added);
    return added;
  }

  /** @returns Whether it was created, updated or dropped. */
  arrive(
    user: ModelUser,
    provider: string,
    resource: string,
    value: number | undefined,
  ): "created" | "updated" | "dropped" {
    const today = this.todayOf(user);
    if (user.ingestionStart !== null && today < user.ingestionStart) return "dropped";
    const key = `${provider}/${resource}/${today}`;
    const known = user.data.get(key);
    const outcome = known === undefined ? "created" : "updated";
    const kept = value ?? known?.value;
    user.data.set(key, { provider, resource, day: today, value: kept });
    this.emit(`daily.data.${resource}.${outcome}`, user.userId, {
      day: today,
      ...(kept === undefined ? {} : { value: kept }),
    });
    return outcome;
  }

  addOrder(id: string, userId: string): ModelOrder {
    const order: ModelOrder = { id, userId, steps: 1, lastStatus: undefined, appointments: [], prepared: undefined };
    this.orders.push(order);
    this.emit("order.created", userId, { order_id: id });
    return order;
  }

  moveOrder(order: ModelOrder, status?: string): void {
    order.steps += 1;
    order.lastStatus = status;
    this.emit("order.updated", order.userId, { order_id: order.id, ...(status === undefined ? {} : { status }) });
  }

  moveJob(job: ModelJob, status: string): void {
    job.status = status;
    this.emit("lab_report.parsing_job.updated", "", { id: job.id, status });
    if (status !== "pending_review") return;
    this.later(this.nowMs + hour, () => {
      if (job.status === "pending_review") this.moveJob(job, "completed");
    });
  }

  addJob(id: string, review: boolean): void {
    const job: ModelJob = { id, review, status: undefined };
    this.jobs.push(job);
    this.emit("lab_report.parsing_job.created", "", { id });
    this.later(this.nowMs + minute, () => {
      if (job.status === undefined) this.moveJob(job, review ? "pending_review" : "completed");
    });
  }

  /** The appointment that an order has now. */
  appointmentOf({ appointments }: ModelOrder, kind: ModelAppointment["kind"]): ModelAppointment | undefined {
    return appointments.findLast((one) => one.kind === kind && one.status !== "refused" && one.status !== "replaced");
  }

  addAppointment(order: ModelOrder, appointment: ModelAppointment): void {
    const earlier = this.appointmentOf(order, appointment.kind);
    if (earlier !== undefined) earlier.status = "replaced";
    order.appointments.push(appointment);
    this.moveOrder(order);
  }

  /** The first slot that nobody holds: one begins each hour from 8 to 17 o'clock, on 14 days. */
  firstFree(kind: ModelAppointment["kind"]): string | undefined {
    const held = this.orders
      .flatMap(({ appointments }) => appointments)
      .filter((one) => one.kind === kind && one.status !== "refused" && one.status !== "replaced")
      .map(({ start }) => start);
    for (let index = 0; index < 14; index += 1) {
      const midnight = Date.parse(isoOf(this.nowMs + index * day).slice(0, 10));
      for (let at = 8; at <= 17; at += 1) {
        const start = midnight + at * hour;
        if (start > this.nowMs && !held.includes(isoOf(start))) return isoOf(start);
      }
    }
    return undefined;
  }
}
