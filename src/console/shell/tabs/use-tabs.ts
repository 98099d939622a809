import { useCallback, useEffect, useRef, useState } from "react";
import type { Screen } from "../../registry";
import { HOME, screens } from "../../resources";
import { forgetUnsaved, unsavedIn } from "../../ui/use-unsaved";
import type { Navigate } from "../NavLink";
import { readTabs, storeTabs } from "./stored-tabs";
import { closable, close, landing, leave, move, name, visibleTabs, type Tab, type Tabs, visit } from "./model";
import { reloadAddress, placeOf } from "./place";

/** Goes to a path; `flushSync`: what is kept alive there is drawn at once, not when there is time. */
export type Go = (path: string, options?: { flushSync: boolean }) => void;

interface Where {
  /** Person and venue that the tabs belong to. */
  readonly scope: string;
  readonly pathname: string;
  /** Query and hash, each with its mark. */
  readonly rest: string;
  /** False: the person wants no tabs, so no page is kept alive. */
  readonly wanted: boolean;
  readonly mayOpen: (screen: Screen) => boolean;
  readonly go: Go;
}

/** Actions on the tabs. Stable. */
export interface TabActions {
  /** Goes to a tab, at the address where it was left. */
  readonly show: (id: string) => void;
  /** Goes to a path: to its tab as it was left, where one is open; at the tab on show, to the very path. */
  readonly open: Navigate;
  /** Closes tabs; where one holds unsaved input, asks first: see `asking`. */
  readonly close: (ids: readonly string[]) => void;
  readonly closeOthers: (id: string) => void;
  readonly closeAll: () => void;
  readonly refresh: (id: string) => void;
  readonly move: (id: string, to: number) => void;
  readonly name: (id: string, subject: string) => void;
  /** The answer to `asking`: whether the input may be lost. */
  readonly answer: (lose: boolean) => void;
  /** The page of a tab has done its work and is being left: it closes. */
  readonly finish: (id: string) => void;
}

/** The tabs of the venue at the address on show: drawn in the same commit as the page, kept for the next load. */
export function useTabs({ scope, pathname, rest, wanted, mayOpen, go }: Where) {
  const may = (screenName: string): boolean => {
    const screen = screens.find((each) => each.name === screenName);
    return screen !== undefined && mayOpen(screen);
  };
  const [tabs, setTabs] = useState<Tabs>(() => readTabs(scope, may));
  const [asking, setAsking] = useState<readonly string[]>();

  const place = placeOf(pathname);
  const allowed = place !== undefined && mayOpen(place.screen);
  const current = place
    ? visit(
        tabs,
        {
          id: place.id,
          screen: place.tab.name,
          address: place.path + rest,
          pinned: place.tab.pinned === true,
          keeps: wanted && allowed && place.keeps,
        },
        unsavedIn,
      )
    : leave(tabs);
  if (current !== tabs) setTabs(current);

  const list = visibleTabs(current);
  useEffect(() => storeTabs(scope, list), [scope, list]);

  const latest = useRef({ current, go, asking });
  latest.current = { current, go, asking };
  const [actions] = useState((): TabActions => {
    const now = (): Tabs => latest.current.current;
    const end = (ids: readonly string[]): void => {
      for (const id of ids) forgetUnsaved(id);
      const next = close(now(), ids);
      setTabs(next);
      const to = landing(next, HOME);
      if (to !== undefined) latest.current.go(to);
    };
    const ask = (ids: readonly string[]): void => {
      if (ids.length === 0) return;
      if (ids.some(unsavedIn)) setAsking(ids);
      else end(ids);
    };
    const addressOf = (id: string): string | undefined => now().list.find((tab) => tab.id === id)?.address;
    return {
      show: (id) => {
        const address = addressOf(id);
        if (address !== undefined && id !== now().active) latest.current.go(address, { flushSync: true });
      },
      open: (path) => {
        const id = path.includes("?") ? undefined : placeOf(path)?.id;
        const known = id === undefined || id === now().active ? undefined : addressOf(id);
        latest.current.go(known ?? path);
      },
      close: (ids) => ask(closable(now()).filter((id) => ids.includes(id))),
      closeOthers: (id) => ask(closable(now(), id)),
      closeAll: () => ask(closable(now())),
      refresh: (id) => {
        const address = addressOf(id);
        if (address !== undefined) latest.current.go(reloadAddress(address));
      },
      move: (id, to) => setTabs((before) => move(before, id, to)),
      name: (id, subject) => setTabs((before) => name(before, id, subject)),
      answer: (lose) => {
        const ids = latest.current.asking ?? [];
        setAsking(undefined);
        if (lose) end(ids);
      },
      finish: (id) => {
        forgetUnsaved(id);
        setTabs((before) => close(before, [id]));
      },
    };
  });
  const unsavedTitles = useCallback(
    (): readonly Tab[] => list.filter((tab) => asking?.includes(tab.id) && unsavedIn(tab.id)),
    [list, asking],
  );
  return { tabs: current, list, place, allowed, asking: asking && unsavedTitles(), actions };
}
