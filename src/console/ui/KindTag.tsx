import type { ReactNode } from "react";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

/** Kinds of booking that are not sold slot by slot: a fixed series, a group-buy deal, an event, an open play. */
export type Kind = "fixed" | "deal" | "event" | "openPlay";

/** Icon of each kind, also for the grid's cells and legend. */
const KIND_ICON: Record<Kind, IconName> = { fixed: "repeat", deal: "ticket", event: "trophy", openPlay: "members" };

/** Kind of a booking in colour, icon and word. */
export function KindTag({ kind, children }: { kind: Kind; children: ReactNode }) {
  return (
    <span className={`tag tag-${kind}`}>
      <Icon name={KIND_ICON[kind]} />
      {children}
    </span>
  );
}
