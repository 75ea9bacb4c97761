// Makes a call with the client of kubb: parts of the address one by one, the body, then what is in the query and in headers.
import * as api from "./client/index.ts";
import { type Answer, accessOf, type Call, described } from "./step.ts";

const functions = api as unknown as Record<string, (...input: unknown[]) => Promise<Answer>>;

export async function call({ operation, path, query, headers, body }: Call): Promise<Answer> {
  const { url, header, key } = accessOf(operation);
  const { parameters, hasBody } = described(operation);
  const isIn = (place: string) => parameters.some((one) => one.in === place);
  const inPath = parameters.filter((one) => one.in === "path").map(({ name }) => path[name]);
  const input = [
    ...inPath,
    ...(hasBody ? [body] : []),
    ...(isIn("query") ? [query] : []),
    ...(isIn("header") ? [headers] : []),
  ];
  const make = functions[operation];
  if (make === undefined) throw new Error(`The client has no ${operation}.`);
  const isForm = Object.values(body ?? {}).some((part) => part instanceof File);
  // It sends JSON without saying so
  const type = body === undefined || isForm ? {} : { "Content-Type": "application/json" };
  return make(...input, { baseURL: url, headers: { [header]: key, ...type, ...headers } });
}
