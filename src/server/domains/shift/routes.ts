/** The calls of shifts, paired with their services. */
import { shifts } from "../../../contract/shift";
import { inVenue } from "../../http/serve";
import { close, count, current, list, move, open, reopen, submit, view } from "./shift";

export const shiftRoutes = inVenue(shifts, { current, list, view, open, move, count, reopen, submit, close });
