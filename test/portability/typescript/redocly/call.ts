// Makes a call with the client of Redocly's generate-client: its functions are named by the operations.
import { ApiError, createClient, OPERATIONS } from "./client/client.ts";
import { type Answer, accessOf, type Call } from "./step.ts";

type Functions = Record<string, (input: object) => Promise<unknown>>;

export async function call({ operation, path, query, headers, body }: Call): Promise<Answer> {
  const { url, header, key } = accessOf(operation);
  const client = createClient(OPERATIONS, {
    serverUrl: url,
    auth: { apiKey: { [header]: key, TeamApiKey: key, ManagementKey: key } },
  });
  const isForm = Object.values(body ?? {}).some((part) => part instanceof File);
  try {
    const data = await (client as unknown as Functions)[operation]!({
      path,
      query,
      headers,
      body: isForm ? formOf(body) : body,
    });
    return { status: 200, data };
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, data: error.body };
    throw error;
  }
}

function formOf(parts: object | undefined): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts ?? {})) form.append(name, part);
  return form;
}
