// The call that lists what was done with control tokens.
import type { Audit } from "../access/audit.ts";
import { isoOf } from "../world/clock.ts";
import type { ControlHandlers } from "./call.ts";
import { guardAllWorlds } from "./guard.ts";
import { pageOf } from "./page.ts";

export function auditCalls(audit: Audit) {
  return {
    async listAuditEntries({ caller, query }) {
      guardAllWorlds(caller);
      const { items, next } = await pageOf(
        { after: query.after, limit: query.limit },
        (after, limit) => audit.page(after, limit),
        ({ place }) => place,
      );
      const entries = items.map(({ atMs, token, operation, world, ...rest }) => ({
        ...rest,
        at: isoOf(atMs),
        token_name: token,
        operation_id: operation,
        world_id: world,
      }));
      return { status: 200, body: { entries, next } };
    },
  } satisfies Partial<ControlHandlers>;
}
