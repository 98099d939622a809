/** A sports program for the tests of price forms. */
import type { Program } from "../../../src/contract/prices/programs";

const WEEK = Array.from({ length: 7 }, () => 0);
/** Badminton by half hours, with one court. */
export const PROGRAM: Program = {
  id: "g1",
  name: "羽毛球",
  sport: "badminton",
  slotMinutes: 30,
  open: WEEK,
  close: WEEK,
  widestOpen: WEEK,
  widestClose: WEEK,
  daysAhead: null,
  holdMinutes: null,
  freeCancelHours: null,
  lateCancelPercent: null,
  defaultPrice: null,
  halls: 1,
  places: 1,
  plans: 0,
  createdAt: "2026-11-01T00:00:00.000Z",
};
