import { memo } from "react";
import type { z } from "zod";
import type { GridCounters } from "../../../../contract/booking/booking";
import { fen, showFen, yuan } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { useMobile } from "../../../shell/use-mobile";
import { Skeleton } from "../../../ui/Skeleton";

type Figures = z.infer<typeof GridCounters>;

/** The figures of several days as one. */
function together(days: readonly Figures[]): Figures {
  const sum = (of: (figures: Figures) => number): number => days.reduce((total, figures) => total + of(figures), 0);
  const money = (key: "receivable" | "received" | "due" | "elsewhere"): string => yuan(sum((figures) => fen(figures[key])));
  const [slots, booked] = [sum((figures) => figures.slots), sum((figures) => figures.booked)];
  return {
    slots,
    booked,
    paid: sum((figures) => figures.paid),
    free: sum((figures) => figures.free),
    utilisation: slots === 0 ? 0 : Math.round((booked * 100) / slots),
    receivable: money("receivable"),
    received: money("received"),
    due: money("due"),
    elsewhere: money("elsewhere"),
  };
}

/**
 * Shows the counters: slots on the left (units, not places, so that linked courts count once), money on the right.
 * @param counters of each day; undefined while they are on their way, or where they cannot be had: then `failed`
 */
export const Counters = memo(function Counters({
  counters: days,
  failed,
  of,
}: {
  counters: readonly Figures[] | undefined;
  failed: boolean;
  of: "today" | "day" | "week";
}) {
  const [only] = days ?? [];
  const counters = days?.length === 1 ? only : days && together(days);
  const t = useT();
  const mobile = useMobile();
  const none = (width: string): React.ReactNode => (failed ? <span className="zero">—</span> : <Skeleton width={width} height="18px" />);
  const show = (value: number | undefined): React.ReactNode => value ?? none("40px");
  const money = (value: string | undefined): React.ReactNode => (value === undefined ? none("84px") : showFen(fen(value)));
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
        <small>{t(`booking.count.receivable.${of}`)}</small>
        <b>{money(counters?.receivable)}</b>
      </div>
      <div className="kpi">
        <small>{t(`booking.count.received.${of}`)}</small>
        <b>{money(counters?.received)}</b>
      </div>
      {counters && fen(counters.elsewhere) > 0 && (
        <div className="kpi">
          <small>{t("booking.count.elsewhere")}</small>
          <b>{money(counters.elsewhere)}</b>
        </div>
      )}
      <div className="kpi">
        <small>{t("booking.count.due")}</small>
        <b className={counters && fen(counters.due) > 0 ? "waits" : undefined}>{money(counters?.due)}</b>
      </div>
    </section>
  );
});
