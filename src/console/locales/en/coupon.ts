import type { Same } from "../../i18n/keys";
import type { coupon as zh } from "../zh/coupon";

/** Words of the authority's coupons. */
export const coupon = {
  register: "Register coupons",
  registered: "{count} coupons registered",
  scheme: "Coupon",
  codes: "Codes",
  codesHint: "{count} codes. One a line; paste them or scan them; at most {most} at once",
  thresholdHint: "Only when at least this is to pay; 0: always",
  any: "any",
  field: {
    codes: "Codes",
    scheme: "Scheme",
    face: "Face",
    threshold: "Minimum to pay",
    startsOn: "First day",
    endsOn: "Last day",
  },
  settlement: {
    lines: "Its {count} lines",
  },
} as const satisfies Same<typeof zh>;
