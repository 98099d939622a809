import { useId, type ReactNode } from "react";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import { useModal } from "../ui/use-modal";
import "./pay.css";

/**
 * A dialog over the page in plain markup; it stays when the page behind it is clicked.
 * @param width CSS pixels, less where the window is narrower
 * @param first selector of what takes the focus; else the cross
 * @param onClose the cross or Esc
 */
export function Modal({
  title,
  width,
  first,
  onClose,
  children,
}: {
  title: string;
  width: number;
  first?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useT();
  const dialog = useModal(first);
  const id = useId();
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
