// Finds a user for the calls that need one: the one that the data names, or one created for this run.

import { field } from "../../contract/index.ts";
import type { Session } from "../session.ts";
import { acceptance } from "../verdicts/judge.ts";

/** Asks whether the server knows the example cast, and creates a user when no user is known. */
export async function findUser(session: Session): Promise<void> {
  const { user } = session.data;
  // A person who names a user knows the server
  if (user !== undefined && session.dataFile === undefined) {
    const resolved = await ask(session, "resolveUser", { path: { client_user_id: user.client_user_id } });
    if (resolved?.exchange.answer?.status === 404) session.data = {};
  }
  if (session.data.user !== undefined || session.options.readOnly) return;
  const client_user_id = session.freshId("user");
  const created = await ask(session, "createUser", { body: { client_user_id } });
  const user_id = field(created?.body, "user_id");
  if (typeof user_id === "string") session.createdUser = { user_id, client_user_id };
}

function ask(
  session: Session,
  id: string,
  { path = {}, body }: { readonly path?: Readonly<Record<string, string>>; readonly body?: unknown },
) {
  const operation = session.operation(id);
  return operation && session.ask(operation, { path, query: {}, header: {}, body }, acceptance(operation));
}
