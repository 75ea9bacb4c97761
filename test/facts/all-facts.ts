// Every fact, in the order of the service description.
import { appointments } from "./appointments.ts";
import { area } from "./area.ts";
import { authentication } from "./authentication.ts";
import { connections } from "./connections.ts";
import { errors } from "./errors.ts";
import { events } from "./events.ts";
import { examples } from "./examples.ts";
import type { Fact } from "./fact.ts";
import { hosts } from "./hosts.ts";
import { labReports } from "./lab-reports.ts";
import { labs } from "./labs.ts";
import { limits } from "./limits.ts";
import { link } from "./link.ts";
import { markers } from "./markers.ts";
import { operations } from "./operations.ts";
import { orders } from "./orders.ts";
import { organization } from "./organization.ts";
import { portal } from "./portal.ts";
import { providers } from "./providers.ts";
import { purpose } from "./purpose.ts";
import { refresh } from "./refresh.ts";
import { relations } from "./relations.ts";
import { serviceCenters } from "./service-centers.ts";
import { states } from "./states.ts";
import { summaries } from "./summaries.ts";
import { users } from "./users.ts";
import { versioning } from "./versioning.ts";

export const allFacts: readonly Fact[] = [
  // 1 What the service does
  ...purpose,
  // 2 Resources, and 4 the endpoints that carry them
  ...[users, connections, providers, link, portal, refresh, labs, markers, serviceCenters, area, organization].flat(),
  ...[orders, appointments, labReports, summaries, relations].flat(),
  // 3 States
  ...states,
  // 4 The frame of every endpoint
  ...[operations, hosts].flat(),
  // 5 to 9
  ...[authentication, events, errors, limits, versioning].flat(),
  // What the examples must show
  ...examples,
];
