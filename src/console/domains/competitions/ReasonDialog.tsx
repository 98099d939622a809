import { useState } from "react";
import { useT } from "../../i18n/use-t";
import { toError } from "../../api/to-error";
import { Modal } from "../../desk/Modal";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { reasonProblem } from "../../ui/form/PanelForm";

/** Asks for the reason of something that is not done lightly. */
export function ReasonDialog({
  title,
  act,
  onAct,
  onClose,
}: {
  title: string;
  act: string;
  onAct: (reason: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useT();
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<Error>();
  const [pending, setPending] = useState(false);
  const submit = async (): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      await onAct(reason.trim());
      onClose();
    } catch (error) {
      setFailure(toError(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Modal title={title} width={420} onClose={onClose}>
      <form
        className="comp-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label className="field-label">
          {t("ui.reason")}
          <span className="input">
            <input value={reason} maxLength={200} required onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {failure && <Failure>{failure.message}</Failure>}
        <div className="form-foot">
          <Button kind="danger" type="submit" busy={pending} why={reasonProblem(reason, t)}>
            {act}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}
