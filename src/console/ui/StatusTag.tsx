import type { ReactNode } from "react";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

/** What a status means; one colour and one icon each, the same on all screens. */
export type Tone = "success" | "waiting" | "warning" | "error" | "neutral" | "live";

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
