// A check of stated behaviour: a row that says what it holds a server to, of which operations, and how it is made.
import type { ContractOperation } from "../../contract/index.ts";
import type { Session } from "../session.ts";
import type { Scene } from "./scene.ts";

/** A row of the table of checks. Each has a wrong server in `test/tools/verify/gallery/` that it alone finds. */
export interface Check {
  /** Its id in reports. */
  readonly id: string;
  /** What it holds a server to. `test/statements.yaml` names the sentences of the service that say so. */
  readonly holds: string;
  /** The operations that it says something of, by id; or whether it says something of one. */
  readonly on: string | readonly string[] | ((session: Session, operation: ContractOperation) => boolean);
  /** Arranges what is needed, sends, and says what is expected. It throws `OutOfReach` when it cannot be made. */
  run(scene: Scene): Promise<void>;
}
