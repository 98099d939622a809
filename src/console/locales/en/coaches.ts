import type { Same } from "../../i18n/keys";
import type { coaches as zh } from "../zh/coaches";

/** Texts of the coaches pages. */
export const coaches = {
  classParts: {
    takingPart: "Taking part",
    week: "Week",
  },
  coachParts: {
    withdrawals: "Withdrawals",
    bankCards: "Bank cards",
  },
  coachSchedule: {
    mon: "Mon",
    tue: "Tue",
    wed: "Wed",
    thu: "Thu",
    fri: "Fri",
    sat: "Sat",
    sun: "Sun",
    moved: "“{title}” moved to {day} {time}",
    coachSchedule: "Coach schedule",
    classesHoursPlaces: "{n} classes, {hours} hours, {taken} / {places} places",
    weekBefore: "Previous week",
    week: "This week",
    weekAfter: "Next week",
    newClass: "New class",
    coaches: "Coaches",
    h: "{n}, {hours} h",
    classesWeek: "Classes of the week",
    altArrowKeysMove: "Alt and the arrow keys move it; with Shift, by an hour",
    full: ", full",
  },
  withdraw: {
    balance: "Balance of {name}",
  },
} as const satisfies Same<typeof zh>;
