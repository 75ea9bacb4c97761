// The picture that the model keeps of one world: its users, orders and receivers, and the events that must have been written, in their order.
import type { PlannedReceiver } from "./planned-receiver.ts";

export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export const toIso = (ms: number): string => new Date(ms).toISOString();

/** When every world begins. */
export const startMs = Date.parse("2026-03-02T09:00:00.000Z");

export interface ModelUser {
  readonly name: string;
  readonly userId: string;
  readonly createdOn: string;
  deletedAtMs: number | undefined;
}

export interface ModelOrder {
  readonly id: string;
  readonly userId: string;
  steps: number;
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

export class Model {
  nowMs = startMs;
  readonly users: ModelUser[] = [];
  readonly orders: ModelOrder[] = [];
  readonly orderKeys = new Map<string, ModelOrder>();
  readonly events: ModelEvent[] = [];
  readonly endpoints: ModelEndpoint[] = [];
  #made = 0;

  /** A number that no other call gets. */
  next(): number {
    this.#made += 1;
    return this.#made;
  }

  get openEndpoints(): ModelEndpoint[] {
    return this.endpoints.filter(({ until }) => until === undefined);
  }

  get deletedUsers(): ModelUser[] {
    return this.users.filter(({ deletedAtMs }) => deletedAtMs !== undefined);
  }

  /** The user of this name who is not deleted. */
  present(name: string): ModelUser | undefined {
    return this.users.find((user) => user.name === name && user.deletedAtMs === undefined);
  }

  addUser(name: string, userId: string): void {
    this.users.push({ name, userId, createdOn: toIso(this.nowMs), deletedAtMs: undefined });
  }

  addOrder(id: string, userId: string): ModelOrder {
    const order: ModelOrder = { id, userId, steps: 1 };
    this.orders.push(order);
    this.events.push({ type: "order.created", userId, data: { order_id: id } });
    return order;
  }

  moveOrder(order: ModelOrder, status: string): void {
    order.steps += 1;
    this.events.push({ type: "order.updated", userId: order.userId, data: { order_id: order.id, status } });
  }
}
