// Asks an endpoint of the consumer's what the receiver holds of a user: `--probe URL`.
import { isObject } from "../shared/contract/index.ts";
import { shortJson } from "../shared/findings/index.ts";
import { describeError, type HostPolicy, HttpClient, readText, urlProblem } from "../shared/http/index.ts";
import { Failure } from "../shared/terminal/index.ts";
import type { Holds } from "./effect.ts";

const shape = 'It answers GET with 200 and JSON such as {"user_id": "…", "holds": {}}; see the guide.';

/** How much of its answer is read. */
const mostBytes = 8 * 1024 * 1024;

/**
 * Makes a probe of a URL: it is asked with `?user_id=ID`.
 *
 * @throws {Failure} when the host is not allowed, and on each call whose answer has another shape.
 */
export function probeAt(url: URL, policy: HostPolicy, timeoutMs: number): Holds {
  const problem = urlProblem(policy, url);
  if (problem !== undefined) throw new Failure(`--probe ${url.href} is not asked: ${problem}.`, "Correct --probe.");
  const client = new HttpClient();
  return async (userId) => {
    const asked = new URL(url);
    asked.searchParams.set("user_id", userId);
    const answer = await client
      .send({ url: asked, method: "GET", headers: {} }, AbortSignal.timeout(timeoutMs))
      .then(async (reply) => ({ status: reply.status, text: await readText(reply, mostBytes) }))
      .catch((error: unknown) => {
        const isLate = error instanceof Error && error.name === "AbortError";
        const reason = isLate ? `no whole answer within ${timeoutMs / 1000} s` : describeError(error);
        throw new Failure(`--probe ${url.href} does not answer: ${reason}.`, "Start it, or correct --probe.", {
          cause: error,
        });
      });
    const fail = (found: string) => new Failure(`--probe ${url.href} ${found}.`, shape);
    if (answer.status !== 200) throw fail(`answers with ${answer.status}`);
    if (answer.text === undefined) throw fail(`answers with more than ${mostBytes / 1024 / 1024} MB`);
    let value: unknown;
    try {
      value = JSON.parse(answer.text);
    } catch {
      throw fail("does not answer with JSON");
    }
    if (!isObject(value) || !("holds" in value)) throw fail("answers without `holds`");
    if (value["user_id"] !== userId) throw fail(`answers with the user_id ${shortJson(value["user_id"], 60)}`);
    return value["holds"];
  };
}
