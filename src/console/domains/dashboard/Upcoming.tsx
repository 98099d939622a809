import { Link } from "react-router";
import type { Dashboard } from "../../../contract/finance/finance";
import { orderStatusLabel, SOURCE_LABELS } from "../../../contract/booking/order-words";
import { bookingOrder } from "../../../contract/core/states";
import type { Label } from "../../../contract/core/resource/label";
import { clock, MINUTE } from "../../../contract/core/time";
import type { TKey } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { type Kind, KindTag } from "../../ui/KindTag";
import { StatusTag } from "../../ui/StatusTag";
import { placesIn } from "../../ui/format-place";

type Arrival = Dashboard["upcoming"][number];
/** As many as fit next to the heat map; the grid has them all. */
const MOST = 6;
const GRID = "/book/venue-booking";
const KINDS = {
  fixed: SOURCE_LABELS.fixed,
  deal: SOURCE_LABELS.groupBuy,
  event: SOURCE_LABELS.competition,
  openPlay: "booking.kind.openPlay",
} as const satisfies Record<Kind, Label | TKey>;
const isKind = (kind: string): kind is Kind => kind in KINDS;

/** Shows who arrives in the next hours, for those who may open the grid; a row opens its order there. */
export function Upcoming({ rows, now }: { rows: readonly Arrival[]; now: Date }) {
  const t = useT();
  const mayPay = useCan("booking_pay");
  return (
    <section className="card dash-upcoming">
      <div className="card-head">
        <h2>{t("dashboard.upcoming")}</h2>
        <small>{t("dashboard.upcomingHint")}</small>
        <span className="grow" />
        <Link to={GRID}>{t("dashboard.openGrid")}</Link>
      </div>
      {rows.length === 0 && <p className="mut card-body">{t("dashboard.noneUpcoming")}</p>}
      {rows.slice(0, MOST).map((row) => (
        <div key={row.orderId} className="arrival">
          <Link className="line-item" to={`${GRID}?day=${row.day}&order=${row.orderId}`}>
            <time>{clock(row.start)}</time>
            <span className="grow">
              <b className="cut">{row.name || t("common.walkIn")}</b>
              <small>
                {placesIn(row.places, t)} · {t(SOURCE_LABELS[row.source])}
                {row.due === "0.00" ? "" : ` · ¥${row.due}`}
              </small>
            </span>
            <State row={row} now={now} />
          </Link>
          {mayPay && row.due !== "0.00" && (
            <Link
              className="btn"
              to={`${GRID}?day=${row.day}&order=${row.orderId}&act=pay`}
              aria-label={`${t("booking.idle.pay")} ${row.name || t("common.walkIn")}`}
            >
              {t("booking.idle.pay")}
            </Link>
          )}
        </div>
      ))}
      {rows.length > MOST && <p className="mut card-body">{t("dashboard.moreUpcoming", { count: rows.length - MOST })}</p>}
    </section>
  );
}

function State({ row, now }: { row: Arrival; now: Date }) {
  const t = useT();
  if (row.orderStatus === "held" && row.holdUntil) {
    const minutes = Math.max(0, Math.ceil((Date.parse(row.holdUntil) - now.getTime()) / MINUTE));
    return <StatusTag tone="waiting">{t("dashboard.release", { minutes })}</StatusTag>;
  }
  if (isKind(row.kind)) return <KindTag kind={row.kind}>{t(KINDS[row.kind])}</KindTag>;
  return <StatusTag tone={bookingOrder.labels[row.orderStatus].tone}>{t(orderStatusLabel(row))}</StatusTag>;
}
