// What has to be known of single operations to call them, beyond what their schemas say.
import type { ContractOperation } from "../../contract/index.ts";
import type { VerifyData } from "../input/data.ts";

/** What is special about an operation; most have nothing. */
export interface OperationTraits {
  /**
   * What a valid call uses up. `its-effect`: a second one meets what the first one changed, so one is made, with all that
   * the operation takes. `its-input`: the thing that it is called with, so the call is left to the check of its behaviour.
   */
  readonly usesUp?: "its-effect" | "its-input";
  /** Where the data names a field by another name. */
  readonly dataNames?: Readonly<Record<string, keyof VerifyData>>;
  /** The field of the body with an id that the caller chooses, new for each call. */
  readonly chosenId?: string;
  /** Is a user who was just created of no use? */
  readonly needsDemographics?: boolean;
  /** The query parameter that says how many seconds the server may take. */
  readonly waitsFor?: string;
}

const phlebotomy: OperationTraits = { usesUp: "its-effect", dataNames: { order_id: "phlebotomy_order_id" } };

const traits: Readonly<Record<string, OperationTraits>> = {
  createUser: { chosenId: "client_user_id" },
  undoUserDeletion: { usesUp: "its-input" },
  disconnectProvider: { usesUp: "its-input" },
  refreshUserData: { waitsFor: "timeout" },
  createPortalUrl: { needsDemographics: true },
  bookPhlebotomyAppointment: phlebotomy,
  requestPhlebotomyAppointment: phlebotomy,
  reschedulePhlebotomyAppointment: phlebotomy,
  bookPscAppointment: { usesUp: "its-effect", dataNames: { order_id: "psc_order_id" } },
};

/** What is special about an operation. */
export function traitsOf({ id }: ContractOperation): OperationTraits {
  return traits[id] ?? {};
}
