import { useState } from "react";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { type SessionBooking, capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { ErrorState } from "../../ui/ErrorState";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../../ui/form/PanelForm";
import { RefundRows } from "../../desk/RefundParts";

/** Cancels one booking. First the refund preview: the rule, what was paid, what stays, and where each yuan or use goes back to. */
export function CancelBooking({ booking, onDone, onBack }: { booking: SessionBooking; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const mayWaive = useCan("session_manage");
  const [waiveFee, setWaive] = useState(false);
  const [reason, setReason] = useState("");
  const read = useRead(capacitySessions.refundPreview, { id: booking.id, ...(waiveFee ? { waiveFee: "true" } : {}) }, { staleTime: 0 });
  const cancel = useCall(capacitySessions.cancelBooking);
  const preview = read.data;
  const refund = preview ? fen(preview.refund) : 0;
  const hasFee = preview !== undefined && (fen(preview.fee) > 0 || preview.usesBack < preview.uses);
  const act = async (): Promise<void> => {
    try {
      await cancel.run({ id: booking.id, reason: reason.trim(), waiveFee, expectedRefund: yuan(refund) });
      notify.success(
        preview && preview.uses > 0
          ? t("capacitySessions.usesReturned", { times: preview.usesBack })
          : t("booking.order.cancelled", { amount: showFen(refund) }),
      );
      onDone();
    } catch {
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
      <h3 className="sec-t">{t("capacitySessions.giveUpOf", { name: booking.name || t("capacitySessions.walkIn") })}</h3>
      {read.error && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} />}
      {!preview && !read.error && <SkeletonText lines={4} label={t("ui.loading")} />}
      {preview && preview.uses === 0 && <RefundRows preview={preview} />}
      {preview && preview.uses > 0 && (
        <p className="notice notice-info">
          {t("capacitySessions.usesBack", { card: booking.holdingName ?? "", back: preview.usesBack, uses: preview.uses })}
        </p>
      )}
      {mayWaive && (waiveFee || hasFee) && (
        <label className="row waive">
          <input type="checkbox" className="check" checked={waiveFee} onChange={(event) => setWaive(event.target.checked)} />
          {t("booking.cancel.waive")}
        </label>
      )}
      <ReasonField title={t("booking.cancel.reason")} value={reason} hint={t("booking.cancel.reasonHint")} onValue={setReason} />
    </PanelForm>
  );
}
