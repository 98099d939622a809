import { Activity, memo, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, type ContextType, type ReactNode } from "react";
import { createPortal } from "react-dom";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
  useOutlet,
} from "react-router";
import { useSession } from "../../session/store";
import { createOpened } from "../../ui/opened";
import { TabContext } from "../../ui/tab";
import { forgetUnsaved } from "../../ui/use-unsaved";
import { ZoneContext } from "../../ui/zone";
import { freezeLayoutWhileHidden } from "./freeze-layout";
import { finishTab } from "./leaving";
import { useViewMemory } from "./use-view-memory";

/** A page as the router draws it, with what the router's hooks read at its place. */
interface Drawn {
  readonly page: ReactNode;
  readonly at: ContextType<typeof LocationContext>;
  readonly router: ContextType<typeof DataRouterContext>;
  readonly state: ContextType<typeof DataRouterStateContext>;
  readonly navigation: ContextType<typeof NavigationContext>;
}

interface Props {
  readonly venueId: string;
  /** IANA name of the venue's zone. */
  readonly zone: string;
  /** Ids of the tabs whose pages live, the one on show among them. */
  readonly ids: readonly string[];
  /** The tab on show; undefined: none of them. */
  readonly active: string | undefined;
  readonly onName: (id: string, subject: string) => void;
}
interface Staged extends Props {
  readonly drawn: Drawn;
}

/** The frame's content: the frame declares it, {@link Pages} draws it. */
const stage = createOpened<Staged>();
/**
 * Container of the pages, in the frame's `#page`. It exists before the frame does, so that the first render of the console has a page in
 * it.
 */
const panes = document.createElement("div");
panes.className = "panes";

/**
 * Declares which pages are in the frame's `#page`. They are drawn by {@link Pages} outside of the router, for React renders all that reads one
 * of the router's contexts again at every navigation, in pages out of sight too, and whatever has a place of its own in between.
 */
export function Stage({ venueId, zone, ids, active, onName }: Props) {
  const page = useOutlet();
  const at = useContext(LocationContext);
  const router = useContext(DataRouterContext);
  const state = useContext(DataRouterStateContext);
  const navigation = useContext(NavigationContext);
  const staged = useMemo(
    (): Staged => ({ venueId, zone, ids, active, onName, drawn: { page, at, router, state, navigation } }),
    [venueId, zone, ids, active, onName, page, at, router, state, navigation],
  );
  // Said while the frame is drawn first, for the pages come after it in the same drawing; later changes wait until they are sure.
  useState(() => stage.openFirst(staged));
  useLayoutEffect(() => {
    document.getElementById("page")?.append(panes);
    return stage.close;
  }, []);
  useLayoutEffect(() => stage.open(staged), [staged]);
  return null;
}

/**
 * The pages of the tabs. The one on show is the router's; the others stay as they were, out of sight, each at the location where it was
 * left: their effects are off, so that they ask nothing, hear no keys and name no window.
 */
export function Pages() {
  const now = stage.useOpen();
  const { venueId } = useSession();
  // Another venue takes its pages along at once, not when the frame is drawn anew.
  return now && now.venueId === venueId && <MountedPages key={venueId} {...now} />;
}

function MountedPages({ zone, ids, active, onName, drawn }: Staged) {
  useViewMemory(active, ids);
  return createPortal(
    <ZoneContext value={zone}>
      {/* In an order of their own: a tab that is moved or used must not move its page in the document. */}
      {[...ids].sort().map((id) => (
        <Pane key={id} id={id} now={id === active ? drawn : undefined} onName={onName} />
      ))}
    </ZoneContext>,
    panes,
  );
}

const same = (a: Drawn | undefined, b: Drawn | undefined): boolean => a === b || (!!a && !!b && a.page === b.page && a.at === b.at);

/** True if both are at one address: a person who returns to it finds the page unchanged, and nothing in it renders again. */
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
    useLayoutEffect(() => {
      place.current?.toggleAttribute("data-away", !on);
      // No key that is pressed now may land in a field that nobody sees.
      if (!on && document.activeElement instanceof HTMLElement && place.current?.contains(document.activeElement))
        document.activeElement.blur();
    }, [on]);

    const wasOn = useRef(on);
    useLayoutEffect(() => {
      wasOn.current = on;
    }, [on]);
    useEffect(() => () => forgetUnsaved(id), [id]);
    const tab = useMemo(
      () => ({
        id,
        onShow: () => wasOn.current,
        name: (subject: string) => onName(id, subject),
        finish: () => finishTab(id),
      }),
      [id, onName],
    );
    if (!drawn) return null;
    return (
      <Activity mode={on ? "visible" : "hidden"}>
        <div
          className="pane"
          ref={(element) => {
            if (!element) return; // React takes it away while the page is out of sight
            freezeLayoutWhileHidden(element);
            place.current = element;
          }}
        >
          <TabContext value={tab}>
            <DataRouterContext value={drawn.router}>
              <DataRouterStateContext value={drawn.state}>
                <NavigationContext value={drawn.navigation}>
                  <LocationContext value={drawn.at}>{drawn.page}</LocationContext>
                </NavigationContext>
              </DataRouterStateContext>
            </DataRouterContext>
          </TabContext>
        </div>
      </Activity>
    );
  },
  (before, after) => before.id === after.id && before.onName === after.onName && same(before.now, after.now),
);
