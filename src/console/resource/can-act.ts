import type { Action } from "../../contract/core/resource/define";
import { can } from "../providers/access-control";

/** True if the person may do an action: one without a code is open to everybody. */
export const canAct = ({ code }: Action): boolean => code === undefined || can(code);
