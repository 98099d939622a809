/** The calls of open play and their services. */
import { openPlay } from "../../../contract/openPlay/open-play";
import { inVenue, type Route } from "../../http/serve";
import { namingWhoCancelled } from "../../kernel/cancelled";
import { cancel, cancelPreview } from "./cancel";
import { checkIn } from "./check-in";
import { join } from "./join";
import { leave, leavePreview, payOut } from "./withdraw";
import { excel, list, sums } from "./list";
import { create, modify, open } from "./plan";
import { roster } from "./roster";
import { view } from "./view";

export const openPlayRoutes: Route[] = inVenue(openPlay, {
  list,
  sums,
  excel,
  roster,
  view,
  create,
  modify,
  open,
  cancelPreview: namingWhoCancelled("open_play", cancelPreview),
  cancel: namingWhoCancelled("open_play", cancel),
  join,
  checkIn,
  leavePreview: namingWhoCancelled("open_play_ticket", leavePreview),
  leave: namingWhoCancelled("open_play_ticket", leave),
  payOut,
});
