import { clock, DAY_MINUTES, daysBetween, MINUTE, wall, weekday } from "../../contract/core/time";
import type { Language } from "../../contract/core/enums";

const WEEKDAYS: Record<Language, readonly string[]> = {
  zh: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
  en: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
};
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const NEAR: Record<Language, Record<number, string>> = {
  zh: { [-1]: "昨天", 0: "今天", 1: "明天" },
  en: { [-1]: "Yesterday", 0: "Today", 1: "Tomorrow" },
};

/** Weekday of a day (`YYYY-MM-DD`) in words: `周三`, `Wed`. */
export const weekdayName = (day: string, language: Language): string => WEEKDAYS[language][weekday(day) - 1] ?? "";

/** A day without its year: `11-25`, `25 Nov`. With its year when `from` lies in another one. */
export function shortDay(day: string, language: Language, from: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const other = year !== from.slice(0, 4);
  if (language === "zh") return other ? day : `${month}-${date}`;
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ""}${other ? ` ${year}` : ""}`;
}

/** First and last day of a term, the year once where both lie in it: `2026-11-22 – 11-28`, `22 Nov – 28 Nov 2026`. */
export function formatTerm(from: string, to: string, language: Language): string {
  const same = from.slice(0, 4) === to.slice(0, 4);
  if (language === "zh") return `${from} – ${same ? to.slice(5) : to}`;
  return `${shortDay(from, language, same ? from : "")} – ${shortDay(to, language, "")}`;
}

/** The same where room is short, as in a table: `26-11-22 – 27-02-01`, `22 Nov 26 – 1 Feb 27`. */
export function formatTermShort(from: string, to: string, language: Language): string {
  const say = (day: string): string => (language === "zh" ? day.slice(2) : `${shortDay(day, language, day)} ${day.slice(2, 4)}`);
  return `${say(from)} – ${say(to)}`;
}

/**
 * A day as people say it, seen from `today`: 今天, 明天, 昨天, within a week `周三 11-25`, else the date alone.
 * @param day `YYYY-MM-DD`, as is `today`
 */
export function formatDay(day: string, today: string, language: Language): string {
  const away = daysBetween(today, day);
  const near = NEAR[language][away];
  if (near) return near;
  const date = shortDay(day, language, today);
  return Math.abs(away) < 7 ? `${weekdayName(day, language)} ${date}` : date;
}

/** An instant as people say it, seen from `today` (`YYYY-MM-DD`): `今天 19:00`, `周三 11-25 19:00`. Cut in the venue's `zone`. */
export function formatInstant(at: Date | number, today: string, zone: string, language: Language): string {
  const seen = wall(at, zone);
  return `${formatDay(seen.day, today, language)} ${clock(seen.minute)}`;
}

/** An instant on paper, which is read on another day: `2026-11-25 19:00`. Cut in the venue's `zone`. */
export function printedInstant(at: Date | number, zone: string): string {
  const seen = wall(at, zone);
  return `${seen.day} ${clock(seen.minute)}`;
}

const AGO: Record<Language, Record<"now" | "minute" | "hour" | "day", (count: number) => string>> = {
  zh: {
    now: () => "刚刚",
    minute: (count) => `${count} 分钟前`,
    hour: (count) => `${count} 小时前`,
    day: (count) => `${count} 天前`,
  },
  en: {
    now: () => "Just now",
    minute: (count) => `${count} minute${count === 1 ? "" : "s"} ago`,
    hour: (count) => `${count} hour${count === 1 ? "" : "s"} ago`,
    day: (count) => `${count} day${count === 1 ? "" : "s"} ago`,
  },
};

/**
 * Formats the time since an instant: "just now" under 30 seconds, then minutes under an hour, hours under a day, days. If a clock is behind
 * the server's, the result is never later than now.
 * @param at, now instants in ms
 */
export function formatAgo(at: number, now: number, language: Language): string {
  const say = AGO[language];
  const seconds = (now - at) / 1_000;
  if (seconds < 30) return say.now(0);
  if (seconds < 3_600) return say.minute(Math.max(1, Math.floor(seconds / 60)));
  if (seconds < 86_400) return say.hour(Math.floor(seconds / 3_600));
  return say.day(Math.floor(seconds / 86_400));
}

/**
 * Formats the remaining time in its two largest units: `6 天 3 小时`, `6 d 3 h`; `3 小时 5 分`; `5 分`, at least 1.
 * @param until, now instants in ms, `until` the later one
 */
export function formatTimeLeft(until: number, now: number, language: Language): string {
  const [day, hour, minute] = language === "zh" ? ["天", "小时", "分"] : ["d", "h", "min"];
  const minutes = Math.max(1, Math.floor((until - now) / MINUTE));
  const [days, hours] = [Math.floor(minutes / DAY_MINUTES), Math.floor((minutes % DAY_MINUTES) / 60)];
  if (days > 0) return `${days} ${day} ${hours} ${hour}`;
  return hours > 0 ? `${hours} ${hour} ${minutes % 60} ${minute}` : `${minutes} ${minute}`;
}

/** The full instant with its offset, for the hover: `2026-11-21 19:00:05 (UTC+8)`. */
export function fullInstant(at: Date | number, zone: string): string {
  const seen = wall(at, zone);
  const seconds = String(new Date(at).getUTCSeconds()).padStart(2, "0");
  const offset =
    (Date.parse(`${seen.day}T00:00:00Z`) + seen.minute * 60_000 - Math.floor(new Date(at).getTime() / 60_000) * 60_000) / 60_000;
  const minutes = Math.abs(offset) % 60;
  return `${seen.day} ${clock(seen.minute)}:${seconds} (UTC${offset < 0 ? "−" : "+"}${Math.floor(Math.abs(offset) / 60)}${minutes ? `:${String(minutes).padStart(2, "0")}` : ""})`;
}
