import { useEffect, useState } from "react";
import { booking, type BookingOrderDetail } from "../../../../contract/booking";
import { members } from "../../../../contract/members";
import { fen, showFen } from "../../../../contract/money";
import { useCall } from "../../../api/useCall";
import { useRead } from "../../../api/useRead";
import { useT } from "../../../i18n/useT";
import { useSession } from "../../../session/store";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { notify } from "../../../ui/notices";
import { SkeletonText } from "../../../ui/Skeleton";
import { Payments } from "./Payments";
import { check, type PayLine, suggest, toPayments } from "./payments";

/** Takes what is due of an order, in full, over one method or several. */
export function PayOrder({ order, onDone, onBack }: { order: BookingOrderDetail; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const { venueInfo } = useSession();
  const member = useRead(members.view, { id: order.memberId ?? "" }, { enabled: order.memberId !== null });
  const known = order.memberId === null || member.data?.id === order.memberId;
  const purses =
    order.memberId !== null && member.data ? { principal: fen(member.data.principal), gift: fen(member.data.gift) } : undefined;
  const due = fen(order.due);
  const [lines, setLines] = useState<readonly PayLine[] | undefined>(() => (order.memberId === null ? suggest(due, undefined) : undefined));
  const pay = useCall(booking.pay);
  useEffect(() => {
    if (known || member.error) setLines((before) => before ?? suggest(due, purses, venueInfo?.purseOrder));
    // Suggested once, when the purses are known.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [known, member.error]);
  const split = check(lines ?? [], due, purses);
  const act = async (): Promise<void> => {
    if (!lines || !split.ok) return;
    try {
      await pay.run({ id: order.id, payments: toPayments(lines) });
      notify.success(t("booking.order.paidDone", { amount: showFen(due) }));
      onDone();
    } catch {
      // Shown below; the split stays as it was typed.
    }
  };
  return (
    <form
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <div className="bd">
        {lines ? (
          <Payments lines={lines} due={due} purses={purses} onLines={setLines} />
        ) : (
          <SkeletonText lines={3} label={t("booking.order.loading")} />
        )}
        {pay.error && (
          <p className="notice notice-error" role="alert">
            <Icon name="error" />
            {pay.error.message}
          </p>
        )}
      </div>
      <footer className="ft">
        <div className="tot">
          <span>{t("booking.order.due")}</span>
          <b>
            <small>¥</small>
            {showFen(due)}
          </b>
        </div>
        <div className="acts acts-2">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the suggestion is mostly right: Enter takes it */}
          <Button key={lines ? "ready" : "waits"} kind="primary" type="submit" autoFocus busy={pay.pending} disabled={!split.ok}>
            {t("booking.choice.pay", { amount: showFen(due) })}
          </Button>
          <Button onClick={onBack}>{t("common.back")}</Button>
        </div>
      </footer>
    </form>
  );
}
