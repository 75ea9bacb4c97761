// Health data arrives: of one day, or of all the days before a connection was made.

import { keepConnection } from "../rules/connections.ts";
import {
  dataArrives,
  daysBefore,
  historyArrives,
  hypnogramEvents,
  ownFields,
  sendHypnogram,
  todayOf,
} from "../rules/health-data.ts";
import { dayOf, msOf } from "../world/clock.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import type { StoredConnection } from "../world/records/kinds.ts";
import type { World } from "../world/world.ts";
import { type ConnectionNames, connectionNamed, refuseStrange } from "./connections.ts";
import type { HappeningTable } from "./table.ts";

export const data = {
  async dataArrived(world, input) {
    const { user, connection } = await sourceNamed(world, input);
    const { resource, data: fields = {}, day = todayOf(world, user), app_id } = input;
    refuseInvalidDay(day);
    const own = ownFields.find((field) => Object.hasOwn(fields, field));
    if (own !== undefined) {
      throw new HappeningRefused("invalid", `Expected data without "${own}": the sandbox writes that field itself.`);
    }
    return dataArrives(world, user, connection, { resource, day, data: fields, appId: app_id });
  },

  async hypnogramArrived(world, input) {
    const { user, connection } = await connectedNamed(world, input);
    const { event_type = hypnogramEvents[0], day = todayOf(world, user) } = input;
    if (!hypnogramEvents.includes(event_type)) {
      throw new HappeningRefused(
        "invalid",
        `Expected event_type ${hypnogramEvents.join(" or ")}, found "${event_type}".`,
      );
    }
    refuseInvalidDay(day);
    await sendHypnogram(world, user, connection, event_type, day);
    return { event_type, day };
  },

  async backfillArrived(world, input) {
    const { user, connection } = await sourceNamed(world, input);
    const { resource, days = longestBackfill } = input;
    if (!Number.isInteger(days) || days < 1 || days > longestBackfill) {
      throw new HappeningRefused("invalid", `Expected days from 1 to ${longestBackfill}, found ${days}.`);
    }
    let dropped = 0;
    for (const day of daysBefore(todayOf(world, user), days)) {
      const { outcome } = await dataArrives(world, user, connection, { resource, day, data: {} });
      if (outcome === "dropped") dropped += 1;
    }
    return { events: days - dropped, dropped };
  },

  async historicalPullCompleted(world, input) {
    const { user, connection } = await sourceNamed(world, input);
    const { resource, days = 30 } = input;
    if (!Number.isInteger(days) || days < 1 || days > longestHistory) {
      throw new HappeningRefused(
        "invalid",
        `Expected days from 1 to ${longestHistory}, found ${JSON.stringify(days)}.`,
      );
    }
    if (connection.pulled.includes(resource)) {
      throw new HappeningRefused(
        "conflict",
        `The historical pull of ${resource} is already complete for this connection. There is one for each resource and connection.`,
      );
    }
    await keepConnection(world, { ...connection, pulled: [...connection.pulled, resource] });
    return historyArrives(world, user, connection, { resource, days });
  },
} satisfies Partial<HappeningTable>;

/** As many events as a backfill of ten resources over three years has. Choice: backfill-daily */
const longestBackfill = 10_000;

/** Ten years. */
const longestHistory = 3653;

/** The connection that data comes through, which must work and give the resource. */
async function sourceNamed(world: World, input: ConnectionNames & { readonly resource: string }) {
  const { user, provider, connection } = await connectedNamed(world, input);
  refuseStrange(world, provider, input.resource);
  refuseUnavailable(connection, input.resource);
  return { user, connection };
}

async function connectedNamed(world: World, input: ConnectionNames) {
  const named = await connectionNamed(world, input);
  if (named.connection.status === "connected") return named;
  throw new HappeningRefused("conflict", `The connection to ${input.provider} is broken. Make it again first.`);
}

function refuseUnavailable({ provider, resource_availability }: StoredConnection, resource: string): void {
  if (resource_availability[resource]?.status === "unavailable") {
    throw new HappeningRefused("conflict", `The user denied a scope that ${resource} needs at ${provider}.`);
  }
}

function refuseInvalidDay(day: string): void {
  if (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(msOf(day)) && dayOf(msOf(day)) === day) return;
  throw new HappeningRefused("invalid", `Expected day as YYYY-mm-dd, found "${day}".`);
}
