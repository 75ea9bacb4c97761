// Makes a call with the client of orval: parts of the address one by one, the body, then what is in the query and in headers.
import * as api from "./client/api.ts";
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
  // The addresses of its client begin with the path
  const real = globalThis.fetch;
  globalThis.fetch = (address, options) => real(new URL(String(address), url), options);
  try {
    return await functions[operation]!(...input, { headers: { [header]: key } });
  } finally {
    globalThis.fetch = real;
  }
}
