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
      notify.success(
        t(
          {
            zh: "已写给 {written} 人，待发；{unreachable} 人没有手机号",
            en: "Written to {written}, waiting to be sent; {unreachable} have no mobile",
          },
          { written, unreachable },
        ),
      );
      onClose();
    } catch {
      // Shown in the dialog.
    }
  };
  return (
    <Modal title={t({ zh: "通知所有报名者", en: "Message everybody signed up" })} width={520} onClose={onClose}>
      <form
        className="undo-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && !pending) void act();
        }}
      >
        <label>
          <span className="field-label">{t({ zh: "内容", en: "Text" })}</span>
          <textarea className="message-text" rows={4} maxLength={MOST} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        {error && <Failure>{error.message}</Failure>}
        <div className="form-foot">
          <Button kind="primary" type="submit" busy={pending} why={ready ? undefined : t({ zh: "请填写内容", en: "Enter the text" })}>
            {t({ zh: "写入待发", en: "Queue it" })}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}
