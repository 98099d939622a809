/** Calls of the platform → services. */
import { documents } from "../../../contract/core/documents";
import { platform } from "../../../contract/platform/platform";
import { staffAddresses } from "../../../contract/platform/staff-addresses";
import { shell } from "../../../contract/platform/shell";
import { servePublicCalls, inVenue, type Route } from "../../http/serve";
import { serveResource } from "../../resource/serve";
import { find } from "./documents";
import { roleRoutes } from "./roles";
import { securityLogRoutes } from "./security-log";
import { staffAccessRoutes } from "./staff-access";
import { staffRoutes } from "./staff";
import { updateLogRoutes, updateNotice } from "./update-notice";

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
