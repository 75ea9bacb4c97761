// Tells from an answer that a host is not a server of this API, or does not take the key, and says what to do about it.
import { Failure } from "../../terminal/index.ts";
import type { Answer, Exchange, NoAnswer } from "./exchange.ts";
import type { Host } from "./host.ts";

/** What keeps a run from saying anything of a server. */
export type Symptom = NoAnswer["kind"] | "refused" | "absent" | "failing" | "redirect" | "html";

/** What an answer shows that no request of an operation was the cause of; undefined when there is nothing of the kind. */
export function symptomOf({ answer, failure }: Exchange): Symptom | undefined {
  if (failure !== undefined) return failure.kind;
  if (answer.status === 401 || answer.status === 403) return "refused";
  if (answer.status >= 300 && answer.status < 400) return "redirect";
  if (/^\s*text\/html\b/i.test(answer.headers.get("content-type") ?? "")) return "html";
  if (answer.status === 404) return "absent";
  return answer.status >= 500 ? "failing" : undefined;
}

/**
 * Says what is wrong, and what to do about it.
 *
 * @param option What names the host: `--base-url` or `--management-url`.
 */
export function explain(symptom: Symptom, { answer, failure: none }: Exchange, host: Host, option: string): Failure {
  const { url } = host;
  const key = option === "--base-url" ? "--api-key" : "--management-key";
  const reason = none?.reason ?? "";
  switch (symptom) {
    case "unreachable":
      return new Failure(`${url} cannot be reached: ${reason}.`, `Start the server, or correct ${option}.`);
    case "untrusted":
      return new Failure(
        `The certificate of ${url} is not trusted: ${reason}.`,
        "Set NODE_EXTRA_CA_CERTS to the file of its CA certificate.",
      );
    case "hung":
      return new Failure(`${url} does not respond: ${reason}.`, "Check the server, or pass a longer --timeout S.");
    case "broken":
      return new Failure(
        `${url} does not send a complete HTTP response: ${reason}.`,
        `Check the server, and whether ${option} needs http:// or https://.`,
      );
    case "endless":
      return new Failure(`The responses of ${url} do not end: ${reason}.`, `Check the server, or correct ${option}.`);
    case "refused":
      return new Failure(`${url} refuses the key with ${answer?.status}.`, `Pass a key of that server as ${key}.`);
    case "absent":
      return new Failure(
        `${url} responds with 404 to all operations.`,
        `Correct ${option}: it is the URL without /v2/… and /v3/….`,
      );
    case "failing":
      return new Failure(`${url} responds with ${answer?.status} to all operations.`, "Check the server.");
    case "redirect":
      return new Failure(
        `${url} redirects to ${targetOf(host, answer)}. Redirects are not followed, so that the key stays with its host.`,
        `If you trust that host, pass its URL as ${option}.`,
      );
    case "html":
      return new Failure(
        `${url} responds with HTML instead of JSON.`,
        `Correct ${option}: it is the URL without /v2/… and /v3/….`,
      );
  }
}

/** Where a redirect points to, without what may hold the key: the query, or the key itself. */
function targetOf({ url, key }: Host, answer: Answer | undefined): string {
  const target = URL.parse(answer?.headers.get("location") ?? "", url);
  return target === null ? "nowhere" : `${target.origin}${target.pathname}`.replaceAll(key, "…");
}
