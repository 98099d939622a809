/** Calls of marketing → services. */
import { activityRoutes } from "./activities";
import { albumRoutes } from "./albums";
import { reviewRoutes } from "./reviews";

export const marketingRoutes = [...reviewRoutes, ...albumRoutes, ...activityRoutes];
