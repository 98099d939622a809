import type { Input } from "../../../contract/core/call";
import type { gameCourtDesk } from "../../../contract/gameCourts/game-courts";
import { addDays, weekday } from "../../../contract/core/time";
import type { Values } from "../../ui/form/FormPage";
import { numberOr, numbers, text, texts } from "../../ui/form/read";

export type Skip = NonNullable<Input<typeof gameCourtDesk.plan>["skip"]>;
export type CourtInput = Input<typeof gameCourtDesk.plan>;

/** Enough for the contract to say that it is too many. */
const MOST_DAYS = 400;

/** The days from one to another that fall on these weekdays (1 = Monday); none named: every day. */
function daysOf(from: string, to: string, weekdays: readonly number[]): string[] {
  const days: string[] = [];
  if (from === "" || to === "") return days;
  for (let day = from; day <= to && days.length < MOST_DAYS; day = addDays(day, 1))
    if (weekdays.length === 0 || weekdays.includes(weekday(day))) days.push(day);
  return days;
}

const skipOf = (value: unknown): Skip => (Array.isArray(value) ? value.filter(isSkip) : []);
const isSkip = (one: unknown): one is Skip[number] => typeof one === "object" && one !== null && "day" in one && "placeId" in one;

/** The form's values as they travel; what is skipped and no longer wanted is forgotten. */
export function reservationInput(values: Values) {
  const placeIds = texts(values["placeIds"]);
  const days = daysOf(text(values["from"]), text(values["to"]), numbers(values["weekdays"]));
  return {
    title: text(values["title"]).trim(),
    contact: text(values["contact"]).trim(),
    phone: text(values["phone"]).trim(),
    remark: text(values["remark"]).trim(),
    placeIds,
    days,
    start: numberOr(values["start"], 0),
    end: numberOr(values["end"], 0),
    skip: skipOf(values["skip"]).filter(({ day, placeId }) => placeIds.includes(placeId) && days.includes(day)),
  } satisfies Input<typeof gameCourtDesk.take>;
}
