// What a page says after something was done: kept in the world that the page shows, since an address that held it could be made to say
// anything.
import { randomUUID } from "node:crypto";
import { finished, type Html } from "../../look/index.ts";
import type { World } from "../world/world.ts";

/** The number of notices that are kept in a world. */
const mostKept = 20;

/** @returns The name to request it by. */
export async function keepNotice({ records: { notices } }: World, message: Html | string): Promise<string> {
  const [oldest] = await notices.page(0, 1);
  if (oldest !== undefined && (await notices.count()) >= mostKept) await notices.delete(oldest.record.id);
  const id = randomUUID();
  await notices.put(id, { id, text: String(message), isHtml: typeof message !== "string" });
  return id;
}

export async function noticeOf({ records: { notices } }: World, id: string): Promise<Html | string | undefined> {
  const { text, isHtml } = (await notices.get(id)) ?? {};
  return text === undefined || isHtml !== true ? text : finished(text);
}
