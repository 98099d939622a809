/** The calls of shifts, paired with their services. */
import { shifts } from "../../../contract/shift/shift";
import { inVenue } from "../../http/serve";
import { close, count, current, decide, join, list, move, open, reopen, request, requests, reverseMove, submit, view } from "./shift";

export const shiftRoutes = inVenue(shifts, {
  current,
  list,
  view,
  open,
  move,
  reverseMove,
  join,
  requests,
  request,
  decide,
  count,
  reopen,
  submit,
  close,
});
