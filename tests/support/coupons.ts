/** An offer of coupons for tests: 20 yuan off bookings until the end of the year. */
import { TODAY } from "./booking";

export const COUPON = {
  name: "满减券",
  kind: "amount" as const,
  amount: "20.00",
  goodFor: "booking" as const,
  startsOn: TODAY,
  endsOn: "2026-12-31",
  stock: 50,
  perMember: 1,
};
