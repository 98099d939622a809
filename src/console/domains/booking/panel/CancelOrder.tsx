import { useState } from "react";
import { booking, type BookingOrderDetail } from "../../../../contract/booking/booking";
import { fen, showFen, yuan } from "../../../../contract/core/money";
import { useCall } from "../../../api/use-call";
import { useRead } from "../../../api/use-read";
import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { ErrorState } from "../../../ui/ErrorState";
import { notify } from "../../../ui/notices";
import { SkeletonText } from "../../../ui/Skeleton";
import { goodsTotal } from "./OrderGoods";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../../../ui/form/PanelForm";
import { RefundRows } from "../../../desk/RefundParts";

/** Cancels an order. First the refund preview: what was paid, the fee and its rule, and where each yuan goes back to. */
export function CancelOrder({
  order,
  onCancelling,
  onDone,
  onBack,
}: {
  order: BookingOrderDetail;
  /** True as this desk sends its cancellation, false once it was refused. */
  onCancelling: (isOn: boolean) => void;
  onDone: () => void;
  onBack: () => void;
}) {
  const t = useT();
  const mayWaive = useCan("booking_waive_fee");
  const [waiveFee, setWaive] = useState(false);
  // Mostly it is the customer's wish; the field is chosen as a whole, so that any other reason takes its place.
  const [reason, setReason] = useState(t("booking.cancel.usual"));
  const read = useRead(booking.refundPreview, { id: order.id, waiveFee }, { staleTime: 0 });
  const cancel = useCall(booking.cancel);
  const preview = read.data?.orderId === order.id ? read.data : undefined;
  const refund = preview ? fen(preview.refund) : 0;
  const act = async (): Promise<void> => {
    onCancelling(true);
    try {
      await cancel.run({ id: order.id, reason: reason.trim(), waiveFee, expectedRefund: yuan(refund) });
      notify.success(t("booking.order.cancelled", { amount: showFen(refund) }));
      onDone();
    } catch {
      onCancelling(false);
      // Shown in the form; the reason stays, and what goes back is looked at again.
      void read.refetch();
    }
  };
  return (
    <PanelForm
      act={refund > 0 ? t("booking.cancel.do", { amount: showFen(refund) }) : t("booking.cancel.doFree")}
      kind="danger"
      pending={cancel.pending}
      waits={read.isFetching}
      ready={preview !== undefined && reasonOk(reason)}
      lacks={reasonProblem(reason, t)}
      error={cancel.error}
      back={t("booking.cancel.keep")}
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">{t("booking.cancel.title")}</h3>
      {read.error && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} />}
      {!preview && !read.error && <SkeletonText lines={4} label={t("booking.order.loading")} />}
      {preview && <RefundRows preview={preview} />}
      {goodsTotal(order) > 0 && <p className="mut pay-note">{t("booking.goods.apart", { amount: showFen(goodsTotal(order)) })}</p>}
      {preview && (waiveFee || fen(preview.fee) > 0) && <Waive checked={waiveFee} isApproved={!mayWaive} onChecked={setWaive} />}
      <ReasonField title={t("booking.cancel.reason")} value={reason} hint={t("booking.cancel.reasonHint")} onValue={setReason} />
    </PanelForm>
  );
}

function Waive({ checked, isApproved, onChecked }: { checked: boolean; isApproved: boolean; onChecked: (checked: boolean) => void }) {
  const t = useT();
  return (
    <label className="row waive">
      <input type="checkbox" className="check" checked={checked} onChange={(event) => onChecked(event.target.checked)} />
      {t("booking.cancel.waive")}
      {isApproved && <small className="mut">{t("booking.cancel.waiveApproved")}</small>}
    </label>
  );
}
