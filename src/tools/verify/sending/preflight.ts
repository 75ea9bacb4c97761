// Finds out, before anything is checked, whether there is a server of this API at all and whether it takes the key.
import type { ContractOperation } from "../../contract/index.ts";
import type { Session } from "../session.ts";
import { acceptance } from "../verdicts/judge.ts";
import { explain, symptomOf } from "./symptom.ts";

/**
 * Asks operations that only read and need nothing, and gives up when all of them show the same symptom.
 *
 * @param option What names the host, for the message: `--base-url`.
 * @throws {Failure} with what to do about it.
 */
export async function preflight(
  session: Session,
  asked: readonly { operation: ContractOperation; path: Readonly<Record<string, string>> }[],
  option: "--base-url" | "--management-url",
): Promise<void> {
  // All at once, so that a host that hangs is waited for only once
  const exchanges = await Promise.all(
    asked.map(async ({ operation, path }) => {
      const input = { path, query: {}, header: {}, body: undefined };
      return (await session.ask(operation, input, acceptance(operation))).exchange;
    }),
  );
  const [first] = exchanges;
  const symptom = first && symptomOf(first);
  const host = asked[0] && session.hostOf(asked[0].operation);
  if (first === undefined || symptom === undefined || host === undefined) return;
  // A single operation may be wrong on its own
  if (asked.length === 1 && (symptom === "absent" || symptom === "failing")) return;
  if (exchanges.every((one) => symptomOf(one) === symptom)) throw explain(symptom, first, host, option);
}
