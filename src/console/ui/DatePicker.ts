/** antd's date picker in the venue's time: its today and its now are the venue's, whatever zone the browser is in. */
import generatePicker from "antd/es/date-picker/generatePicker";
import dayjs, { type Dayjs } from "dayjs";
import dayjsGenerateConfig from "rc-picker/es/generate/dayjs";
import { clock, DEFAULT_ZONE, instant, wall } from "../../contract/core/time";
import { session } from "../session/store";

const zone = (): string => session().venueInfo?.zone ?? DEFAULT_ZONE;

/** Returns the venue's local time at an instant, in the form that the picker accepts. */
export function toVenueDayjs(at: Date | number): Dayjs {
  const { day, minute } = wall(at, zone());
  return dayjs(`${day}T${clock(minute)}:00`);
}

/** The instant at which the venue's clocks show what was picked, ISO 8601. */
export const pickedAt = (at: Dayjs): string => instant(at.format("YYYY-MM-DD"), at.hour() * 60 + at.minute(), zone()).toISOString();

export const DatePicker = generatePicker<Dayjs>({ ...dayjsGenerateConfig, getNow: () => toVenueDayjs(Date.now()) });
