// Makes a call with openapi-fetch and the types of openapi-typescript.
import createClient from "openapi-fetch";
import type { paths } from "./client/types.ts";
import { type Answer, accessOf, type Call, described } from "./step.ts";

export async function call({ operation, path, query, headers, body }: Call): Promise<Answer> {
  const { url, header, key } = accessOf(operation);
  const client = createClient<paths>({ baseUrl: url, headers: { [header]: key } });
  const { path: template, method } = described(operation);
  const isForm = Object.values(body ?? {}).some((part) => part instanceof File);
  const options = { params: { path, query }, headers, body, ...(isForm ? { bodySerializer: formOf } : {}) };
  const request = client.request as unknown as (
    ...input: unknown[]
  ) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
  const { data, error, response } = await request(method, template, options);
  return { status: response.status, data: data ?? error };
}

function formOf(parts: Record<string, File>): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) form.append(name, part);
  return form;
}
