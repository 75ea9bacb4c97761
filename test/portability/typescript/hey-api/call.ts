// Makes a call with the client of @hey-api/openapi-ts: its functions are named by the operations.
import * as sdk from "./client/sdk.gen.ts";
import { type Answer, accessOf, type Call } from "./step.ts";

const functions = sdk as unknown as Record<
  string,
  (options: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>
>;

export async function call({ operation, ...options }: Call): Promise<Answer> {
  const { url, key } = accessOf(operation);
  const { data, error, response } = await functions[operation]!({ ...options, baseUrl: url, auth: key });
  return { status: response.status, data: data ?? error };
}
