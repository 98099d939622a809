/**
 * Headers of the table as HTML: halls, courts or days with their next free time, hours. They are drawn once; only the free times follow the
 * clock.
 */
import type { DayKind, Language } from "../../../../contract/core/enums";
import { clock, GRANULE } from "../../../../contract/core/time";
import type { T } from "../../../i18n/keys";
import { escapeHtml, iconHtml } from "../../../ui/html";
import { shortDay, weekdayName } from "../../../ui/format-time";
import { placeLabel, placeShort } from "../../../ui/format-place";
import type { Blocks } from "./blocks";
import type { Column, HallHead, Layout } from "./layout";
import { nextFree, type NowMinute } from "./model";

/** Dependencies for the wording of headers. */
export interface Words {
  readonly t: T;
  readonly language: Language;
  /** Today at the venue. */
  readonly today: string;
  /** A column in words. */
  readonly nameOf: (column: number) => string;
}

interface Picture extends Words {
  readonly layout: Layout;
  readonly across: boolean;
}

/** A hall with the range of its numbered courts, or with what its whole court is made of. */
function hallTitle(hall: HallHead, t: T): string {
  if (hall.numbers) return t("booking.hallCourts", { hall: hall.name, ...hall.numbers });
  return hall.whole
    ? t("booking.hallWhole", { hall: hall.name, whole: hall.whole.name, parts: hall.whole.parts.join(t("booking.plus")) })
    : hall.name;
}

const perSlot = (hall: HallHead, text: string, t: T): string =>
  t(hall.slotMinutes === 60 ? "booking.perHour" : "booking.perHalf", { hall: text });

/** Widths of the columns. */
export const colsHtml = ({ layout, across }: Picture): string =>
  `<colgroup><col class="tc">${(across ? '<col class="sc">' : "<col>").repeat(across ? layout.rows : layout.columns.length)}</colgroup>`;

/** The header of the table: halls and below them courts or days; across, the hours. */
export function headersHtml(picture: Picture): string {
  const { layout, across, t } = picture;
  if (across) {
    const hours = Array.from({ length: layout.rows }, (_, row) => {
      const { whole, text } = hourOf(layout, row);
      return whole ? `<th scope="col" class="h"><span>${text}</span></th>` : `<th scope="col">${halfHtml(text)}</th>`;
    });
    return `<thead><tr class="hr"><th class="tc" scope="col"><small>${escapeHtml(t("booking.freeAt"))}</small></th>${hours.join("")}</tr></thead>`;
  }
  const halls = layout.halls.map((hall, i) => {
    const [column] = layout.columns;
    const title = layout.week && column ? `${hall.name} ${placeLabel(column.name, t)}` : hallTitle(hall, t);
    const text = escapeHtml(i === 0 && hall.columns > 2 ? perSlot(hall, title, t) : title);
    return `<th colspan="${hall.columns}" scope="colgroup"><span class="cut">${hall.linked ? iconHtml("link", "s") : ""}${text}</span></th>`;
  });
  const columns = layout.columns.map(
    (column) => `<th scope="col"${column.last ? ' class="gs"' : ""}${titleOf(column, layout)}>${columnHtml(column, picture)}</th>`,
  );
  return (
    `<thead><tr class="gr"><td class="tc"></td>${halls.join("")}</tr>` +
    `<tr class="cr"><th class="tc" scope="col"><b aria-hidden="true">&nbsp;</b><small>${escapeHtml(t("booking.freeAt"))}</small></th>${columns.join("")}</tr></thead>`
  );
}

/** The header of a row: the hour, or across the court or day. */
export function bodyHeadHtml(picture: Picture, row: number): string {
  const { layout, across } = picture;
  const column = layout.columns[row];
  if (across) return column ? `<th scope="row"${titleOf(column, layout)}>${columnHtml(column, picture)}</th>` : "";
  const { whole, text } = hourOf(layout, row);
  return whole ? `<th scope="row" class="h"><span>${text}</span></th>` : `<th scope="row"><span>${halfHtml(text)}</span></th>`;
}

function hourOf(layout: Layout, row: number): { whole: boolean; text: string } {
  const start = layout.from + row * GRANULE;
  return { whole: start % 60 === 0, text: clock(start) };
}

/** A half-hour shows its minutes and says all of it. */
const halfHtml = (text: string): string => `<span aria-hidden="true">:${text.slice(3)}</span><span class="sr">${text}</span>`;

const titleOf = (column: Column, { week }: Layout): string => (week ? "" : ` title="${escapeHtml(column.name)}"`);

/** A court, or in a week a day, with room for its next free time. */
function columnHtml(column: Column, { layout, t, language, today }: Picture): string {
  if (!layout.week) {
    const short = placeShort(column.name);
    return `<b${/^[\w-]{1,3}$/.test(short) ? "" : ' class="cut t"'}>${escapeHtml(short)}</b><small></small>`;
  }
  const isToday = column.day === today;
  const date = `<span class="nowrap">${escapeHtml(shortDay(column.day, language, today))}</span>`;
  const day = isToday ? escapeHtml(t("booking.today")) : `${escapeHtml(weekdayName(column.day, language))} ${date}`;
  return `<b class="${isToday ? "t now-day" : "t"}">${day}${column.kind ? markHtml(column.kind, t) : ""}</b><small></small>`;
}

/** As `DayMark` draws it. */
const markHtml = (kind: DayKind, t: T): string =>
  `<span class="hol ${kind}"><span aria-hidden="true">${escapeHtml(t(`places.calendar.short.${kind}`))}</span>` +
  `<span class="sr">${escapeHtml(t(`places.calendar.kinds.${kind}`))}</span></span>`;

/** Why nothing is free: all is taken, or nothing is open that day. */
const fullHeader = ({ slots }: Column, t: T): string => t(slots.some(({ open }) => open) ? "booking.full" : "booking.closed");

/** The free times in the headers. */
export function createFreeTimes({ layout, across, t }: Picture) {
  let places: readonly Element[] = [];
  return {
    /** Finds their places in a table that was just drawn. */
    take(table: HTMLTableElement): void {
      places = [...table.querySelectorAll(across ? "tbody th > small" : ".cr th:not(.tc) > small")];
    },
    /** Says each court's next free time. */
    say({ blocks, now }: { readonly blocks: Blocks; readonly now: NowMinute }): void {
      for (const column of layout.columns) {
        const place = places[column.index];
        const next = nextFree(blocks, column, now);
        const text = next === "now" ? t("booking.freeNow") : next === undefined ? fullHeader(column, t) : clock(next);
        if (!place || place.textContent === text) continue;
        place.textContent = text;
        place.className = next === "now" ? "nf" : "";
      }
    },
  };
}
