import { Activity, memo, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { UNSAFE_LocationContext as LocationContext, useOutlet } from "react-router";
import { TabContext } from "../../ui/tab";
import { forgetUnsaved } from "../../ui/useUnsaved";
import { finishTab } from "./leaving";
import { useViewMemory } from "./useViewMemory";

/** A page as the router draws it, with the location it is drawn at. */
interface Drawn {
  readonly page: ReactNode;
  readonly at: React.ContextType<typeof LocationContext>;
}

interface Props {
  /** Ids of the tabs whose pages live, the one on show among them. */
  readonly ids: readonly string[];
  /** The tab on show; undefined: none of them. */
  readonly active: string | undefined;
  readonly onName: (id: string, subject: string) => void;
}

/**
 * The pages of the tabs. The one on show is the router's; the others stay as they were, out of sight, each at the location where it was
 * left: their effects are off, so that they ask nothing, hear no keys and name no window.
 */
export function Pages({ ids, active, onName }: Props) {
  const page = useOutlet();
  const at = useContext(LocationContext);
  useViewMemory(active, ids);
  // In an order of their own: a tab that is moved or used must not move its page in the document.
  return [...ids].sort().map((id) => <Pane key={id} id={id} now={id === active ? { page, at } : undefined} onName={onName} />);
}

const same = (a: Drawn | undefined, b: Drawn | undefined): boolean => a === b || (!!a && !!b && a.page === b.page && a.at === b.at);

const Pane = memo(
  function Pane({ id, now, onName }: { id: string; now: Drawn | undefined; onName: Props["onName"] }) {
    const [left, setLeft] = useState(now);
    if (now && !same(now, left)) setLeft(now);
    const drawn = now ?? left;
    const on = now !== undefined;

    const shown = useRef(on);
    useLayoutEffect(() => {
      shown.current = on;
    }, [on]);
    useEffect(() => () => forgetUnsaved(id), [id]);
    const tab = useMemo(
      () => ({
        id,
        onShow: () => shown.current,
        name: (subject: string) => onName(id, subject),
        finish: () => finishTab(id),
      }),
      [id, onName],
    );
    if (!drawn) return null;
    return (
      <Activity mode={on ? "visible" : "hidden"}>
        <TabContext value={tab}>
          <LocationContext value={drawn.at}>{drawn.page}</LocationContext>
        </TabContext>
      </Activity>
    );
  },
  (before, after) => before.id === after.id && before.onName === after.onName && same(before.now, after.now),
);
