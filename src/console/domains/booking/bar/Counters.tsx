import type { z } from "zod";
import type { GridCounters } from "../../../../contract/booking";
import { fen, showFen } from "../../../../contract/money";
import { useT } from "../../../i18n/useT";
import { useMobile } from "../../../shell/useMobile";
import { Skeleton } from "../../../ui/Skeleton";

/** The day in figures: slots (units, not places, so that linked courts count once) on the left, money on the right. */
export function Counters({ counters, isToday }: { counters: z.infer<typeof GridCounters> | undefined; isToday: boolean }) {
  const t = useT();
  const mobile = useMobile();
  const show = (value: number | undefined): React.ReactNode => value ?? <Skeleton width="40px" height="18px" />;
  const money = (value: string | undefined): React.ReactNode =>
    value === undefined ? <Skeleton width="84px" height="18px" /> : showFen(fen(value));
  const use = counters?.utilisation ?? 0;
  return (
    <section className="kpis" {...(mobile ? { tabIndex: 0 } : {})} aria-label={t("booking.count.label")}>
      <div className="kpi">
        <small>{t("booking.count.booked")}</small>
        <b>
          {show(counters?.booked)}
          {counters && <span>/ {counters.slots}</span>}
        </b>
      </div>
      <div className="kpi">
        <small>{t("booking.count.paid")}</small>
        <b>{show(counters?.paid)}</b>
      </div>
      <div className="kpi">
        <small>{t("booking.count.free")}</small>
        <b>{show(counters?.free)}</b>
      </div>
      <div className="kpi kpi-use">
        <small>{t("booking.count.use")}</small>
        <b>
          {counters ? `${use}%` : show(undefined)}
          <i className="kbar">
            <i style={{ width: `${use}%` }} />
          </i>
        </b>
      </div>
      <span className="grow" />
      <div className="kpi">
        <small>{t(isToday ? "booking.count.receivable" : "booking.count.receivableDay")}</small>
        <b>{money(counters?.receivable)}</b>
      </div>
      <div className="kpi">
        <small>{t(isToday ? "booking.count.received" : "booking.count.receivedDay")}</small>
        <b>{money(counters?.received)}</b>
      </div>
      <div className="kpi">
        <small>{t("booking.count.due")}</small>
        <b className={counters && fen(counters.due) > 0 ? "waits" : undefined}>{money(counters?.due)}</b>
      </div>
    </section>
  );
}
