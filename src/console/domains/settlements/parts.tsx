/** A settlement's accounts below its fields, each with the way to its postings. */
import { Link } from "react-router";
import { METHODS, STREAMS } from "../../../contract/finance/day-reports";
import type { Label } from "../../../contract/core/resource/label";
import { settlementDetails, settlements } from "../../../contract/settlements/settlements";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { type AnyRow, partsOf } from "../../resource/parts";
import { useCanOpenPath } from "../../providers/access-control";
import { ErrorState } from "../../ui/ErrorState";
import { Money } from "../../ui/Money";
import { SkeletonText } from "../../ui/Skeleton";
import { WhenTerm } from "../../ui/When";
import "../../resource/report.css";

const COUPON = "settlements.parts.couponSubsidy";
const PLATFORM = "settlements.parts.platformsFeesGames";

function Lines({ row }: { readonly row: AnyRow }) {
  const t = useT();
  const opens = useCanOpenPath("/venue/venue-account-log");
  const read = useRead(settlementDetails.lines, { id: row.id });
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data) return <SkeletonText lines={5} label={t("ui.loading")} />;
  const days = `from=${String(row["fromDay"])}&to=${String(row["toDay"])}&stream=${Object.keys(STREAMS).join(",")}`;
  return (
    <section className="rheat">
      <h2>{t("settlements.parts.method")}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on narrow screens, and must do so by keyboard too */}
      <div className="rtab-box" role="region" aria-label={t("settlements.parts.method")} tabIndex={0} style={{ padding: 0 }}>
        <table className="rtab">
          <thead>
            <tr>
              <th scope="col">{t("settlements.parts.method2")}</th>
              <th scope="col" className="end">
                {t("settlements.parts.received")}
              </th>
              <th scope="col" className="end">
                {t("settlements.parts.refunded")}
              </th>
              <th scope="col" className="end">
                {t("settlements.parts.fees")}
              </th>
              <th scope="col" className="end">
                {t("settlements.parts.net")}
              </th>
            </tr>
          </thead>
          <tbody>
            {read.data.content.map((line) => {
              const label: Label | undefined = METHODS[line.account as keyof typeof METHODS];
              return (
                <tr key={line.account}>
                  <td>{t(label ?? (line.account === "receivable.platform" ? PLATFORM : COUPON))}</td>
                  <td className="end">
                    {opens && label ? (
                      <Link to={`/venue/venue-account-log?account=${line.account}&${days}`}>
                        <Money value={line.received} />
                      </Link>
                    ) : (
                      <Money value={line.received} />
                    )}
                  </td>
                  <td className="end">
                    <Money value={line.refunded} />
                  </td>
                  <td className="end">
                    <Money value={line.fees} />
                  </td>
                  <td className="end">
                    <b>
                      <Money value={line.net} />
                    </b>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p className="mut">{t("settlements.parts.netReceivedRefundedFees")}</p>
    </section>
  );
}

const FullDay = ({ day }: { readonly day: string | null }) =>
  day === null ? <span className="zero">—</span> : <time dateTime={day}>{day}</time>;

/** The number with the period below: side by side they would leave no room for the amounts. */
const NUMBER = settlements.fields.no.label;
export const parts = partsOf<typeof settlements>({
  columns: (t) => [
    {
      key: "no",
      title: t(NUMBER),
      width: 180,
      fixed: true,
      grow: true,
      render: ({ no, fromDay, toDay }) => (
        <>
          <b>{no}</b>
          <small className="under">{fromDay !== null && <WhenTerm from={fromDay} to={toDay} />}</small>
        </>
      ),
    },
  ],
  // A sheet that is signed has its days in full.
  cells: { fromDay: ({ fromDay }) => <FullDay day={fromDay} />, toDay: ({ toDay }) => <FullDay day={toDay} /> },
  record: Lines,
});
