import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { BaseRecord } from "@refinedev/core";
import type { Call, Input, Output } from "../../../contract/core/call";
import type { ButtonCode } from "../../../contract/core/permissions";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { LIST_KEYS, useShortcuts } from "../../keys/shortcuts";
import { usePreference } from "../../session/preferences";
import { can } from "../../providers/access-control";
import { useMobile } from "../../shell/use-mobile";
import { Button } from "../Button";
import { EmptyState } from "../EmptyState";
import { ErrorState } from "../ErrorState";
import { grouped } from "../grouped";
import { Icon } from "../Icon";
import type { IconName } from "../icons";
import { SkeletonRows } from "../Skeleton";
import { Bulk, type BulkAction } from "./Bulk";
import { usePageWidth } from "./use-page-width";
import { arrange, type Column, readSettings } from "./columns";
import type { Filter, View } from "./filters";
import { Pager } from "./Pager";
import { nextSort } from "./state";
import { LEAD, Table } from "./Table";
import { ColumnMenu, Filters, SearchBox } from "./Toolbar";
import { useExport } from "./use-export";
import { useListCommands } from "./use-list-commands";
import { crudFilters, crudSorters, useTable } from "./use-table";
import { Views } from "./Views";
import { isOfInputMethod } from "../../keys/ime";

/** The one primary action of a list. */
export interface Primary {
  readonly title: string;
  readonly code: ButtonCode;
  readonly icon?: IconName;
  readonly run: () => void;
}

/** A list screen, as configuration. Everything else — paging, address, keys, states — is the page's. */
interface ListConfig<T extends BaseRecord, S extends Call> {
  /** Name of the Refine resource; column settings and views are kept under it. */
  readonly name: string;
  /** Its list call. */
  readonly call: Call;
  readonly title: string;
  readonly columns: readonly Column<T, Output<S>>[];
  readonly rowKey: (row: T) => string;
  /** Returns the name of a row for screen readers. */
  readonly rowName: (row: T) => string;
  /** True if the rows contain amounts: the unit is then shown once, above. */
  readonly money?: boolean;
  readonly search?: string;
  readonly filters?: readonly Filter[];
  readonly views?: readonly View[];
  readonly sums?: { readonly call: S; readonly count: (sums: Output<S>) => number };
  readonly excel?: { readonly call: Call; readonly code: ButtonCode };
  readonly primary?: Primary;
  readonly bulk?: readonly BulkAction<T>[];
  readonly onOpen?: (row: T) => void;
  /** Purpose of this place, shown when it has no rows at all. */
  readonly emptyHint?: string;
  /** Beside the title and the primary action. */
  readonly aside?: ReactNode;
}

const SLOW_MS = 8_000;
/** Size of rows unless the person chose another. */
const DEFAULT_SIZE: "medium" | "small" = "medium";
const COMFORTABLE = 44;
const COMPACT = 36;

