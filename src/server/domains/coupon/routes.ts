/** The calls of the authority's coupons, paired with their services. */
import { couponCodes } from "../../../contract/coupon/coupon";
import { inVenue, type Route } from "../../http/serve";
import { coupons, find, register } from "./coupons";

export const couponRoutes: Route[] = [...coupons.routes, ...inVenue(couponCodes, { find, register })];
