// Tells whether an answer is one that the contract describes.
import { type Problem, problemsOf } from "./check-schema.ts";
import type { ResponseData, TryItData } from "./data.ts";
import type { Answer } from "./send.ts";

/** How an answer stands to the contract. */
export interface Fit {
  readonly fits: boolean;
  readonly sentence: string;
  readonly problems: readonly Problem[];
}

/** Compares an answer with what the contract describes for its status. */
export function fitOf({ responses, schemas, unchecked }: TryItData, answer: Answer): Fit {
  const response = responseOf(responses, answer.status);
  const unfit = (sentence: string, problems: readonly Problem[] = []) => ({ fits: false, sentence, problems });
  if (response === undefined) return unfit(`The contract does not document status ${answer.status}.`);
  const types = Object.keys(response.bodies);
  if (types.length === 0) {
    if (answer.body !== "") return unfit(`The contract does not document a body for status ${answer.status}.`);
    return { fits: true, sentence: "The response has no body, as the contract documents.", problems: [] };
  }
  const schema = response.bodies[answer.mediaType];
  if (schema === undefined) {
    const found = answer.mediaType === "" ? "The response has no media type" : `The body is ${answer.mediaType}`;
    return unfit(`${found}; the contract documents ${types.join(" or ")}.`);
  }
  if (!isJson(answer.mediaType)) {
    return {
      fits: true,
      sentence: `The body is ${answer.mediaType}, as documented; this page checks JSON only.`,
      problems: [],
    };
  }
  const problems = problemsIn(answer.body, schema, schemas);
  if (typeof problems === "string") return unfit(`The body is not JSON: ${problems}.`);
  if (problems.length > 0) return unfit("The body does not match the contract:", problems);
  const except =
    unchecked.length === 0 ? "" : `, as far as this page can check: it does not check ${unchecked.join(", ")}`;
  return { fits: true, sentence: `The body matches the contract${except}.`, problems };
}

/** The documented response of a status: exact, by class, or the default. */
export function responseOf(responses: TryItData["responses"], status: number): ResponseData | undefined {
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses["default"];
}

/** Is it JSON that a body of this media type holds? */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType);
}

function problemsIn(body: string, schema: ResponseData["bodies"][string], schemas: TryItData["schemas"]) {
  try {
    return problemsOf(schema, JSON.parse(body), schemas);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
