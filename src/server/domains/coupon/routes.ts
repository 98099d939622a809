/** The calls of coupons, paired with their services. */
import { coupon } from "../../../contract/coupon";
import { inVenue } from "../../http/serve";
import { register, withdraw } from "./change";
import { excel, find, list, sums } from "./list";

export const couponRoutes = inVenue(coupon, { list, sums, find, register, withdraw, excel });
