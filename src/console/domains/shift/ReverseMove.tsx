import { useState } from "react";
import type { Output } from "../../../contract/core/call";
import { fen, showFen } from "../../../contract/core/money";
import { shifts } from "../../../contract/shift/shift";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { PanelForm, ReasonField, reasonOk } from "../../ui/form/PanelForm";
import { operationLabel } from "./words";
import "../../desk/desk.css";

/** Takes a cash movement back by its counter-movement, with the reason. */
export function ReverseMove({
  of,
  onClose,
  onDone,
}: {
  of: Output<typeof shifts.view>["moves"][number];
  onClose: () => void;
  onDone: () => void;
}) {
  const t = useT();
  const [reason, setReason] = useState("");
  const call = useCall(shifts.reverseMove);
  const act = async (): Promise<void> => {
    try {
      await call.run({ id: of.id, reason: reason.trim() });
      onDone();
    } catch {
      // Shown in the form.
    }
  };
  const amount = { name: t(operationLabel(of.kind)), amount: showFen(-fen(of.amount)) };
  return (
    <Modal title={t("shift.reverseMove.takeBack", amount)} width={400} onClose={onClose}>
      <PanelForm
        act={t("shift.reverseMove.post", amount)}
        kind="danger"
        pending={call.pending}
        ready={reasonOk(reason)}
        error={call.error}
        back={t("common.back")}
        onAct={act}
        onBack={onClose}
      >
        <p className="mut">{t("shift.reverseMove.counterMovementPostedYour")}</p>
        <ReasonField title={t("ui.reason")} value={reason} onValue={setReason} />
      </PanelForm>
    </Modal>
  );
}
