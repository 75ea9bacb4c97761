// Finds out, before anything is checked, whether there is a server of this API at all and whether it takes the key.
import type { ContractOperation } from "../contract/index.ts";
import { Failure } from "../terminal/index.ts";
import type { Exchange } from "./exchange.ts";
import type { Demand } from "./judge.ts";
import { operationPointer } from "./pointers.ts";
import type { Session } from "./session.ts";

/** What keeps a run from saying anything of a server. */
type Symptom = "unreachable" | "untrusted" | "hung" | "broken" | "refused" | "redirect" | "html";

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
  const symptoms: (Symptom | undefined)[] = [];
  for (const { operation, path } of asked) {
    const demand: Demand = {
      check: "valid-input",
      outcome: "accepted",
      expected: { text: "An answer.", pointer: operationPointer(operation) },
      assumption: undefined,
    };
    const { exchange } = await session.ask(operation, { path, query: {}, header: {}, body: undefined }, demand);
    const symptom = symptomOf(exchange);
    const url = session.hostOf(operation)?.url ?? "";
    // No other operation will find a host that is not there
    if (symptom === "unreachable" || symptom === "untrusted") throw failure(symptom, exchange, url, option);
    symptoms.push(symptom);
    const [first] = symptoms;
    if (first === undefined || symptoms.some((one) => one !== first)) return;
    if (symptoms.length === asked.length) throw failure(first, exchange, url, option);
  }
}

function symptomOf({ answer, failure }: Exchange): Symptom | undefined {
  if (failure !== undefined) return failure.kind === "endless" ? undefined : failure.kind;
  if (answer.status === 401 || answer.status === 403) return "refused";
  if (answer.status >= 300 && answer.status < 400) return "redirect";
  if (/^\s*text\/html\b/i.test(answer.headers.get("content-type") ?? "")) return "html";
  return undefined;
}

function failure(symptom: Symptom, { answer, failure: none }: Exchange, url: string, option: string): Failure {
  const key = option === "--base-url" ? "--api-key" : "--management-key";
  const reason = none?.reason ?? "";
  switch (symptom) {
    case "unreachable":
      return new Failure(`${url} cannot be reached: ${reason}.`, `Start the server, or correct ${option}.`);
    case "untrusted":
      return new Failure(
        `The certificate of ${url} is not trusted: ${reason}.`,
        "Name its authority: NODE_EXTRA_CA_CERTS=/path/to/ca.pem.",
      );
    case "hung":
      return new Failure(
        `${url} does not answer: ${reason}.`,
        "See whether the server is well, or allow more time with --timeout S.",
      );
    case "broken":
      return new Failure(
        `${url} does not answer in HTTP: ${reason}.`,
        `Correct ${option}; does it begin with the right one of http:// and https://?`,
      );
    case "refused":
      return new Failure(`${url} refuses the key with ${answer?.status}.`, `Pass a key of that environment as ${key}.`);
    case "redirect":
      return new Failure(
        `${url} redirects to ${answer?.headers.get("location") ?? "nowhere"}, which is not followed: the key goes to no other host.`,
        `Pass the address it redirects to as ${option}, if you trust it.`,
      );
    case "html":
      return new Failure(
        `${url} answers with HTML, not with an API.`,
        `Correct ${option}: it is the address in front of /v2/… and /v3/….`,
      );
  }
}
