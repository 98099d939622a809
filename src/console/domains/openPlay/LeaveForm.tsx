import { useState } from "react";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { type OpenPlayTicket, openPlay } from "../../../contract/openPlay/open-play";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { ErrorState } from "../../ui/ErrorState";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../../ui/form/PanelForm";
import { RefundRows } from "../../desk/RefundParts";

/** Lets somebody leave. First the refund preview: the rule, what was paid, what stays, and where each yuan goes back to. */
export function LeaveForm({ ticket, onDone, onBack }: { ticket: OpenPlayTicket; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const mayWaive = useCan("open_play_manage");
  const [waiveFee, setWaive] = useState(false);
  const [reason, setReason] = useState("");
  const read = useRead(openPlay.leavePreview, { id: ticket.id, ...(waiveFee ? { waiveFee: "true" } : {}) }, { staleTime: 0 });
  const leave = useCall(openPlay.leave);
  const preview = read.data;
  const refund = preview ? fen(preview.refund) : 0;
  const act = async (): Promise<void> => {
    try {
      await leave.run({ id: ticket.id, reason: reason.trim(), waiveFee, expectedRefund: yuan(refund) });
      notify.success(t("openPlay.hasLeft", { amount: showFen(refund) }));
      onDone();
    } catch {
      // Shown in the form; the reason stays, and what goes back is looked at again.
      void read.refetch();
    }
  };
  return (
    <PanelForm
      act={refund > 0 ? t("openPlay.leaveDo", { amount: showFen(refund) }) : t("openPlay.leaveFree")}
      kind="danger"
      pending={leave.pending}
      waits={read.isFetching}
      ready={preview !== undefined && reasonOk(reason)}
      lacks={reasonProblem(reason, t)}
      error={leave.error}
      back={t("openPlay.keep")}
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">{t("openPlay.leaveOf", { name: ticket.name || t("openPlay.walkIn") })}</h3>
      {read.error && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} />}
      {!preview && !read.error && <SkeletonText lines={4} label={t("ui.loading")} />}
      {preview && <RefundRows preview={{ ...preview, orderId: ticket.id, uses: 0, usesBack: 0 }} />}
      {mayWaive && preview && (waiveFee || fen(preview.fee) > 0) && (
        <label className="row waive">
          <input type="checkbox" className="check" checked={waiveFee} onChange={(event) => setWaive(event.target.checked)} />
          {t("booking.cancel.waive")}
        </label>
      )}
      <ReasonField title={t("openPlay.leaveReason")} value={reason} hint={t("booking.cancel.reasonHint")} onValue={setReason} />
    </PanelForm>
  );
}
