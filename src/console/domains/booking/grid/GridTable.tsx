import { memo, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type CSSProperties, type RefObject } from "react";
import { clock, DAY_MINUTES } from "../../../../contract/core/time";
import { useLanguage, useT } from "../../../i18n/use-t";
import { shortDay, weekdayName } from "../../../ui/format-time";
import { dayTitle } from "../../../ui/format-days";
import { placeLabel } from "../../../ui/format-place";
import { Ghost } from "./Ghost";
import { type Layout, rowAt } from "./layout";
import { createPainter, type Picture } from "./painter";
import type { GridStore } from "./store";
import { type GridEvents, useGridEvents } from "./use-grid-events";

/**
 * The booking grid: a plain fixed table with frozen headers; courts (or the days of one court) across and half-hours down, or the other way
 * round. React draws what lies around and over the table, the painter the table itself (painter.ts); events are heard once, on the table.
 * @param across hours run across and courts down
 */
export function GridTable({
  store,
  scroller,
  across = false,
  ...events
}: { store: GridStore; scroller: RefObject<HTMLDivElement | null>; across?: boolean } & GridEvents) {
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
  return (
    <div className="scroll" ref={scroller}>
      <div className={`wrap${across ? " across" : ""}${layout.week ? " week" : ""}`} style={style}>
        <Table store={store} layout={layout} today={frame.today} across={across} table={table} handlers={handlers} />
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

/** The table, which is empty but for what the painter draws; drawn anew only when courts, hours, day or language change. */
const Table = memo(function Table({
  store,
  layout,
  today,
  across,
  table,
  handlers,
}: {
  store: GridStore;
  layout: Layout;
  today: string;
  across: boolean;
  table: RefObject<HTMLTableElement | null>;
  handlers: ReturnType<typeof useGridEvents>;
}) {
  const t = useT();
  const language = useLanguage();
  const painter = useMemo(() => createPainter(store, { across, t }), [store, across, t]);
  const picture = useMemo((): Picture => {
    const nameOf = (index: number): string => {
      const { name = "", day = layout.day } = layout.columns[index] ?? {};
      return layout.week ? `${weekdayName(day, language)} ${shortDay(day, language, day)} ${placeLabel(name, t)}` : placeLabel(name, t);
    };
    return { layout, across, today, language, nameOf, t };
  }, [layout, across, today, language, t]);
  useLayoutEffect(() => (table.current ? painter.follow(table.current, picture) : undefined), [painter, picture, table]);
  const day = dayTitle(layout.day, today, language, t);
  const place = layout.week ? layout.columns[0]?.name : undefined;
  return (
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
    />
  );
});
