/** Calls of the platform → services. */
import { platform } from "../../../contract/platform";
import { shell } from "../../../contract/shell";
import { forAnyone, inVenue, type Route } from "../../http/serve";
import { securityLog } from "./securityLog";
import { staffList } from "./staff";
import { updateNotice } from "./updateNotice";

export const platformRoutes: Route[] = [...inVenue(platform, { staffList, securityLog }), ...forAnyone(shell, { updateNotice })];
