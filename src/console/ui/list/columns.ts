/** Columns of a list: what a screen declares, and what a person made of them. */
import type { ReactNode } from "react";

/** A column as a screen declares it. `S` is the shape of the sums. */
export interface Column<T, S = unknown> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: T) => ReactNode;
  /** Pixels; the rest of the width is shared by columns that `grow`. */
  readonly width: number;
  readonly grow?: boolean;
  /** Field of the call's `sort`; left out, the column does not sort. */
  readonly sort?: string;
  /** Numbers are aligned to the end. */
  readonly end?: boolean;
  /** Always shown, at the start, and stays while the others scroll sideways. */
  readonly fixed?: boolean;
  /** Left out on a phone, where the columns that stay would fill the screen, and where the table would scroll sideways for it. */
  readonly wide?: boolean;
  /** Its width is a person's: nothing else changes it. */
  readonly sized?: boolean;
  /** Hidden until somebody shows it. */
  readonly hidden?: boolean;
  /** Content of this column in the sums row. */
  readonly sum?: (sums: S) => ReactNode;
}

/** Column settings of a person for a list. Columns that appear later show by default: only changes are stored. */
export interface ColumnSettings {
  readonly order: readonly string[];
  readonly shown: Readonly<Record<string, boolean>>;
  readonly widths: Readonly<Record<string, number>>;
}
export const NO_SETTINGS: ColumnSettings = { order: [], shown: {}, widths: {} };
export const MIN_WIDTH = 56;
/** Pixels of a column that stays on a phone: a state and an amount are beside it. */
const MOST_FIXED = 150;

/** All columns in the person's order: fixed ones first, then those placed, then the rest as declared. */
export function ordered<T, S>(columns: readonly Column<T, S>[], settings: ColumnSettings): Column<T, S>[] {
  const rank = (column: Column<T, S>): number => {
    const at = settings.order.indexOf(column.key);
    return at === -1 ? settings.order.length + columns.indexOf(column) : at;
  };
  return [...columns].sort((a, b) => Number(b.fixed ?? false) - Number(a.fixed ?? false) || rank(a) - rank(b));
}

/** True if a column is on screen. */
const isShown = <T, S>(column: Column<T, S>, settings: ColumnSettings): boolean =>
  (column.fixed ?? false) || (settings.shown[column.key] ?? !(column.hidden ?? false));

/** Space in which columns are shown. */
interface Room {
  /** A phone. */
  readonly narrow: boolean;
  /** Pixels that they have side by side; 0: not known. */
  readonly width: number;
}

/**
 * The columns on screen, with the person's widths. Of those that a phone can do without, none is there on one, elsewhere the last are left
 * out while the table would scroll sideways, but for those that the person chose.
 */
export function arrange<T, S>(
  columns: readonly Column<T, S>[],
  settings: ColumnSettings,
  { narrow, width: room }: Room = { narrow: false, width: 0 },
): Column<T, S>[] {
  const visible = ordered(columns, settings)
    .filter((column) => isShown(column, settings) && !(narrow && column.wide && !settings.shown[column.key]))
    .map((column) => {
      const width = settings.widths[column.key];
      return width === undefined ? column : { ...column, width: Math.max(MIN_WIDTH, width), grow: false, sized: true };
    });
  if (narrow)
    return visible.map((column) => (column.fixed && !column.sized ? { ...column, width: Math.min(column.width, MOST_FIXED) } : column));
  if (room === 0) return visible;
  let usedWidth = visible.reduce((sum, { width }) => sum + width, 0);
  const left = new Set(visible);
  for (const column of visible.toReversed()) {
    if (usedWidth <= room) break;
    if (!column.wide || column.fixed || column.sized || settings.shown[column.key]) continue;
    left.delete(column);
    usedWidth -= column.width;
  }
  return visible.filter((column) => left.has(column));
}

/** The settings with a column moved by `steps` among those that can move. */
export function moveColumn<T, S>(columns: readonly Column<T, S>[], settings: ColumnSettings, key: string, steps: number): ColumnSettings {
  const keys = ordered(columns, settings)
    .filter((column) => !column.fixed)
    .map((column) => column.key);
  const from = keys.indexOf(key);
  const to = Math.min(keys.length - 1, Math.max(0, from + steps));
  if (from === -1 || from === to) return settings;
  keys.splice(to, 0, ...keys.splice(from, 1));
  return { ...settings, order: keys };
}

/** Reads kept settings; anything broken counts as none. */
export function readSettings(text: string | undefined): ColumnSettings {
  if (!text) return NO_SETTINGS;
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== "object" || raw === null) return NO_SETTINGS;
    const { order, shown: visible, widths } = raw as Partial<ColumnSettings>;
    return { order: Array.isArray(order) ? order.map(String) : [], shown: { ...visible }, widths: { ...widths } };
  } catch {
    return NO_SETTINGS;
  }
}
