/** Small words that the whole domain says the same way. */
import type { Language } from "../../../contract/core/enums";
import { span } from "../../../contract/core/time";
import type { T } from "../../i18n/keys";
import { formatDay } from "../../ui/format-time";

/** `3 格`, `3 slots`, `1 slot`. */
export const slotCount = (count: number, t: T): string => (count === 1 ? t("booking.choice.slot") : t("booking.choice.slots", { count }));

/** `2 片场地`, `2 courts`, `1 court`. */
export const placeCount = (count: number, t: T): string =>
  count === 1 ? t("booking.choice.place") : t("booking.choice.places", { count });

/** Times of an order's line, with its day where it is another than the order's: `20:00–21:00`, `周日 11-22 20:00–21:00`. */
export const lineTimes = (
  line: { readonly day: string; readonly start: number; readonly end: number },
  day: string,
  today: string,
  language: Language,
): string => `${line.day === day ? "" : `${formatDay(line.day, today, language)} `}${span(line.start, line.end)}`;
