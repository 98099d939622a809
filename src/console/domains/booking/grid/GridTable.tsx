import { memo, useEffect, useRef, useSyncExternalStore, type CSSProperties, type RefObject } from "react";
import { clock, DAY_MINUTES, GRANULE } from "../../../../contract/time";
import type { T } from "../../../i18n/keys";
import { useLanguage, useT } from "../../../i18n/useT";
import { Icon } from "../../../ui/Icon";
import { shortDay, weekdayName } from "../../../ui/sayTime";
import { dayTitle, placeLabel, placeShort } from "../words";
import { Ghost } from "./Ghost";
import { GridCell } from "./GridCell";
import { type Column, type HallHead, type Layout, rowAt } from "./layout";
import { nextFree } from "./model";
import type { Frame, GridStore } from "./store";
import { type GridEvents, useGridEvents } from "./useGridEvents";

/** After this, what appears is news and flashes. */
const SETTLED_MS = 400;

/**
 * The booking grid: a plain fixed table with frozen heads; courts (or the days of one court) across and half-hours down, or the other way
 * round. Cells watch the store one by one; events are heard once, on the table.
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
  useEffect(() => {
    const shown = table.current;
    const timer = setTimeout(() => shown?.setAttribute("data-settled", ""), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      shown?.removeAttribute("data-settled");
    };
  }, [layout, across]);
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

/** A hall with the range of its numbered courts, or with what its whole court is made of. */
function hallTitle(hall: HallHead, t: T): string {
  if (hall.numbers) return t("booking.hallCourts", { hall: hall.name, ...hall.numbers });
  return hall.whole
    ? t("booking.hallWhole", { hall: hall.name, whole: hall.whole.name, parts: hall.whole.parts.join(t("booking.plus")) })
    : hall.name;
}

const perSlot = (hall: HallHead, text: string, t: T): string =>
  t(hall.slotMinutes === 60 ? "booking.perHour" : "booking.perHalf", { hall: text });

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

/** Heads of the columns: halls, and below them courts or days. */
function Heads({ frame }: { frame: Frame }) {
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
function ColumnHead({ column, frame: { layout, blocks, now, today } }: { column: Column; frame: Frame }) {
  const t = useT();
  const language = useLanguage();
  const next = nextFree(blocks, column, now);
  const short = placeShort(column.name);
  return (
    <>
      {layout.week ? (
        <b className={column.day === today ? "t now-day" : "t"}>
          {column.day === today ? t("booking.today") : `${weekdayName(column.day, language)} ${shortDay(column.day, language, today)}`}
          {column.holiday && <i className="hol">{t("booking.bar.holiday")}</i>}
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

/** How a cell's column is called when its focus is read out. */
function useColumnName(layout: Layout): (column: Column) => string {
  const t = useT();
  const language = useLanguage();
  return (column) =>
    layout.week
      ? `${weekdayName(column.day, language)} ${shortDay(column.day, language, column.day)} ${placeLabel(column.name, t)}`
      : placeLabel(column.name, t);
}

/** Rows of cells; drawn again only when the courts or hours themselves change. */
const Body = memo(function Body({ layout, store }: { layout: Layout; store: GridStore }) {
  const nameOf = useColumnName(layout);
  const names = layout.columns.map(nameOf);
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
              return <GridCell key={slot.key} handle={store.cell(slot)} place={names[column.index] ?? ""} last={column.last} />;
            })}
          </tr>
        );
      })}
    </tbody>
  );
});

/** The hours as heads, with courts down. */
const HourHeads = memo(function HourHeads({ layout }: { layout: Layout }) {
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

/** A row a court (or day); its head follows the clock, its cells watch for themselves. */
function BodyAcross({ frame, layout, store }: { frame: Frame; layout: Layout; store: GridStore }) {
  const nameOf = useColumnName(layout);
  return (
    <tbody>
      {layout.columns.map((column) => (
        <tr key={column.index} className={column.last ? "gs" : undefined}>
          <th scope="row" title={layout.week ? undefined : column.name}>
            <ColumnHead column={column} frame={frame} />
          </th>
          <CellsAcross column={column} store={store} name={nameOf(column)} />
        </tr>
      ))}
    </tbody>
  );
}

const CellsAcross = memo(function CellsAcross({ column, store, name }: { column: Column; store: GridStore; name: string }) {
  return column.slots.map((slot) => <GridCell key={slot.key} handle={store.cell(slot)} place={name} last={false} across />);
});
