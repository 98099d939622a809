import type { ReactNode } from "react";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

/** Nothing here yet: what this place is for, and the first step. */
export function EmptyState({ icon = "box", title, hint, action }: { icon?: IconName; title: string; hint?: string; action?: ReactNode }) {
  return (
    <div className="state">
      <Icon name={icon} />
      <h2>{title}</h2>
      {hint && <p>{hint}</p>}
      {action && <div className="state-ways">{action}</div>}
    </div>
  );
}
