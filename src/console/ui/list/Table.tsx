import { memo, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { useT } from "../../i18n/use-t";
import { Icon } from "../Icon";
import type { Column } from "./columns";
import { MIN_WIDTH } from "./columns";
import { useCutTitles } from "./use-cut-titles";
import { useFit } from "./use-fit";

/** From this many rows on only those in sight are drawn (quality: 10,000 rows on one page). */
const WINDOW_FROM = 120;
const OVERSCAN = 8;

interface Props<T, S> {
  readonly label: string;
  readonly columns: readonly Column<T, S>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly rowName: (row: T) => string;
  readonly rowHeight: number;
  readonly compact: boolean;
  readonly sort: string | undefined;
  /** Fields by which a list this long is not sorted. */
  readonly unsorted: readonly string[];
  readonly onSort: (field: string) => void;
  readonly onResize: (key: string, width: number) => void;
  readonly cursor: number;
  readonly onCursor: (index: number) => void;
  readonly onOpen?: ((row: T) => void) | undefined;
  /** Keys of the chosen rows; undefined: rows cannot be chosen. */
  readonly selected: ReadonlySet<string> | undefined;
  readonly onSelect: (keys: ReadonlySet<string>) => void;
  readonly onToggle: (key: string) => void;
  readonly sums: S | undefined;
  readonly sumsTitle: string;
  /** Shown below the header instead of rows. */
  readonly instead?: ReactNode;
}

/** Pixels of the boxes that choose rows. */
export const LEAD = 44;

/**
 * The table of a list: plain fixed markup, so that twenty rows cost what twenty rows of text cost. Long pages draw only the rows in
 * sight. Fixed columns and the sums row stay while the rest scrolls.
 */
export function Table<T, S>(props: Props<T, S>) {
  const { columns, rows, rowHeight, selected } = props;
  const wrap = useRef<HTMLDivElement>(null);
  const range = useWindow(wrap, rows.length, rowHeight);
  const lead = selected === undefined ? 0 : LEAD;
  const fit = useFit(wrap, columns, rows, props.sums, lead);
  useCutTitles(wrap);
  const width = columns.reduce((sum, column) => sum + (fit[column.key] ?? column.width), lead);
  useLayoutEffect(() => {
    const row = wrap.current?.querySelector(`[data-index="${props.cursor}"]`);
    row?.scrollIntoView({ block: "nearest" });
  }, [props.cursor]);

  return (
    <div className="table-wrap" ref={wrap} role="region" aria-label={props.label} tabIndex={0}>
      <table className="table" data-density={props.compact ? "compact" : undefined} style={{ minWidth: width }} aria-rowcount={rows.length}>
        <colgroup>
          {selected !== undefined && <col style={{ width: lead }} />}
          {columns.map((column) => (
            <col key={column.key} style={column.grow ? undefined : { width: fit[column.key] ?? column.width }} />
          ))}
        </colgroup>
        <Head {...props} lead={lead} />
        <tbody>
          {range.before > 0 && <Spacer height={range.before} columns={columns.length + (lead ? 1 : 0)} />}
          {rows.slice(range.from, range.to).map((row, i) => {
            const index = range.from + i;
            const key = props.rowKey(row);
            return (
              <Row
                key={key}
                row={row}
                index={index}
                columns={columns}
                lead={lead}
                isCursor={index === props.cursor}
                isSelected={selected?.has(key) ?? false}
                name={props.rowName(row)}
                onCursor={props.onCursor}
                onOpen={props.onOpen}
                rowKey={key}
                onToggle={props.onToggle}
              />
            );
          })}
          {range.after > 0 && <Spacer height={range.after} columns={columns.length + (lead ? 1 : 0)} />}
        </tbody>
        {props.sums !== undefined && rows.length > 0 && <Foot {...props} lead={lead} sums={props.sums} />}
      </table>
      {props.instead}
    </div>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

/** Left edges of fixed columns. */
function offsets<T, S>(columns: readonly Column<T, S>[], lead: number): number[] {
  let left = lead;
  return columns.map((column) => {
    const at = left;
    left += column.width;
    return at;
  });
}

function Head<T, S>({ columns, rows, rowKey, sort, unsorted, onSort, onResize, selected, onSelect, lead }: Props<T, S> & { lead: number }) {
  const t = useT();
  const left = offsets(columns, lead);
  const all = rows.length > 0 && rows.every((row) => selected?.has(rowKey(row)));
  const some = rows.some((row) => selected?.has(rowKey(row)));
  return (
    <thead>
      <tr>
        {selected !== undefined && (
          <th scope="col" className="stick" style={{ left: 0 }}>
            <input
              type="checkbox"
              className="check"
              aria-label={t("list.selectAll")}
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = some && !all;
              }}
              onChange={() => onSelect(all ? new Set() : new Set(rows.map(rowKey)))}
            />
          </th>
        )}
        {columns.map((column, i) => {
          const [field, direction] = sort?.split(",") ?? [];
          const isSorted = column.sort !== undefined && field === column.sort;
          return (
            <th
              key={column.key}
              scope="col"
              className={`${column.end ? "num" : ""}${column.fixed ? " stick" : ""}`}
              style={column.fixed ? { left: left[i] } : undefined}
              aria-sort={isSorted ? (direction === "desc" ? "descending" : "ascending") : undefined}
            >
              {column.sort === undefined ? (
                column.title
              ) : unsorted.includes(column.sort) ? (
                <span title={t("list.longSort")}>{column.title}</span>
              ) : (
                <button
                  type="button"
                  className="sort"
                  title={t("list.sortBy", { title: column.title })}
                  onClick={() => onSort(column.sort ?? "")}
                >
                  {column.title}
                  {isSorted && <Icon name={direction === "desc" ? "arrow-down" : "arrow-up"} size="s" />}
                </button>
              )}
              <Grip title={column.title} width={column.width} onResize={(next) => onResize(column.key, next)} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Drags a column's width; with the keyboard, arrows change it by 16 px. */
function Grip({ title, width, onResize }: { title: string; width: number; onResize: (width: number) => void }) {
  const t = useT();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowRight" ? 16 : event.key === "ArrowLeft" ? -16 : 0;
    if (step === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onResize(Math.max(MIN_WIDTH, width + step));
  };
  return (
    <button
      type="button"
      className="grip"
      tabIndex={-1}
      aria-label={t("list.resize", { title })}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault();
        const from = event.clientX;
        const target = event.currentTarget;
        target.setPointerCapture(event.pointerId);
        const move = (moved: PointerEvent): void => onResize(Math.max(MIN_WIDTH, Math.round(width + moved.clientX - from)));
        const end = (): void => {
          target.removeEventListener("pointermove", move);
          target.removeEventListener("pointerup", end);
        };
        target.addEventListener("pointermove", move);
        target.addEventListener("pointerup", end);
      }}
    />
  );
}

interface RowProps<T, S> {
  readonly row: T;
  readonly index: number;
  readonly columns: readonly Column<T, S>[];
  readonly lead: number;
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  readonly name: string;
  readonly onCursor: (index: number) => void;
  readonly onOpen: ((row: T) => void) | undefined;
  readonly rowKey: string;
  readonly onToggle: (key: string) => void;
}

function RowView<T, S>({ row, index, columns, lead, isCursor, isSelected, name, rowKey, onCursor, onOpen, onToggle }: RowProps<T, S>) {
  const t = useT();
  const left = offsets(columns, lead);
  return (
    <tr
      className="ant-table-row"
      data-index={index}
      data-cursor={isCursor || undefined}
      data-opens={onOpen ? true : undefined}
      aria-selected={lead ? isSelected : undefined}
      onClick={(event) => {
        onCursor(index);
        if (onOpen && !(event.target instanceof Element && event.target.closest("a,button,input,label"))) onOpen(row);
      }}
    >
      {lead > 0 && (
        <td className="stick" style={{ left: 0 }}>
          <input
            type="checkbox"
            className="check"
            aria-label={t("list.select", { name })}
            checked={isSelected}
            onChange={() => onToggle(rowKey)}
          />
        </td>
      )}
      {columns.map((column, i) => (
        <td
          key={column.key}
          className={`${column.end ? "num" : ""}${column.fixed ? " stick" : ""}`}
          style={column.fixed ? { left: left[i] } : undefined}
        >
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
}
const Row = memo(
  RowView,
  (a, b) =>
    a.row === b.row &&
    a.columns === b.columns &&
    a.isCursor === b.isCursor &&
    a.isSelected === b.isSelected &&
    a.index === b.index &&
    a.onOpen === b.onOpen,
) as typeof RowView;

/** The sums row; its title spans the columns before the first sum. */
function Foot<T, S>({ columns, lead, sums, sumsTitle }: Props<T, S> & { lead: number; sums: S }) {
  const first = columns.findIndex((column) => column.sum !== undefined);
  const span = (first === -1 ? columns.length : first) + (lead ? 1 : 0);
  return (
    <tfoot>
      <tr>
        {span > 0 && (
          <td colSpan={span} className="stick sums-title" style={{ left: 0 }}>
            {sumsTitle}
          </td>
        )}
        {columns.slice(first === -1 ? columns.length : first).map((column) => (
          <td key={column.key} className={column.end ? "num" : undefined}>
            {column.sum?.(sums)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

/** The rows in sight of a scrolling box: `[from, to)` and the heights that replace the others. */
function useWindow(
  box: { current: HTMLDivElement | null },
  count: number,
  rowHeight: number,
): { from: number; to: number; before: number; after: number } {
  const on = count >= WINDOW_FROM;
  const [seen, setSeen] = useState({ from: 0, to: 40 });
  useLayoutEffect(() => {
    const element = box.current;
    if (!on || !element) return undefined;
    const look = (): void => {
      const from = Math.max(0, Math.floor(element.scrollTop / rowHeight) - OVERSCAN);
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + OVERSCAN;
      setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      observer.disconnect();
    };
  }, [box, on, rowHeight, count]);
  if (!on) return { from: 0, to: count, before: 0, after: 0 };
  const to = Math.min(count, seen.to);
  return { from: seen.from, to, before: seen.from * rowHeight, after: Math.max(0, count - to) * rowHeight };
}
