import type { ReactNode } from "react";
import { useT } from "../i18n/use-t";
import { Ask } from "./Ask";
import { notify } from "./notices";

/** Asks before data is deleted, with what is deleted named below the question. */
export function AskDelete({
  name,
  onDelete,
  onClose,
  children,
}: {
  name: string;
  onDelete: () => void;
  onClose: () => void;
  /** Records that are deleted with it, or the reason of the refusal. */
  children?: ReactNode;
}) {
  const t = useT();
  const cancel = (): void => {
    notify.info(t("common.deleteCancelled"));
    onClose();
  };
  return (
    <Ask
      title={t("common.deleteConfirm")}
      onClose={cancel}
      answers={[
        { title: t("common.cancel"), act: cancel, kind: "primary" },
        { title: t("common.delete"), act: onDelete, kind: "danger" },
      ]}
    >
      <b>{name}</b>
      {children && <br />}
      {children}
    </Ask>
  );
}
