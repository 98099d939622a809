/** Calls of the platform → services. */
import { platform } from "../../../contract/platform";
import { shell } from "../../../contract/shell";
import { forAnyone, inVenue, type Route } from "../../http/serve";
import { securityLogRoutes } from "./securityLog";
import { staffList } from "./staff";
import { updateLogRoutes, updateNotice, type VenueUpdateNoticeTable } from "./updateNotice";

/** What a venue sees of the organization's rows. */
export interface PlatformViews {
  venue_update_notice: VenueUpdateNoticeTable;
}

export const platformRoutes: Route[] = [
  ...inVenue(platform, { staffList }),
  ...forAnyone(shell, { updateNotice }),
  ...securityLogRoutes,
  ...updateLogRoutes,
];
