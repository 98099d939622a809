import { memo, useSyncExternalStore, type CSSProperties, type RefObject } from "react";
import { clock, GRANULE } from "../../../../contract/time";
import type { T } from "../../../i18n/keys";
import { useLanguage, useT } from "../../../i18n/useT";
import { Icon } from "../../../ui/Icon";
import { dayTitle, placeShort } from "../words";
import { GridCell } from "./GridCell";
import { type HallHead, type Layout, rowAt } from "./layout";
import { nextFree } from "./model";
import type { Frame, GridStore } from "./store";
import { type GridEvents, useGridEvents } from "./useGridEvents";

/**
 * The booking grid: a plain fixed table, courts across and half-hours down, with frozen heads. Cells watch the store one by one; events are
 * heard once, on the table.
 */
export function GridTable({ store, scroller, ...events }: { store: GridStore; scroller: RefObject<HTMLDivElement | null> } & GridEvents) {
  const t = useT();
  const language = useLanguage();
  const frame = useSyncExternalStore(store.watchFrame, store.frame);
  const handlers = useGridEvents(store, events);
  if (!frame) return null;
  const { layout, now } = frame;
  const at = Math.max(-2, Math.min(layout.rows + 2, rowAt(layout, now)));
  const style: CSSProperties & Record<`--${string}`, number> = { "--now-at": at, "--columns": layout.columns.length };
  return (
    <div className="scroll" ref={scroller}>
      <div className="wrap" style={style}>
        <table
          className="g"
          role="grid"
          aria-label={t("booking.gridLabel", { day: dayTitle(layout.day, frame.today, language, t) })}
          aria-multiselectable
          aria-rowcount={layout.rows + 2}
          aria-colcount={layout.columns.length + 1}
          {...handlers}
        >
          <colgroup>
            <col className="tc" />
            {layout.columns.map((column) => (
              <col key={column.placeId} />
            ))}
          </colgroup>
          <Heads frame={frame} />
          <Body layout={layout} store={store} />
        </table>
        {at >= 0 && at <= layout.rows && <NowLine minute={now} />}
      </div>
    </div>
  );
}

/** A hall with the range of its numbered courts, or with what its whole court is made of. */
function hallTitle(hall: HallHead, t: T): string {
  if (hall.numbers) return t("booking.hallCourts", { hall: hall.name, ...hall.numbers });
  return hall.whole
    ? t("booking.hallWhole", { hall: hall.name, whole: hall.whole.name, parts: hall.whole.parts.join(t("booking.plus")) })
    : hall.name;
}

function NowLine({ minute }: { minute: number }) {
  return (
    <>
      <div className="now" />
      <div className="now now-time">
        <time>{clock(minute)}</time>
      </div>
    </>
  );
}

function Heads({ frame: { layout, blocks, now } }: { frame: Frame }) {
  const t = useT();
  return (
    <thead>
      <tr className="gr">
        <td className="tc" />
        {layout.halls.map((hall, i) => (
          <th key={hall.id} colSpan={hall.columns} scope="colgroup">
            <span className="cut">
              {hall.linked && <Icon name="link" size="s" />}
              {i === 0 && hall.columns > 2
                ? t(hall.slotMinutes === 60 ? "booking.perHour" : "booking.perHalf", { hall: hallTitle(hall, t) })
                : hallTitle(hall, t)}
            </span>
          </th>
        ))}
      </tr>
      <tr className="cr">
        <th className="tc" scope="col">
          <b aria-hidden>&nbsp;</b>
          <small>{t("booking.freeAt")}</small>
        </th>
        {layout.columns.map((column) => {
          const next = nextFree(blocks, column, now);
          const name = placeShort(column.name);
          return (
            <th key={column.placeId} scope="col" className={column.last ? "gs" : undefined} title={column.name}>
              <b className={/^[\w-]{1,3}$/.test(name) ? undefined : "cut t"}>{name}</b>
              <small className={next === "now" ? "nf" : undefined}>
                {next === "now" ? t("booking.freeNow") : next === undefined ? t("booking.full") : clock(next)}
              </small>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Rows of cells; drawn again only when the courts or hours themselves change. */
const Body = memo(function Body({ layout, store }: { layout: Layout; store: GridStore }) {
  return (
    <tbody>
      {Array.from({ length: layout.rows }, (_, row) => {
        const start = layout.from + row * GRANULE;
        const whole = start % 60 === 0;
        return (
          <tr key={start}>
            <th scope="row" className={whole ? "h" : undefined}>
              <span>
                {whole ? clock(start) : <span aria-hidden>:{clock(start).slice(3)}</span>}
                {!whole && <span className="sr">{clock(start)}</span>}
              </span>
            </th>
            {layout.columns.map((column) => {
              const slot = column.at[row];
              if (!slot || slot.row !== row) return null;
              return <GridCell key={slot.key} handle={store.cell(slot)} place={column.name} last={column.last} />;
            })}
          </tr>
        );
      })}
    </tbody>
  );
});
