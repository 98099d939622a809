import type { IconName } from "../ui/icons";

/** One screen in the sidebar. */
export interface MenuItem {
  readonly key: string;
  readonly title: string;
  readonly path: string;
  readonly icon: IconName;
  /** Heading within its group; items of one heading follow each other. */
  readonly section?: string;
  /** Things that wait there; not shown at 0. */
  readonly badge?: number;
}

/** Screens under one heading. Without a title they are alone, as home is. */
export interface MenuGroup {
  readonly key: string;
  readonly title: string;
  readonly items: readonly MenuItem[];
}

/** One step of the breadcrumb; without a path it leads nowhere. */
export interface Crumb {
  readonly title: string;
  readonly path?: string;
}

/** The state of the live connection. */
export type LiveState = "live" | "reconnecting" | "offline" | "unsupported";
