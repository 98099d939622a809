import type { ReactNode } from "react";
import { useT } from "../i18n/use-t";
import { Icon } from "./Icon";

/** The person's roles do not reach here, or `title` says what else: what is closed, who can open it, and a way on (`children`). */
export function ForbiddenState({ title, what, children }: { title?: string; what?: string; children?: ReactNode }) {
  const t = useT();
  return (
    <div className="state">
      <Icon name="lock" />
      <h2>{title ?? t("ui.forbidden")}</h2>
      <p>{what ?? t("ui.forbiddenHint")}</p>
      {children && <div className="state-ways">{children}</div>}
    </div>
  );
}
