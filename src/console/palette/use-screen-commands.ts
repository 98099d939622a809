import { useRegisterActions } from "@refinedev/kbar";
import { useId, useRef } from "react";
import type { IconName } from "../ui/icons";

/** A command of the screen on show: what one of its buttons does. */
export interface ScreenCommand {
  /** Unique among those that are registered together. */
  readonly id: string;
  readonly title: string;
  readonly icon?: IconName;
  /** Left out for a group, whose commands name it as `parent`. */
  readonly run?: () => void;
  readonly parent?: string;
}

/**
 * Offers commands in the palette while the screen is on show. Those that the person may not use, or that its state does not allow, are left
 * out by whoever calls this, by the same condition as their button. A group stands before its commands.
 */
export function useScreenCommands(commands: readonly ScreenCommand[]): void {
  const prefix = useId();
  const latest = useRef(commands);
  latest.current = commands;
  useRegisterActions(
    commands.map(({ id, title, icon, run, parent }) => ({
      id: prefix + id,
      name: title,
      ...(icon === undefined ? {} : { icon }),
      ...(parent === undefined ? {} : { parent: prefix + parent }),
      ...(run === undefined ? {} : { perform: () => latest.current.find((each) => each.id === id)?.run?.() }),
    })),
    [prefix, JSON.stringify(commands)],
  );
}
