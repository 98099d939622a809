import { useEffect, useRef } from "react";
import { closable, visibleTabs, type Tabs } from "./model";
import type { TabActions } from "./use-tabs";
import { isOfInputMethod } from "../../keys/ime";

/** From anywhere: Alt+1 … 8 show the tab at that place, Alt+9 the last, Alt+W closes the one on show, Alt+R draws it anew. Browsers leave these to us. */
export function useTabKeys(tabs: Tabs, actions: TabActions, enabled: boolean): void {
  const latest = useRef(tabs);
  latest.current = tabs;
  useEffect(() => {
    if (!enabled) return undefined;
    const press = (event: KeyboardEvent): void => {
      const { altKey, ctrlKey, metaKey, shiftKey, code } = event;
      if (!altKey || ctrlKey || metaKey || shiftKey || isOfInputMethod(event) || document.querySelector("dialog[open]")) return;
      const all = visibleTabs(latest.current);
      const { active } = latest.current;
      const digit = /^Digit([1-9])$/.exec(code)?.[1];
      const to = digit === "9" ? all.at(-1) : digit === undefined ? undefined : all[Number(digit) - 1];
      if (to) actions.show(to.id);
      else if (code === "KeyW" && active !== undefined && closable(latest.current).includes(active)) actions.close([active]);
      else if (code === "KeyR" && active !== undefined) actions.refresh(active);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [actions, enabled]);
}
