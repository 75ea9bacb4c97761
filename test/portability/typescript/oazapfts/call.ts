// Makes a call with the client of oazapfts: first what is required, one by one, then the body, then what is optional.
import * as api from "./client/api.ts";
import { type Answer, accessOf, type Call, camel, described } from "./step.ts";

const functions = api as unknown as Record<string, (...input: unknown[]) => Promise<Answer>>;

export async function call({ operation, path, query, headers, body }: Call): Promise<Answer> {
  const { url, header, key } = accessOf(operation);
  const { parameters, hasBody } = described(operation);
  const given: Record<string, unknown> = { ...path, ...query, ...headers };
  const required = parameters.filter((one) => one.required).map(({ name }) => given[name]);
  const optional = parameters.filter((one) => !one.required).map(({ name }) => [camel(name), given[name]]);
  const named = optional.length > 0 ? [Object.fromEntries(optional)] : [];
  const sent = { baseUrl: url, headers: { [header]: key } };
  return functions[operation]!(...required, ...(hasBody ? [body] : []), ...named, sent);
}
