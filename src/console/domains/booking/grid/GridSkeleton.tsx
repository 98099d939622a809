import { useT } from "../../../i18n/useT";
import { Skeleton } from "../../../ui/Skeleton";

const COLUMNS = 12;
const ROWS = 20;
/** Where blocks will likely stand: column, row, rows. */
const SHAPES: ReadonlySet<string> = new Set(["0/2", "1/5", "2/1", "3/8", "4/4", "5/11", "6/2", "7/9", "8/6", "9/13", "10/3", "11/7"]);

/** The grid while it is on its way: same heads, same cells, so that nothing moves when the bookings come. */
export function GridSkeleton() {
  const t = useT();
  return (
    <div className="scroll grid-skeleton" role="status" aria-label={t("ui.loading")}>
      <table className="g" aria-hidden>
        <colgroup>
          <col className="tc" />
        </colgroup>
        <thead>
          <tr className="gr">
            <td className="tc" />
            <td colSpan={COLUMNS} />
          </tr>
          <tr className="cr">
            <th className="tc" />
            {Array.from({ length: COLUMNS }, (_, i) => (
              <th key={i}>
                <Skeleton width="24px" height="16px" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: ROWS }, (_, row) => (
            <tr key={row}>
              <th />
              {Array.from({ length: COLUMNS }, (_, column) => (
                <td key={column}>{SHAPES.has(`${column}/${row}`) && <span className="skeleton sk-block" />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
