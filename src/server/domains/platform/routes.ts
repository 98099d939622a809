/** Calls of the platform → services. */
import { documents } from "../../../contract/core/documents";
import { platform } from "../../../contract/platform/platform";
import { staffAddresses } from "../../../contract/platform/staff-addresses";
import { shell } from "../../../contract/platform/shell";
import { servePublicCalls, inVenue, type Route } from "../../http/serve";
import type { TableFor } from "../../resource/columns";
import { serveResource } from "../../resource/serve";
import { find } from "./documents";
import type { RoleCodeTable } from "./rows";
import { roleRoutes, type VenueRoleTable } from "./roles";
import { securityLogRoutes } from "./security-log";
import { staffAccessRoutes } from "./staff-access";
import { staffRoutes, type VenueStaffTable } from "./staff";
import { updateLogRoutes, updateNotice, type VenueUpdateNoticeTable } from "./update-notice";

/** Views of the organization's rows for a venue. */
export interface PlatformViews {
  venue_update_notice: VenueUpdateNoticeTable;
  venue_role: VenueRoleTable;
  venue_staff: VenueStaffTable;
  role_grant: RoleCodeTable;
  staff_address: TableFor<typeof staffAddresses>;
}

export const platformRoutes: Route[] = [
  ...staffRoutes(platform),
  ...staffAccessRoutes(platform),
  ...roleRoutes(platform),
  ...serveResource(staffAddresses, { table: "staff_address" }),
  ...servePublicCalls(shell, { updateNotice }),
  ...inVenue(documents, { find }),
  ...securityLogRoutes,
  ...updateLogRoutes,
];
