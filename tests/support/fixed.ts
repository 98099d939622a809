/** Terms of a fixed booking for tests. */
import type { Input } from "../../src/contract/core/call";
import type { fixed } from "../../src/contract/fixed/fixed";
import { at } from "./booking";

/** Wednesdays 19:00–21:00 on court 3 for four weeks, paid by the month: 4 × 160 yuan, 136 for the gold card. */
export const wednesdays: Input<typeof fixed.create> = {
  memberId: "m-1",
  placeIds: ["b-3"],
  weekdays: [3],
  start: at(19),
  end: at(21),
  from: "2026-11-25",
  to: "2026-12-16",
  payMode: "monthly",
};
