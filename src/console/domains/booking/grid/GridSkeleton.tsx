import { useT } from "../../../i18n/use-t";
import { Skeleton } from "../../../ui/Skeleton";

const COLUMNS = 12;
/** Likely positions of blocks: column, row. */
const SHAPES: readonly (readonly [number, number])[] = [
  [0, 2],
  [1, 5],
  [2, 1],
  [3, 8],
  [4, 4],
  [5, 11],
  [6, 2],
  [7, 9],
  [8, 6],
  [9, 13],
  [10, 3],
  [11, 7],
];

/**
 * The grid while it loads: same headers, same lines, so that nothing shifts when the bookings come. Its cells are background, quick to
 * remove.
 */
export function GridSkeleton() {
  const t = useT();
  return (
    <div className="scroll grid-skeleton" role="status" aria-label={t("ui.loading")}>
      <div className="sk-headers" aria-hidden>
        {SHAPES.map(([column]) => (
          <Skeleton key={column} width="24px" height="16px" />
        ))}
      </div>
      <div className="sk-cells" aria-hidden>
        {SHAPES.map(([column, row]) => (
          <span
            key={column}
            className="skeleton"
            style={{ left: `calc(${column} * 100% / ${COLUMNS} + 2px)`, top: `calc(${row} * var(--slot-h) + 1px)` }}
          />
        ))}
      </div>
    </div>
  );
}
