import { useT } from "../../i18n/useT";
import { grouped } from "../grouped";
import { Icon } from "../Icon";
import { type ListState, PAGE_SIZES } from "./state";

/** Page numbers around the current one, with gaps: 1 … 4 5 6 … 20. `0` is a gap. */
export function pageNumbers(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const shown = [...new Set(near)].sort((a, b) => a - b);
  return shown.flatMap((one, i) => (i > 0 && one - (shown[i - 1] ?? 0) > 1 ? [0, one] : [one]));
}

/** Which rows are on screen, the pages, and the size of a page. */
export function Pager({ state, total, onChange }: { state: ListState; total: number; onChange: (state: ListState) => void }) {
  const t = useT();
  const pages = Math.max(1, Math.ceil(total / state.size));
  const go = (page: number): void => onChange({ ...state, page });
  const from = (state.page - 1) * state.size + 1;
  return (
    <div className="pager">
      <span aria-live="polite">
        {total > 0 && t("list.range", { from, to: Math.min(total, state.page * state.size), total: grouped(total) })}
      </span>
      <div className="row">
        <nav aria-label={t("list.page", { page: state.page })}>
          <button type="button" aria-label={t("list.previous")} disabled={state.page <= 1} onClick={() => go(state.page - 1)}>
            <Icon name="chevron-left" size="s" />
          </button>
          {pageNumbers(state.page, pages).map((page, i) =>
            page === 0 ? (
              <span key={`gap-${i}`}>…</span>
            ) : (
              <button
                key={page}
                type="button"
                aria-label={t("list.page", { page })}
                aria-current={page === state.page ? "page" : undefined}
                onClick={() => go(page)}
              >
                {page}
              </button>
            ),
          )}
          <button type="button" aria-label={t("list.next")} disabled={state.page >= pages} onClick={() => go(state.page + 1)}>
            <Icon name="chevron-right" size="s" />
          </button>
        </nav>
        <select
          className="select"
          aria-label={t("list.perPage", { size: state.size })}
          value={state.size}
          onChange={(event) => onChange({ ...state, page: 1, size: Number(event.target.value) })}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {t("list.perPage", { size })}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
