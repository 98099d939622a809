/** The calls of shifts, paired with their services. */
import { shifts } from "../../../contract/shift/shift";
import { inVenue } from "../../http/serve";
import { decide, request, requests } from "./drawer-requests";
import { close, count, current, join, list, move, open, reopen, reverseMove, submit, view } from "./shift";

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
