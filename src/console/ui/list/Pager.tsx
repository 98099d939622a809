import type { useTableReturnType } from "@refinedev/core";
import { useT } from "../../i18n/use-t";
import { grouped } from "../grouped";
import { Icon } from "../Icon";
import { PAGE_SIZES } from "./state";

/** Page numbers around the current one, with gaps: 1 … 4 5 6 … 20. `0` is a gap. */
function pageNumbers(page: number, pages: number): number[] {
  const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
  const pageNumbers = [...new Set(near)].sort((a, b) => a - b);
  return pageNumbers.flatMap((one, i) => (i > 0 && one - (pageNumbers[i - 1] ?? 0) > 1 ? [0, one] : [one]));
}

/** Which rows are on screen, the pages, and the size of a page. */
export function Pager({ table }: { table: useTableReturnType }) {
  const t = useT();
  const { currentPage, pageSize, pageCount, setCurrentPage, setPageSize } = table;
  const { total = 0 } = table.result;
  const from = (currentPage - 1) * pageSize + 1;
  return (
    <div className="pager">
      <span aria-live="polite">
        {total > 0 && t("list.range", { from, to: Math.min(total, currentPage * pageSize), total: grouped(total) })}
      </span>
      <div className="row">
        <nav aria-label={t("list.page", { page: currentPage })}>
          <button
            type="button"
            aria-label={t("list.previous")}
            disabled={currentPage <= 1}
            title={currentPage <= 1 ? t("list.isFirst") : undefined}
            onClick={() => setCurrentPage(currentPage - 1)}
          >
            <Icon name="chevron-left" size="s" />
          </button>
          {pageNumbers(currentPage, pageCount).map((page, i) =>
            page === 0 ? (
              <span key={`gap-${i}`}>…</span>
            ) : (
              <button
                key={page}
                type="button"
                aria-label={t("list.page", { page })}
                aria-current={page === currentPage ? "page" : undefined}
                onClick={() => setCurrentPage(page)}
              >
                {page}
              </button>
            ),
          )}
          <button
            type="button"
            aria-label={t("list.next")}
            disabled={currentPage >= pageCount}
            title={currentPage >= pageCount ? t("list.isLast") : undefined}
            onClick={() => setCurrentPage(currentPage + 1)}
          >
            <Icon name="chevron-right" size="s" />
          </button>
        </nav>
        <select
          className="select"
          aria-label={t("list.perPage", { size: pageSize })}
          value={pageSize}
          onChange={(event) => setPageSize(Number(event.target.value))}
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
