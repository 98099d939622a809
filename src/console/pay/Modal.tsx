import { useEffect, useId, useRef, type ReactNode } from "react";
import { useT } from "../i18n/useT";
import { Button } from "../ui/Button";
import "./pay.css";

/**
 * A dialog over the page in plain markup; it stays when the page behind it is clicked.
 * @param width CSS pixels, less where the window is narrower
 * @param onClose the cross or Esc
 */
export function Modal({ title, width, onClose, children }: { title: string; width: number; onClose: () => void; children: ReactNode }) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="pay-modal"
      style={{ width }}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      {children}
    </dialog>
  );
}
