import "./reconciliation.css";
import { useLocation, useNavigate } from "react-router";
import { type BillChannel, reconciliation } from "../../../contract/reconciliation/reconciliation";
import { addDays } from "../../../contract/core/time";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { CommandButton } from "../../ui/CommandButton";
import { ErrorState } from "../../ui/ErrorState";
import { SkeletonText } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { BillLoader } from "./BillLoader";
import { BillView } from "./BillView";
import { Claims } from "./Claims";
import { CHANNELS } from "./words";
import { DayInput } from "../../ui/form/DayInput";

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * A channel's bill of a day against what was taken: what ties, what differs and what became of it. Channel and day are in the address; without
 * a day it opens on the newest bill.
 */
export function Reconciliation() {
  const t = useT();
  const today = useToday();
  const navigate = useNavigate();
  const location = useLocation();
  const query = new URLSearchParams(location.search);
  const dayParam = query.get("day");
  const yesterday = addDays(today, -1);
  const channel: BillChannel = query.get("channel") === "alipay" ? "alipay" : "wechat";
  const read = useRead(reconciliation.bill, isDay(dayParam) ? { channel, day: dayParam } : { channel }, { staleTime: 0 });
  const bill = read.data?.bill;
  const day = isDay(dayParam) ? dayParam : (bill?.day ?? yesterday);
  const go = (next: { day?: string; channel?: BillChannel }): void =>
    void navigate({ pathname: location.pathname, search: new URLSearchParams({ channel, day, ...next }).toString() }, { replace: true });
  return (
    <div className="rec">
      <header className="page-head rec-head">
        <h1>{t("reconciliation.reconciliation.reconciliation")}</h1>
        <span className="grow" />
        <div className="seg" role="group" aria-label={t("reconciliation.reconciliation.channel")}>
          {(Object.keys(CHANNELS) as BillChannel[]).map((each) => (
            <button key={each} type="button" aria-pressed={channel === each} onClick={() => go({ channel: each })}>
              {t(CHANNELS[each])}
            </button>
          ))}
        </div>
        <CommandButton
          icon="chevron-left"
          aria-label={t("reconciliation.reconciliation.dayBefore")}
          onClick={() => go({ day: addDays(day, -1) })}
        />
        <span className="rec-day">
          <DayInput
            aria-label={t("reconciliation.dayBill")}
            value={day}
            max={today}
            onChange={(next) => isDay(next) && go({ day: next })}
          />
        </span>
        <CommandButton
          icon="chevron-right"
          aria-label={t("reconciliation.reconciliation.dayAfter")}
          why={day >= today ? t("reconciliation.reconciliation.thereNoBillsAfter") : undefined}
          whyInTooltip
          onClick={() => go({ day: addDays(day, 1) })}
        />
      </header>
      {read.error && !read.data ? (
        <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
      ) : bill === undefined ? (
        <SkeletonText lines={6} label={t("ui.loading")} />
      ) : (
        <>
          {!isDay(dayParam) && day < yesterday && (
            <p className="rec-next">
              <span>{t("reconciliation.reconciliation.newestBillNotLoaded", { day, yesterday })}</span>
              <Button onClick={() => go({ day: yesterday })}>{t("reconciliation.reconciliation.showYesterday")}</Button>
            </p>
          )}
          <BillLoader key={`${channel} ${day}`} channel={channel} day={day} bill={bill} onDone={() => void read.refetch()} />
          {bill && <BillView key={bill.id} bill={bill} again={() => void read.refetch()} />}
          <Claims key={`claims ${channel}`} channel={channel} onDone={() => void read.refetch()} />
        </>
      )}
    </div>
  );
}
