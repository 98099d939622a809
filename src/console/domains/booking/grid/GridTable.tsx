import { memo, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type CSSProperties, type RefObject } from "react";
import { clock, DAY_MINUTES, GRANULE } from "../../../../contract/time";
import { useLanguage, useT } from "../../../i18n/useT";
import { shortDay, weekdayName } from "../../../ui/sayTime";
import { dayTitle, placeLabel } from "../words";
import { Ghost } from "./Ghost";
import { ColumnHead, Heads, HourHeads } from "./GridHeads";
import { type Layout, rowAt } from "./layout";
import { createPainter } from "./painter";
import type { Frame, GridStore } from "./store";
import { type GridEvents, useGridEvents } from "./useGridEvents";

/**
 * The booking grid: a plain fixed table with frozen heads; courts (or the days of one court) across and half-hours down, or the other way
 * round. React draws heads and rows, the painter their cells (painter.ts); events are heard once, on the table.
 * @param across hours run across and courts down
 */
export function GridTable({
  store,
  scroller,
  across = false,
  ...events
}: { store: GridStore; scroller: RefObject<HTMLDivElement | null>; across?: boolean } & GridEvents) {
  const t = useT();
  const language = useLanguage();
  const frame = useSyncExternalStore(store.watchFrame, store.frame);
  const handlers = useGridEvents(store, events);
  const table = useRef<HTMLTableElement>(null);
  const layout = frame?.layout;
  if (!frame || !layout) return null;
  const shift = layout.columns.find((column) => column.day === frame.today)?.slots[0]?.shift;
  const now = shift === undefined ? (frame.now < 0 ? -DAY_MINUTES : 2 * DAY_MINUTES) : frame.now - shift;
  const at = Math.max(-2, Math.min(layout.rows + 2, rowAt(layout, now)));
  const style: CSSProperties & Record<`--${string}`, number> = {
    "--now-at": at,
    "--columns": layout.columns.length,
    "--rows": layout.rows,
    "--today": layout.columns.findIndex((column) => column.day === frame.today),
  };
  const place = layout.week ? layout.columns[0]?.name : undefined;
  const day = dayTitle(layout.day, frame.today, language, t);
  return (
    <div className="scroll" ref={scroller}>
      <div className={`wrap${across ? " across" : ""}${layout.week ? " week" : ""}`} style={style}>
        <table
          ref={table}
          className="g"
          role="grid"
          aria-label={place === undefined ? t("booking.gridLabel", { day }) : t("booking.weekLabel", { place: placeLabel(place, t), day })}
          aria-multiselectable
          aria-rowcount={(across ? layout.columns.length : layout.rows) + 2}
          aria-colcount={(across ? layout.rows : layout.columns.length) + 1}
          data-across={across || undefined}
          data-week={layout.week || undefined}
          {...handlers}
        >
          <colgroup>
            <col className="tc" />
            {across
              ? Array.from({ length: layout.rows }, (_, row) => <col key={row} className="sc" />)
              : layout.columns.map((column) => <col key={column.index} />)}
          </colgroup>
          {across ? <HourHeads layout={layout} /> : <Heads frame={frame} />}
          {across ? <BodyAcross frame={frame} layout={layout} store={store} /> : <Body layout={layout} store={store} />}
        </table>
        {at >= 0 && at <= layout.rows && <NowLine minute={now} />}
        <Ghost store={store} table={table} />
      </div>
    </div>
  );
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

/**
 * The body of the table, whose rows and heads are React's: the cells are painted into them.
 * @param across hours run across
 */
function useCells(store: GridStore, layout: Layout, across: boolean): RefObject<HTMLTableSectionElement | null> {
  const t = useT();
  const language = useLanguage();
  const body = useRef<HTMLTableSectionElement>(null);
  const painter = useMemo(() => {
    const nameOf = (index: number): string => {
      const { name = "", day = layout.day } = layout.columns[index] ?? {};
      return layout.week ? `${weekdayName(day, language)} ${shortDay(day, language, day)} ${placeLabel(name, t)}` : placeLabel(name, t);
    };
    return createPainter(store, { layout, across, nameOf, t });
  }, [store, layout, across, language, t]);
  useLayoutEffect(() => (body.current ? painter.follow(body.current) : undefined), [painter]);
  return body;
}

/** A row a half-hour; drawn again only when the courts or hours themselves change. */
const Body = memo(function Body({ layout, store }: { layout: Layout; store: GridStore }) {
  const body = useCells(store, layout, false);
  return (
    <tbody ref={body}>
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
          </tr>
        );
      })}
    </tbody>
  );
});

/** A row a court (or day); its head follows the clock. */
function BodyAcross({ frame, layout, store }: { frame: Frame; layout: Layout; store: GridStore }) {
  const body = useCells(store, layout, true);
  return (
    <tbody ref={body}>
      {layout.columns.map((column) => (
        <tr key={column.index} className={column.last ? "gs" : undefined}>
          <th scope="row" title={layout.week ? undefined : column.name}>
            <ColumnHead column={column} frame={frame} />
          </th>
        </tr>
      ))}
    </tbody>
  );
}