/** A list: server paging and sort, filters and views in the address, sums and export of the whole filter, columns, bulk actions, keys. */
export function ListPage<T extends BaseRecord, S extends Call = Call>(config: ListConfig<T, S>) {
  const t = useT();
  const filterKeys = useMemo(() => ["q", ...(config.filters ?? []).map((filter) => filter.key)], [config.filters]);
  const table = useTable<T>(config.name, config.call, filterKeys);
  const { state, setFilters, setSorters, tableQuery: page } = table;
  const { data: rows, total = 0 } = table.result;
  const setValues = (values: typeof state.filters): void => setFilters(crudFilters(values), "replace");
  const hasFilter = Object.keys(state.filters).length > 0;
  const sums = useRead(config.sums?.call, state.filters as Input<S>, { keepPrevious: true });
  const sumsData = config.sums === undefined ? undefined : sums.data;
  const excel = useExport(config.excel?.call, state.filters as Input<Call>);
  const [columnText, setColumnText] = usePreference(`columns:${config.name}`);
  const settings = useMemo(() => readSettings(columnText), [columnText]);
  const narrow = useMobile();
  const width = usePageWidth() - (config.bulk ? LEAD : 0);
  const columns = useMemo(
    () => arrange(config.columns, settings, { narrow, width: Math.max(0, width) }),
    [config.columns, settings, narrow, width],
  );
  const [density, setDensity] = usePreference("density");
  const size = density === "compact" ? "small" : DEFAULT_SIZE;
  const compact = size === "small";
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState(-1);
  const root = useRef<HTMLDivElement>(null);
  const slow = useSlow(page.isLoading);

  const { rowKey } = config;
  const chosen = useMemo(() => rows.filter((row) => selected.has(rowKey(row))), [rows, selected, rowKey]);
  const toggle = useCallback(
    (key: string) => setSelected((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key])),
    [],
  );
  const search = useCallback((q: string) => setFilters(crudFilters({ q })), [setFilters]);
  const settle = (next: typeof settings): void =>
    setColumnText(next.order.length + Object.keys(next.shown).length + Object.keys(next.widths).length === 0 ? "" : JSON.stringify(next));
  useShortcuts(LIST_KEYS);
  useListCommands({
    primary: config.primary && can(config.primary.code) ? config.primary : undefined,
    onExport: config.excel && can(config.excel.code) ? excel.press : undefined,
    views: config.views ?? [],
    onView: setValues,
    hasFilter,
  });
  useListKeys(root, {
    count: rows.length,
    cursor,
    setCursor,
    open: () => open(rows[cursor]),
    toggle: () => choose(rows[cursor]),
  });
  const open = (row: T | undefined): void => {
    if (row) config.onOpen?.(row);
  };
  const choose = (row: T | undefined): void => {
    if (row && config.bulk) toggle(rowKey(row));
  };

  return (
    <div className="list-page" ref={root}>
      <header className="page-head">
        <h1>{config.title}</h1>
        {!page.isLoading && !page.error && <span className="mut">{grouped(total)}</span>}
        <span className="grow" />
        {config.aside}
        {config.excel && can(config.excel.code) && (
          <Button
            kind="quiet"
            icon={excel.busy ? "close" : "export"}
            aria-label={excel.busy ? t("list.exporting") : t("list.export")}
            onClick={excel.press}
          >
            <span className="m-hide">{excel.busy ? t("list.exporting") : t("list.export")}</span>
          </Button>
        )}
        <span className="m-hide">
          <Button kind="quiet" icon="print" aria-label={t("list.print")} onClick={() => window.print()} />
        </span>
        {config.primary && can(config.primary.code) && (
          <Button kind="primary" icon={config.primary.icon ?? "plus"} onClick={config.primary.run}>
            {config.primary.title}
          </Button>
        )}
      </header>
      <Views name={config.name} views={config.views ?? []} filters={state.filters} onChoose={setValues} />
      <div className="filters no-print">
        {config.search !== undefined && <SearchBox value={state.filters["q"] ?? ""} hint={config.search} onSearch={search} />}
        <Filters filters={config.filters ?? []} values={state.filters} onChange={setValues} />
        <span className="row list-tools">
          {config.money && <span className="mut nowrap">{t("list.unit")}</span>}
          <button
            type="button"
            className="btn btn-icon"
            aria-pressed={compact}
            aria-label={t("list.density")}
            onClick={() => setDensity(compact ? "" : "compact")}
          >
            <Icon name="menu" />
          </button>
          <ColumnMenu columns={config.columns} shown={columns} settings={settings} onChange={settle} />
        </span>
      </div>
      <Table
        label={t("list.rowsOf", { title: config.title, count: total })}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        rowName={config.rowName}
        rowHeight={compact ? COMPACT : COMFORTABLE}
        compact={compact}
        sort={state.sort}
        unsorted={table.unsorted}
        onSort={(field) => setSorters(crudSorters(nextSort(state.sort, field)))}
        onResize={(key, width) => settle({ ...settings, widths: { ...settings.widths, [key]: width } })}
        cursor={cursor}
        onCursor={setCursor}
        onOpen={config.onOpen}
        selected={config.bulk ? selected : undefined}
        onSelect={setSelected}
        onToggle={toggle}
        sums={sumsData}
        sumsTitle={config.sums && sumsData !== undefined ? t("list.total", { count: grouped(config.sums.count(sumsData)) }) : ""}
        instead={
          page.error && rows.length === 0 ? (
            <ErrorState what={page.error.message} kept={t("list.kept")} retrying={page.isFetching} onRetry={() => void page.refetch()} />
          ) : page.isLoading ? (
            <Waiting slow={slow} columns={columns.length} />
          ) : rows.length === 0 ? (
            <EmptyState
              icon={hasFilter ? "filter" : "box"}
              title={hasFilter ? t("list.noMatch") : t("list.empty")}
              hint={hasFilter ? t("list.noMatchHint") : (config.emptyHint ?? "")}
              action={
                hasFilter ? (
                  <Button onClick={() => setValues({})}>{t("list.clear")}</Button>
                ) : config.primary && can(config.primary.code) ? (
                  <Button onClick={config.primary.run}>{config.primary.title}</Button>
                ) : undefined
              }
            />
          ) : undefined
        }
      />
      {config.bulk && (
        <Bulk
          rows={chosen}
          rowName={config.rowName}
          actions={config.bulk}
          onClear={() => setSelected(new Set())}
          onDone={() => {
            setSelected(new Set());
            void page.refetch();
          }}
        />
      )}
      <Pager table={table} />
    </div>
  );
}

function Waiting({ slow, columns }: { slow: boolean; columns: number }) {
  const t = useT();
  return (
    <>
      <table className="table" role="presentation">
        <tbody>
          <SkeletonRows rows={12} widths={Array.from({ length: columns }, (_, i) => `${50 + ((i * 17) % 40)}%`)} />
        </tbody>
      </table>
      <p className="sr" role="status">
        {t("ui.loading")}
      </p>
      {slow && (
        <p className="mut" role="status" style={{ textAlign: "center", padding: 12 }}>
          {t("list.slow")}
        </p>
      )}
    </>
  );
}

/** `/` goes to the search, j and k (or arrows) walk the rows, Enter opens, x chooses; never while something is typed. */
function useListKeys(
  root: { current: HTMLDivElement | null },
  keys: { count: number; cursor: number; setCursor: (index: number) => void; open: () => void; toggle: () => void },
): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { count, cursor, setCursor, open, toggle } = latest.current;
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      // A page that was just opened has the focus itself: it is around the list, not outside.
      const outside = target !== undefined && !root.current?.contains(target) && !target.contains(root.current);
      if (
        isOfInputMethod(event) ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        outside ||
        target?.closest("input,textarea,select,[contenteditable],dialog")
      )
        return;
      if (!root.current || root.current.offsetParent === null) return;
      if (event.key === "/") {
        event.preventDefault();
        root.current.querySelector<HTMLInputElement>(".list-search")?.focus();
      } else if (event.key === "j" || event.key === "k") setCursor(Math.max(0, Math.min(count - 1, cursor + (event.key === "j" ? 1 : -1))));
      else if (event.key === "Enter" && !target?.closest("button,a")) open();
      else if (event.key === "x") toggle();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [root]);
}

/** True once something has been under way for long. */
function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) {
      setSlow(false);
      return undefined;
    }
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return slow;
}
