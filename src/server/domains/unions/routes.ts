/** The calls of unions. */
import { organizationRoutes } from "./organizations";
import { threadingRoutes } from "./threading";

export const unionRoutes = [...organizationRoutes, ...threadingRoutes];
