/** Calls of marketing → services. */
import { redemption } from "../../../contract/marketing/groupon";
import { inVenue } from "../../http/serve";
import { activityRoutes } from "./activities";
import { albumRoutes } from "./albums";
import { couponOfferRoutes } from "./coupon-offers";
import { grouponRoutes } from "./groupon";
import { redeemRoutes } from "./redeem";
import { referralRoutes } from "./referrals";
import { marketingReportRoutes } from "./report";
import { segmentRoutes } from "./segments";
import { diggRoutes, ratingRoutes, reviewRoutes } from "./reviews";
import { sell } from "./vouchers";

export const marketingRoutes = [
  ...reviewRoutes,
  ...ratingRoutes,
  ...diggRoutes,
  ...albumRoutes,
  ...activityRoutes,
  ...couponOfferRoutes,
  ...referralRoutes,
  ...grouponRoutes,
  ...redeemRoutes,
  ...marketingReportRoutes,
  ...segmentRoutes,
  ...inVenue(redemption, { sell }),
];
