// Ends a run at once, with a remedy, when there is no server of this API or it does not take the key.
import { Failure } from "../../shared/terminal/index.ts";
import { callWithPath, type Run } from "../calls.ts";
import type { Exchange, NoAnswer } from "./exchange.ts";
import type { Host } from "./keys.ts";
import type { Input } from "./request.ts";

/** A symptom that keeps a run from saying anything of a server. */
type Symptom = NoAnswer["kind"] | "refused" | "failing" | "redirect" | "html";

/**
 * Asks operations that only read and need nothing, and gives up when all of them show the same symptom.
 *
 * @param name What names the host: `base` for --base-url.
 * @throws {Failure} with what to do about it.
 */
export async function preflight(
  run: Run,
  name: "base" | "management",
  ids: readonly string[],
  path: Input["path"] = {},
): Promise<void> {
  // All at once, so that a host that hangs is waited for only once
  const exchanges = (await Promise.all(ids.map((id) => callWithPath(run, id, path)))).map((sent) => sent.exchange);
  const [first] = exchanges;
  const symptom = first && findSymptom(first);
  const host = run.options[name];
  if (first === undefined || symptom === undefined || host === undefined) return;
  // A single operation may be wrong on its own
  if (ids.length === 1 && symptom === "failing") return;
  if (exchanges.every((one) => findSymptom(one) === symptom)) throw explain(symptom, first, host, name);
}

/** The symptom that an answer shows, whatever was asked; undefined when there is none. */
function findSymptom({ answer, failure }: Exchange): Symptom | undefined {
  if (failure !== undefined) return failure.kind;
  if (answer.status === 401 || answer.status === 403) return "refused";
  if (answer.status >= 300 && answer.status < 400) return "redirect";
  if (/^\s*text\/html\b/i.test(answer.headers.get("content-type") ?? "")) return "html";
  return answer.status >= 500 ? "failing" : undefined;
}

/** Says what is wrong, and what to do about it. */
function explain(symptom: Symptom, { answer, failure }: Exchange, host: Host, name: "base" | "management"): Failure {
  const option = `--${name}-url`;
  const key = name === "base" ? "--api-key" : "--management-key";
  const reason = failure?.reason ?? "";
  const texts: Readonly<Record<Symptom, readonly [says: string, remedy: string]>> = {
    unreachable: [`cannot be reached: ${reason}`, `Start the server, or correct ${option}.`],
    untrusted: [
      `has a certificate that is not trusted: ${reason}`,
      "Set NODE_EXTRA_CA_CERTS to the file of its CA certificate.",
    ],
    hung: [`does not respond: ${reason}`, "Check the server, or pass a longer --timeout S."],
    broken: [
      `does not send a complete HTTP response: ${reason}`,
      `Check the server, and whether ${option} needs http:// or https://.`,
    ],
    endless: [`sends responses that do not end: ${reason}`, `Check the server, or correct ${option}.`],
    refused: [`refuses the key with ${answer?.status}`, `Pass a key of that server as ${key}.`],
    failing: [`responds with ${answer?.status} to all operations`, "Check the server."],
    redirect: [
      `redirects to ${describeRedirect(host, answer?.headers)}. Redirects are not followed, so that the key stays with its host`,
      `If you trust that host, pass its URL as ${option}.`,
    ],
    html: ["responds with HTML instead of JSON", explainBasePath(option)],
  };
  const [says, remedy] = texts[symptom];
  return new Failure(`${host.url} ${says}.`, remedy);
}

/** The remedy for an address whose path is wrong. */
export function explainBasePath(option: string): string {
  return `Correct ${option}: it is the URL without /v2/… and /v3/….`;
}

/** Where a redirect points to, without the query, which may hold the key in a form of its own. */
function describeRedirect({ url }: Host, headers: Headers | undefined): string {
  const target = URL.parse(headers?.get("location") ?? "", url);
  return target === null ? "nowhere" : target.origin + target.pathname;
}
