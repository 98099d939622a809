import { createContext, useCallback, useContext, useEffect } from "react";

/** The tab that a page is in. */
interface TabOfPage {
  readonly id: string;
  /** False while the page is kept alive out of sight. */
  readonly onShow: () => boolean;
  /** Says what the page is about: the tab and the window are named after it. */
  readonly name: (subject: string) => void;
  /** The page has done its work: its tab closes if it is left in this same breath. */
  readonly finish: () => void;
}

/** Undefined outside the tabs. */
export const TabContext = createContext<TabOfPage | undefined>(undefined);

/** Names the tab after what the page is about, e.g. a member. `undefined`: not known yet. */
export function useSubject(subject: string | undefined): void {
  const tab = useContext(TabContext);
  useEffect(() => {
    if (subject !== undefined) tab?.name(subject);
  }, [tab, subject]);
}

/** Says that the page has done its work; who then leaves closes its tab. Called right before leaving. */
export function useFinish(): () => void {
  const tab = useContext(TabContext);
  return useCallback(() => tab?.finish(), [tab]);
}
