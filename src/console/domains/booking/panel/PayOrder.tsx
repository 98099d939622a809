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

/** Takes what is due of an order over one method or several: in full, or a part of it on the way. */
export function PayOrder({ order, onDone, onBack }: { order: BookingOrderDetail; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const due = fen(order.due);
  const { lines, purses, split, setLines } = usePayLines(due, order.memberId);
  const full = useCall(booking.pay);
  const some = useCall(booking.payPart);
  const part = !split.ok && split.problems.size === 0 && split.left > 0 && split.sum > 0;
  const pay = part ? some : full;
  const act = async (): Promise<void> => {
    if (!lines) return;
    try {
      await pay.run({ id: order.id, payments: toPayments(lines) });
      notify.success(t("booking.order.paidDone", { amount: showFen(split.sum) }));
      onDone();
    } catch {
      // Shown in the form; the split stays as it was typed.
    }
  };
  return (
    <PanelForm
      act={t(part ? "booking.order.payPart" : "booking.choice.pay", { amount: showFen(part ? split.sum : due) })}
      pending={pay.pending}
      ready={lines !== undefined && (split.ok || part)}
      error={pay.error}
      total={
        <FormTotal
          title={part ? t("booking.order.dueAfter", { before: showFen(due), after: showFen(split.left) }) : t("booking.order.due")}
          amount={showFen(part ? split.sum : due)}
        />
      }
      back={t("common.back")}
      focusAct
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
