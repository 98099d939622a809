import { booking, type BookingOrderDetail } from "../../../../contract/booking";
import { fen, showFen } from "../../../../contract/money";
import { useCall } from "../../../api/useCall";
import { useT } from "../../../i18n/useT";
import { notify } from "../../../ui/notices";
import { SkeletonText } from "../../../ui/Skeleton";
import { FormTotal, PanelForm } from "./PanelForm";
import { Payments } from "./Payments";
import { toPayments } from "./payments";
import { usePayLines } from "./usePayLines";

/** Takes what is due of an order, in full, over one method or several. */
export function PayOrder({ order, onDone, onBack }: { order: BookingOrderDetail; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const due = fen(order.due);
  const { lines, purses, split, setLines } = usePayLines(due, order.memberId);
  const pay = useCall(booking.pay);
  const act = async (): Promise<void> => {
    if (!lines) return;
    try {
      await pay.run({ id: order.id, payments: toPayments(lines) });
      notify.success(t("booking.order.paidDone", { amount: showFen(due) }));
      onDone();
    } catch {
      // Shown in the form; the split stays as it was typed.
    }
  };
  return (
    <PanelForm
      act={t("booking.choice.pay", { amount: showFen(due) })}
      pending={pay.pending}
      ready={lines !== undefined && split.ok}
      error={pay.error}
      total={<FormTotal title={t("booking.order.due")} amount={showFen(due)} />}
      back={t("common.back")}
      focusAct={lines !== undefined}
      onAct={act}
      onBack={onBack}
    >
      {lines ? (
        <Payments lines={lines} due={due} purses={purses} onLines={setLines} />
      ) : (
        <SkeletonText lines={3} label={t("booking.order.loading")} />
      )}
    </PanelForm>
  );
}
