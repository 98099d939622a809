import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { booking } from "../../../contract/booking/booking";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { usePreference } from "../../session/preferences";
import { useCan } from "../../providers/access-control";
import { useSession } from "../../session/store";
import { useMobile } from "../../shell/use-mobile";
import { Icon } from "../../ui/Icon";
import { useToday } from "../../ui/today";
import { Counters } from "./bar/Counters";
import { GridBar } from "./bar/GridBar";
import "../../desk/desk.css";
import "./grid/grid.css";
import type { Spot } from "./grid/spots";
import { GridArea } from "./GridArea";
import { GridLayers } from "./GridLayers";
import { Sheet } from "./panel/Sheet";
import { type Looking, Side } from "./Side";
import { openKeys } from "../../keys/shortcuts";
import { useCheckIn } from "./use-check-in";
import { anyChosen, useChoice } from "./use-choice";
import { useDesk } from "./use-desk";
import { type Asked, orderFromAddress, useGridAddress } from "./use-grid-address";
import { useGridData, WEEK } from "./use-grid-data";
import { useLine } from "./use-line";
import { useNowInView } from "./use-now-in-view";
import { usePageKeys } from "./use-page-keys";

const panelForOrder = ({ order, act }: Asked): Looking => ({ kind: "order", id: order, act: act === "pay" ? "pay" : "look" });

/** The booking grid: a day's courts or a court's week, and beside it the panel in which all is booked, paid, checked in, moved and cancelled. */
export function BookingGrid() {
  const t = useT();
  const clockDay = useToday();
  const mobile = useMobile();
  const { venueId } = useSession();
  const { search: query } = useLocation();
  const [looking, setLooking] = useState<Looking | undefined>(() => {
    const first = orderFromAddress(query);
    return first && panelForOrder(first);
  });
  const [address, setAddress, pendingAddress, closes] = useGridAddress();
  const { day, placeId } = address;
  const { store, read, refresh } = useGridData(day, address);
  const today = useSyncExternalStore(store.watchFrame, () => store.frame()?.today) ?? clockDay;
  const chosen = useChoice(store, anyChosen);
  const [lies, setLies] = usePreference("grid.across");
  const across = lies === "yes";
  const [menu, setMenu] = useState<Spot>();
  const [hover, setHover] = useState<Spot>();
  const mayClose = useCan("booking_close");
  const [openDialog, setOpenDialog] = useState<"closing">();
  const search = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const checkIn = useCheckIn(refresh);
  const away = useLine(refresh);
  const week = placeId !== undefined;
  const all = useRead(booking.places, { venueId: venueId ?? "" }, { enabled: week || openDialog === "closing", staleTime: 300_000 });
  const drawn = useSyncExternalStore(store.watchFrame, () => store.frame()?.ground);
  const ground = all.data ?? drawn;
  const counters = useMemo(() => {
    const loaded = read.data?.days.filter((entry) => (week ? entry.day >= day : entry.day === day)) ?? [];
    return loaded[0]?.day === day ? loaded.map((entry) => entry.counters) : undefined;
  }, [read.data, week, day]);
  // The courts are what is waited for; the figures follow in a task of their own.
  const figures = useDeferredValue(counters);
  const stale = read.isPlaceholderData || (!counters && read.data !== undefined);

  const view = useNowInView(store, across);
  const desk = useDesk({
    store,
    view,
    mobile,
    looking: looking !== undefined,
    onLooking: setLooking,
    onAddress: setAddress,
  });
  const { acts } = desk;
  useEffect(() => {
    if (pendingAddress) acts.look(panelForOrder(pendingAddress));
    // Only a link leads anywhere.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pendingAddress]);
  useEffect(() => {
    if (closes && mayClose) setOpenDialog("closing");
  }, [closes, mayClose]);
  const closing = useCallback(() => setOpenDialog("closing"), []);
  const turn = useCallback(() => setLies(across ? "" : "yes"), [across, setLies]);
  usePageKeys(root, {
    store,
    desk,
    looking: looking !== undefined,
    order: looking?.kind === "order" && looking.act === "look" ? looking.id : undefined,
    day,
    today,
    step: week ? WEEK : 1,
    search,
    checkIn,
    onTurn: turn,
  });

  const side = (
    <Side store={store} looking={looking} day={day} today={today} mode={desk.mode} handle={desk.handle} acts={acts} onRefresh={refresh} />
  );
  return (
    <div className="booking" ref={root}>
      <GridBar
        store={store}
        address={address}
        today={today}
        ground={ground}
        waiting={(read.data?.waiting ?? []).filter((entry) => entry.day === day).reduce((sum, entry) => sum + entry.count, 0)}
        across={across}
        panel={desk.panel}
        search={search}
        onDay={acts.toDay}
        onPart={acts.showPart}
        onFound={acts.show}
        onPanel={acts.turnPanel}
        onAcross={turn}
        onWaitlist={acts.waitlist}
        onClosing={closing}
        onClosings={acts.closings}
      />
      <Counters counters={figures} failed={read.error !== null} of={week ? "week" : day === today ? "today" : "day"} />
      <div className="work" data-panel={desk.panel && !mobile ? "open" : "closed"}>
        <GridArea
          store={store}
          scroller={view.scroller}
          across={across}
          acts={acts}
          empty={read.data !== undefined && read.data.places.length === 0}
          stale={stale}
          away={away && read.data !== undefined}
          error={read.error && (!read.data || stale) ? read.error.message : undefined}
          retrying={read.isFetching}
          onMenu={setMenu}
          onHover={setHover}
          onKeys={openKeys}
          onRefresh={refresh}
        />
        {!mobile && (
          <aside className="panel" hidden={!desk.panel}>
            {side}
          </aside>
        )}
      </div>
      {mobile && (
        <Sheet open={desk.sheet} store={store} active={looking !== undefined || chosen} onOpen={acts.openSheet} onClose={acts.closeSheet}>
          {side}
        </Sheet>
      )}
      <GridLayers
        store={store}
        acts={acts}
        hover={hover}
        menu={menu}
        shown={openDialog}
        week={week}
        ground={ground}
        checkIn={checkIn}
        onMenu={setMenu}
        onShut={() => setOpenDialog(undefined)}
        onRefresh={refresh}
        toGrid={view.toGrid}
      />
      {read.isFetching && !read.data && (
        <span className="sr" role="status">
          <Icon name="refresh" />
          {t("ui.loading")}
        </span>
      )}
    </div>
  );
}
