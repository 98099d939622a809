/** Calls of marketing → services. */
import { albumRoutes } from "./albums";
import { reviewRoutes } from "./reviews";

export const marketingRoutes = [...reviewRoutes, ...albumRoutes];
