/** The calls of coaches. */
import { bankCardRoutes } from "./bank-cards";
import { classRoutes } from "./class-resources";
import { coachResource } from "./coaches";
import { coachReportRoutes } from "./report";
import { withdrawalRoutes } from "./withdrawals";

export const coachRoutes = [...coachResource, ...bankCardRoutes, ...withdrawalRoutes, ...classRoutes, ...coachReportRoutes];
