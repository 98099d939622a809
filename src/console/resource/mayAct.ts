import type { Action } from "../../contract/core/resource/define";
import { can } from "../providers/accessControl";

/** Whether the person may do an action: one without a code is everybody's. */
export const canAct = ({ code }: Action): boolean => code === undefined || can(code);
