/** The calls of fixed bookings and their services. */
import { fixed } from "../../../contract/fixed/fixed";
import { inVenue, type Route } from "../../http/serve";
import { namingWhoCancelled } from "../../kernel/cancelled";
import { activate, create, decline, modify, pause, plan, preview, renew, resume } from "./change";
import { excel } from "./excel";
import { list, sums } from "./list";
import { end, endPreview, pay } from "./money";
import { cancel, leave, move } from "./occurrences";
import { view } from "./view";

export const fixedRoutes: Route[] = inVenue(fixed, {
  list,
  sums,
  excel,
  view,
  preview,
  plan,
  create,
  modify,
  activate,
  pause,
  resume,
  renew,
  decline,
  leave,
  move,
  cancel,
  pay,
  endPreview: namingWhoCancelled("fixed_contract", endPreview),
  end: namingWhoCancelled("fixed_contract", end),
});
