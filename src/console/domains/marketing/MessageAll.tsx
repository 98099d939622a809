import "../../theme/form.css";
import "./redemption.css";
import { useState } from "react";
import { activityNotice } from "../../../contract/marketing/segments";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";

const MOST = 200;

/** Writes one message to everybody who is signed up for an activity. */
export function MessageAll({ activityId, onClose }: { readonly activityId: string; readonly onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const { run, pending, error } = useCall(activityNotice.send);
  const ready = text.trim().length >= 2;
  const act = async (): Promise<void> => {
    try {
      const { written, unreachable } = await run({ activityId, text: text.trim() });
      notify.success(t("marketing.messageAll.writtenWaitingSentNo", { written, unreachable }));
      onClose();
    } catch {
      // Shown in the dialog.
    }
  };
  return (
    <Modal title={t("marketing.messageAll.messageEverybodySignedUp")} width={520} onClose={onClose}>
      <form
        className="undo-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !pending) void act();
        }}
      >
        <label>
          <span className="field-label">{t("marketing.messageAll.text")}</span>
          <textarea className="message-text" rows={4} maxLength={MOST} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        {error && <Failure>{error.message}</Failure>}
        <div className="form-foot">
          <Button kind="primary" type="submit" busy={pending} why={ready ? undefined : t("marketing.messageAll.enterText")}>
            {t("marketing.messageAll.queue")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}
