import type { Same } from "../../i18n/keys";
import type { coupon as zh } from "../zh/coupon";

/** Words of the authority's coupons. */
export const coupon = {
  list: "Coupon log",
  register: "Register coupons",
  registered: "{count} coupons registered",
  search: "Code, scheme, document",
  emptyHint: "Coupons that the sports authority hands out are registered here; the desk takes them by their codes",
  scheme: "Coupon",
  codes: "Codes",
  codesHint: "{count} codes. One a line; paste them or scan them; at most {most} at once",
  thresholdHint: "Only when at least this is to pay; 0: always",
  any: "any",
  stateTitle: "State",
  state: { issued: "Unused", used: "Used", to_settle: "To settle", settled: "Settled", returned: "Given back", expired: "Expired" },
  used: "Paid",
  subsidy: "Subsidy due",
  document: "Document",
  usedAt: "Used at",
  operator: "Operator",
  from: "Good on or after",
  to: "Good on or before",
  withdraw: "Withdraw",
  withdrawTitle: "Withdraw coupon {code}?",
  withdrawText: "The customer can no longer pay with it. The log keeps it, and it can be registered again.",
  withdrawn: "Coupon {code} withdrawn",
  field: {
    code: "Coupon code",
    codes: "Codes",
    scheme: "Scheme",
    face: "Face",
    threshold: "Minimum to pay",
    startsOn: "First day",
    endsOn: "Last day",
  },
} as const satisfies Same<typeof zh>;
