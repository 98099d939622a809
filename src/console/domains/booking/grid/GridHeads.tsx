import { memo } from "react";
import { clock, GRANULE } from "../../../../contract/time";
import type { T } from "../../../i18n/keys";
import { useLanguage, useT } from "../../../i18n/useT";
import { Icon } from "../../../ui/Icon";
import { shortDay, weekdayName } from "../../../ui/sayTime";
import { DayMark } from "../DayMark";
import { placeLabel, placeShort } from "../words";
import type { Column, HallHead, Layout } from "./layout";
import { nextFree } from "./model";
import type { Frame } from "./store";

/** A hall with the range of its numbered courts, or with what its whole court is made of. */
function hallTitle(hall: HallHead, t: T): string {
  if (hall.numbers) return t("booking.hallCourts", { hall: hall.name, ...hall.numbers });
  return hall.whole
    ? t("booking.hallWhole", { hall: hall.name, whole: hall.whole.name, parts: hall.whole.parts.join(t("booking.plus")) })
    : hall.name;
}

const perSlot = (hall: HallHead, text: string, t: T): string =>
  t(hall.slotMinutes === 60 ? "booking.perHour" : "booking.perHalf", { hall: text });

/** Heads of the columns: halls, and below them courts or days. */
export function Heads({ frame }: { frame: Frame }) {
  const t = useT();
  const { layout } = frame;
  return (
    <thead>
      <tr className="gr">
        <td className="tc" />
        {layout.halls.map((hall, i) => {
          const [column] = layout.columns;
          const title = layout.week && column ? `${hall.name} ${placeLabel(column.name, t)}` : hallTitle(hall, t);
          return (
            <th key={hall.id} colSpan={hall.columns} scope="colgroup">
              <span className="cut">
                {hall.linked && <Icon name="link" size="s" />}
                {i === 0 && hall.columns > 2 ? perSlot(hall, title, t) : title}
              </span>
            </th>
          );
        })}
      </tr>
      <tr className="cr">
        <th className="tc" scope="col">
          <b aria-hidden>&nbsp;</b>
          <small>{t("booking.freeAt")}</small>
        </th>
        {layout.columns.map((column) => (
          <th key={column.index} scope="col" className={column.last ? "gs" : undefined} title={layout.week ? undefined : column.name}>
            <ColumnHead column={column} frame={frame} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A court, or in a week a day, with its next free time. */
export function ColumnHead({ column, frame: { layout, blocks, now, today } }: { column: Column; frame: Frame }) {
  const t = useT();
  const language = useLanguage();
  const next = nextFree(blocks, column, now);
  const short = placeShort(column.name);
  return (
    <>
      {layout.week ? (
        <b className={column.day === today ? "t now-day" : "t"}>
          {column.day === today ? t("booking.today") : `${weekdayName(column.day, language)} ${shortDay(column.day, language, today)}`}
          {column.kind && <DayMark kind={column.kind} />}
        </b>
      ) : (
        <b className={/^[\w-]{1,3}$/.test(short) ? undefined : "cut t"}>{short}</b>
      )}
      <small className={next === "now" ? "nf" : undefined}>
        {next === "now" ? t("booking.freeNow") : next === undefined ? t("booking.full") : clock(next)}
      </small>
    </>
  );
}

/** The hours as heads, with courts down. */
export const HourHeads = memo(function HourHeads({ layout }: { layout: Layout }) {
  const t = useT();
  return (
    <thead>
      <tr className="hr">
        <th className="tc" scope="col">
          <small>{t("booking.freeAt")}</small>
        </th>
        {Array.from({ length: layout.rows }, (_, row) => {
          const start = layout.from + row * GRANULE;
          const whole = start % 60 === 0;
          return (
            <th key={row} scope="col" className={whole ? "h" : undefined}>
              <span aria-hidden={!whole}>{whole ? clock(start) : `:${clock(start).slice(3)}`}</span>
              {!whole && <span className="sr">{clock(start)}</span>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
});
