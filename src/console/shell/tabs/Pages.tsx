import {
  Activity,
  memo,
  useContext,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from "react";
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

/**
 * Where the browser can, a page out of sight keeps its layout (`.pane` in shell.css) and is shown by painting alone; React's way,
 * `display: none`, throws the layout away, which made up half of a switch. It is undone before anything looks at the document's layout.
 */
const KEEPS_LAYOUT = typeof CSS !== "undefined" && CSS.supports?.("content-visibility", "hidden");

const same = (a: Drawn | undefined, b: Drawn | undefined): boolean => a === b || (!!a && !!b && a.page === b.page && a.at === b.at);

/** Whether both stand at one address: whoever comes back there finds the page as it was, and nothing in it is drawn again. */
function sameAddress({ at: { location: a } }: Drawn, { at: { location: b } }: Drawn): boolean {
  return a.pathname === b.pathname && a.search === b.search && a.hash === b.hash && a.state === b.state;
}

const Pane = memo(
  function Pane({ id, now, onName }: { id: string; now: Drawn | undefined; onName: Props["onName"] }) {
    const [seen, setSeen] = useState(now);
    const [drawn, setDrawn] = useState(now);
    if (!same(now, seen)) {
      setSeen(now);
      const back = seen === undefined && now && drawn && sameAddress(now, drawn);
      if (now && !back) setDrawn(now);
    }
    const on = now !== undefined;
    const place = useRef<HTMLDivElement>(undefined);
    useInsertionEffect(() => {
      if (KEEPS_LAYOUT) place.current?.style.removeProperty("display");
    }, [on]);
    useLayoutEffect(() => {
      // No key that is pressed now may land in a field that nobody sees.
      if (!on && document.activeElement instanceof HTMLElement && place.current?.contains(document.activeElement))
        document.activeElement.blur();
    }, [on]);

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
      <div className="pane" data-shown={on}>
        <Activity mode={on ? "visible" : "hidden"}>
          <div
            className="pane-in"
            ref={(element) => {
              place.current = element ?? place.current; // React takes it away while the page is out of sight
            }}
          >
            <TabContext value={tab}>
              <LocationContext value={drawn.at}>{drawn.page}</LocationContext>
            </TabContext>
          </div>
        </Activity>
      </div>
    );
  },
  (before, after) => before.id === after.id && before.onName === after.onName && same(before.now, after.now),
);
