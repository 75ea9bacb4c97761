// Section 3: states, what moves them, and which transitions are not shown.
import { at, type Fact, mentions, notShown, operation, response } from "./fact.ts";

const order = response("createOrder");
const connection = at(response("listUserConnections"), "providers[]");

export const states: readonly Fact[] = [
  mentions(
    "3 user deletion",
    operation("undoUserDeletion"),
    "restored within 7 days, without connections, unless the client_user_id was taken",
    /7 days/,
    /not restored/,
    /new user was created/,
  ),
  mentions(
    "3 user deletion",
    operation("createUser"),
    "a new user with the same client_user_id ends the undo",
    /can no longer be undone/,
  ),
  notShown(
    "3 user deletion",
    operation("undoUserDeletion"),
    "the operation that puts a user into deletion",
    /how a user is deleted/i,
  ),
  notShown(
    "3 resource availability",
    at(connection, "resource_availability{}.status"),
    "whether there are more values",
    /other than `available` and `unavailable`/,
  ),
  notShown(
    "3 connection status",
    at(connection, "status"),
    "other values and transitions",
    /other than `connected`/,
    /from one state to another/,
  ),
  notShown(
    "3 order low-level status",
    at(order, "last_event.low_level_status"),
    "the full list of values and transitions",
    /full list of values, and which status may follow which/,
  ),
  mentions(
    "3 order status",
    at(order, "last_event.status"),
    "the known values have three parts, joined by dots",
    /three parts, joined by dots: the stage, the way of collection, and a low-level status/,
  ),
  notShown(
    "3 order status",
    at(order, "last_event.status"),
    "the full list of values and transitions",
    /full list of values, and which status may follow which/,
  ),
  notShown(
    "3 parsing job",
    at(response("getLabReportParsingJob"), "status"),
    "the transitions",
    /which status may follow which/i,
  ),
  notShown(
    "3 interpretation",
    order,
    "how results are interpreted; a dashboard filters by three values",
    /Normal, Abnormal and Critical/,
  ),
];
