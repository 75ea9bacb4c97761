// Checks a server against the contract: each operation with valid input, at its limits and beyond, and as it is stated to behave.
import type { ContractOperation } from "../contract/index.ts";
import { findUser } from "./checks/known-user.ts";
import { connectionsOf, eventsEntry, verifyEvents } from "./events/verify-events.ts";
import type { VerifyReport } from "./report/report.ts";
import { isManagement } from "./sending/keys.ts";
import { preflight } from "./sending/preflight.ts";
import { Session, type SessionOptions } from "./session.ts";
import { verifyOperation } from "./verify-operation.ts";

/** What to verify, and how. */
export interface VerifyOptions extends SessionOptions {
  /** Tags and operationIds; all operations when empty. */
  readonly only: readonly string[];
  /** Called before each operation is checked. */
  readonly onOperation?: (operation: ContractOperation) => void;
}

/**
 * Verifies a server.
 *
 * @throws {Failure} when it cannot be reached, refuses the key, or is not a server of this API.
 */
export async function verify(options: VerifyOptions): Promise<VerifyReport> {
  const session = new Session(options);
  const chosen = chosenOperations(options);
  const managed = chosen.filter(isManagement);
  if (chosen.length > managed.length) {
    await preflight(session, readersOf(options.contract), "--base-url");
    await findUser(session);
  }
  const connections = options.events === undefined ? undefined : await connectionsOf(session);
  const { org_id } = session.data;
  const [first] = managed;
  if (options.management !== undefined && first !== undefined && org_id !== undefined) {
    await preflight(session, [{ operation: first, path: { org_id } }], "--management-url");
  }
  for (const operation of chosen) {
    options.onOperation?.(operation);
    await verifyOperation(session, operation);
  }
  if (options.events === undefined) session.notes.skip(eventsEntry, "all", "it needs --events-port");
  else await verifyEvents(session, options.events, connections);
  const isOfEvents = options.events !== undefined || options.only.length === 0;
  return {
    contract: options.contract.document.info.version,
    baseUrl: options.base.url,
    seed: options.seed,
    depth: options.depth,
    requests: session.requests,
    operations: [...chosen, ...(isOfEvents ? [eventsEntry] : [])].map((entry) => session.notes.reportOf(entry)),
  };
}

/** The operations that are asked for, by operationId or tag. */
export function chosenOperations({ contract, only }: Pick<VerifyOptions, "contract" | "only">): ContractOperation[] {
  if (only.length === 0) return [...contract.operations];
  return contract.operations.filter(
    ({ id, operation }) => only.includes(id) || operation.tags.some((tag) => only.includes(tag)),
  );
}

/** The operations of the base host that only read and need nothing. */
function readersOf({ operations }: VerifyOptions["contract"]) {
  return operations
    .filter(
      (operation) =>
        operation.method === "get" &&
        !isManagement(operation) &&
        !operation.parameters.some(({ required }) => required),
    )
    .map((operation) => ({ operation, path: {} }));
}
