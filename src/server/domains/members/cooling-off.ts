/** The days in which what was prepaid may be taken back in full (members-and-cards, "7-day cooling-off"). */
import { DAY_MINUTES, MINUTE } from "../../../contract/time";

const COOLING_OFF_DAYS = 7;

/** The instant at which the cooling-off ends of what was paid at `at`. */
export const coolingOffEnd = (at: Date): Date => new Date(at.getTime() + COOLING_OFF_DAYS * DAY_MINUTES * MINUTE);
