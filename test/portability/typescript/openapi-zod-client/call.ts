// Makes a call with the client of openapi-zod-client: Zodios, whose methods are named by the operations.
import { createApiClient } from "./client/api.ts";
import { type Answer, accessOf, type Call, described } from "./step.ts";

type Functions = Record<string, (...input: unknown[]) => Promise<unknown>>;

export async function call({ operation, path, query, headers, body }: Call): Promise<Answer> {
  const { url, header, key } = accessOf(operation);
  const { method, hasBody } = described(operation);
  const api = createApiClient(url, { axiosConfig: { headers: { [header]: key } } }) as unknown as Functions;
  const options = { params: path, queries: query, headers };
  const input = method === "get" ? [options] : [hasBody ? body : undefined, options];
  try {
    return { status: 200, data: await api[operation]!(...input) };
  } catch (error) {
    const response = (error as { response?: Answer }).response;
    if (response === undefined) throw error;
    return response;
  }
}
