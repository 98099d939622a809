import type { ReactNode } from "react";
import type { Tone } from "../../contract/core/resource/label";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

export type { Tone };

const ICON_OF: Record<Tone, IconName> = {
  success: "check-circle",
  waiting: "clock",
  warning: "warning",
  error: "error",
  neutral: "minus",
  live: "play",
};

/** A status in colour, icon and word: never by colour alone. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`tag tag-${tone}`}>
      <Icon name={ICON_OF[tone]} />
      {children}
    </span>
  );
}
