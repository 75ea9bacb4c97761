// Makes a call with the client of swagger-typescript-api: parts of the address one by one, the query, then the body.
import { Api } from "./client/api.ts";
import { type Answer, accessOf, type Call, described } from "./step.ts";

type Functions = Record<string, Record<string, (...input: unknown[]) => Promise<Answer>>>;

export async function call({ operation, path, query, headers, body }: Call): Promise<Answer> {
  const { url, header, key } = accessOf(operation);
  const { parameters, hasBody } = described(operation);
  const api = new Api({ baseUrl: url, baseApiParams: { headers: { [header]: key } } }) as unknown as Functions;
  const group = Object.values(api).find((one) => typeof one?.[operation] === "function");
  const inPath = parameters.filter((one) => one.in === "path").map(({ name }) => path[name]);
  const inQuery = parameters.some((one) => one.in === "query") ? [query] : [];
  const sent = [...inPath, ...inQuery, ...(hasBody ? [body] : []), { headers }];
  return group![operation]!(...sent)
    .catch((refused: Answer) => refused)
    .then((answer) => ({
      status: answer.status,
      data: answer.data ?? (answer as unknown as { error: unknown }).error,
    }));
}
