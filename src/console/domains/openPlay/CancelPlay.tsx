import { useState } from "react";
import { fen, showFen } from "../../../contract/money";
import { type OpenPlayDetail, openPlay } from "../../../contract/openPlay";
import { useCall } from "../../api/useCall";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { ErrorState } from "../../ui/ErrorState";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { PanelForm, ReasonField, reasonOk } from "../booking/panel/PanelForm";
import { paymentTypeKey } from "../finance/words";

/** Cancels an open play. First what goes back, method by method: everything, to where it came from. */
export function CancelPlay({ play, onDone, onBack }: { play: OpenPlayDetail; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const [reason, setReason] = useState("");
  const read = useRead(openPlay.cancelWorking, { id: play.id }, { staleTime: 0 });
  const cancel = useCall(openPlay.cancel);
  const working = read.data;
  const act = async (): Promise<void> => {
    if (!working) return;
    try {
      await cancel.run({ id: play.id, reason: reason.trim(), expectedRefund: working.refund });
      notify.success(t("openPlay.cancelled", { tickets: working.tickets }));
      onDone();
    } catch {
      // What is true now is shown again; the reason stays.
      void read.refetch();
    }
  };
  return (
    <PanelForm
      act={working && working.tickets > 0 ? t("openPlay.cancel.do", { tickets: working.tickets }) : t("openPlay.act.cancel")}
      kind="danger"
      pending={cancel.pending}
      ready={working !== undefined && reasonOk(reason) && !read.isFetching}
      error={cancel.error}
      back={t("openPlay.keep")}
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">{t("openPlay.act.cancel")}</h3>
      {read.error && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} />}
      {!working && !read.error && <SkeletonText lines={4} label={t("ui.loading")} />}
      {working && (
        <p className="mut pay-note">
          {working.tickets === 0
            ? t("openPlay.cancel.nobody")
            : t("openPlay.cancel.who", { tickets: working.tickets, heads: working.heads })}
        </p>
      )}
      {working && working.tickets > 0 && (
        <dl className="working">
          {working.byType.map(({ type, amount }) => (
            <div key={type} className="sess-back">
              <dt>{t(paymentTypeKey(type))}</dt>
              <dd>{showFen(fen(amount))}</dd>
            </div>
          ))}
          <dt className="sum">{t("booking.cancel.refund")}</dt>
          <dd className="sum">{showFen(fen(working.refund))}</dd>
        </dl>
      )}
      <ReasonField title={t("openPlay.cancel.reason")} value={reason} hint={t("openPlay.cancel.reasonHint")} onValue={setReason} />
    </PanelForm>
  );
}
