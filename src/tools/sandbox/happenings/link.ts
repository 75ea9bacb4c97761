// What happens in the link flow outside of the API: a link token is obtained, a mobile app exchanges a link code.
import { randomBytes } from "node:crypto";
import { connectionOf, shownConnection } from "../rules/connections.ts";
import { hour, isoOf, isWritten, msOf } from "../world/clock.ts";
import { HappeningRefused } from "../world/happening-refused.ts";
import { connections } from "./connections.ts";
import type { HappeningTable } from "./table.ts";
import { userNamed } from "./users.ts";

/** What a mobile app connects. Choice: link-code-connects-phone */
const onDeviceProvider = "demo_phone_health";

export const link = {
  async linkTokenMinted(world, input) {
    const { user_id } = await userNamed(world, input.user_id);
    // Choice: link-token-minted
    const expiresAtMs = input.expires_at === undefined ? world.clock.nowMs + hour : msOf(input.expires_at);
    if (!isWritten(expiresAtMs)) {
      throw new HappeningRefused("invalid", `Expected expires_at as a date-time, found "${input.expires_at}".`);
    }
    const minted = {
      link_token: `link_${randomBytes(16).toString("hex")}`,
      user_id,
      expires_at: isoOf(expiresAtMs),
    };
    await world.records.linkTokens.put(minted.link_token, minted);
    return minted;
  },

  async linkCodeExchanged(world, input) {
    const code = await world.records.linkCodes.get(input.code);
    if (code === undefined) {
      throw new HappeningRefused("unknown", `Unknown link code "${input.code}". Create one first.`);
    }
    // Choice: link-code-single-use
    if (code.exchanged_at !== undefined) {
      throw new HappeningRefused("conflict", `The link code was used on ${code.exchanged_at}. Create another.`);
    }
    if (msOf(code.expires_at) <= world.clock.nowMs) {
      throw new HappeningRefused("conflict", `The link code expired on ${code.expires_at}. Create another.`);
    }
    await world.records.linkCodes.put(code.code, { ...code, exchanged_at: world.clock.now });
    const { user_id } = await userNamed(world, code.user_id);
    const existing = await connectionOf(world, user_id, onDeviceProvider);
    if (existing?.status === "connected") return shownConnection(world, existing);
    return connections.connectionMade(world, {
      user_id,
      provider: onDeviceProvider,
      ...(input.connect_mode === undefined ? {} : { connect_mode: input.connect_mode }),
    });
  },
} satisfies Partial<HappeningTable>;
