import { type SyntheticEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { GridBooking } from "../../../contract/booking";
import { addDays } from "../../../contract/time";
import { useT } from "../../i18n/useT";
import { can } from "../../session/store";
import { useMobile } from "../../shell/useMobile";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Icon } from "../../ui/Icon";
import { useToday } from "../../ui/today";
import { Counters } from "./bar/Counters";
import { DateStrip } from "./bar/DateStrip";
import { GridSearch } from "./bar/GridSearch";
import { KeysHelp } from "./bar/KeysHelp";
import { Legend } from "./bar/Legend";
import "./booking.css";
import type { Block } from "./grid/blocks";
import "./grid/grid.css";
import { GridSkeleton } from "./grid/GridSkeleton";
import { GridTable } from "./grid/GridTable";
import { programsOf, rowAt } from "./grid/layout";
import { HoverCard } from "./grid/HoverCard";
import { SpotMenu } from "./grid/SpotMenu";
import type { Spot } from "./grid/useGridEvents";
import { type ChoiceHandle, type ChoiceMode, ChoicePanel } from "./panel/ChoicePanel";
import { IdlePanel } from "./panel/IdlePanel";
import { LockPanel } from "./panel/LockPanel";
import { type OrderAct, OrderPanel } from "./panel/OrderPanel";
import { Sheet } from "./panel/Sheet";
import { dayOfAddress } from "./resources";
import { useCheckIn } from "./useCheckIn";
import { useGridData } from "./useGridData";

/** What the panel looks at instead of the choice. */
type Looking = { kind: "order"; id: string; act: OrderAct } | { kind: "lock"; held: GridBooking };

const NARROW = 1200;

/** Cells of the day before must not be chosen for the day that is still on its way; moving about is free. */
function waitForDay(event: SyntheticEvent): void {
  if ("key" in event && event.key !== "Enter" && event.key !== " ") return;
  event.stopPropagation();
}

/** The booking grid: a day's courts and half-hours, and beside it the panel in which all is booked, paid, checked in and cancelled. */
export function BookingGrid() {
  const t = useT();
  const today = useToday();
  const mobile = useMobile();
  const [address] = useState(() => new URLSearchParams(location.search));
  const [day, setDay] = useState(() => dayOfAddress(address));
  const [programId, setProgramId] = useState<string>();
  const { store, read, refresh } = useGridData(day, programId);
  const frame = useSyncExternalStore(store.watchFrame, store.frame);
  const choice = useSyncExternalStore(store.watchChoice, store.choice);
  const [mode, setMode] = useState<ChoiceMode>("book");
  const [looking, setLooking] = useState<Looking | undefined>(() => {
    const id = address.get("order");
    return id ? { kind: "order", id, act: "look" } : undefined;
  });
  const [panel, setPanel] = useState(() => window.innerWidth >= NARROW);
  const [sheet, setSheet] = useState(false);
  const [menu, setMenu] = useState<Spot>();
  const [hover, setHover] = useState<Spot>();
  const [keys, setKeys] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const handle = useRef<ChoiceHandle>(null);
  const checkIn = useCheckIn(refresh);
  const chosen = choice.keys.size > 0;
  const shown = read.data?.days.find((entry) => entry.day === day);
  const programs = read.data ? programsOf(read.data) : [];

  const openPanel = (): void => {
    setPanel(true);
    if (mobile) setSheet(true);
  };
  const open = (booked: GridBooking, act: OrderAct = "look"): void => {
    setLooking(booked.orderId === null ? { kind: "lock", held: booked } : { kind: "order", id: booked.orderId, act });
    openPanel();
  };
  const toGrid = useCallback((): void => {
    const key = store.focusKey();
    if (key !== undefined) scroller.current?.querySelector<HTMLElement>(`td[data-k="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }, [store]);
  const closeLooking = (): void => {
    setLooking(undefined);
    setSheet(false);
    requestAnimationFrame(toGrid);
  };
  const toBooker = (): void => {
    if (!chosen) return;
    setLooking(undefined);
    setMode("book");
    openPanel();
    requestAnimationFrame(() => handle.current?.toBooker());
  };
  const choose = (): void => {
    if (store.choice().keys.size === 0) return;
    setLooking(undefined);
    setPanel(true);
  };
  const begin = (next: ChoiceMode, spot: Spot): void => {
    if (!store.choice().keys.has(spot.slot.key)) store.begin(spot.slot.key);
    setMode(next);
    setLooking(undefined);
    openPanel();
  };
  const change = (next: string): void => {
    setDay(next);
    setLooking(undefined);
    scrolled.current = undefined;
  };
  const show = (block: Block): void => {
    const slot = frame?.layout.columns[block.column]?.at[block.row];
    if (!slot) return;
    store.focus(slot.key);
    const cell = scroller.current?.querySelector(`td[data-k="${CSS.escape(slot.key)}"]`);
    cell?.scrollIntoView({ block: "center", inline: "center" });
  };

  // Once a day is drawn: the present an hour from the top; the first free cell can take the keys.
  const scrolled = useRef<string>(undefined);
  const drawnDay = frame?.layout.day;
  useEffect(() => {
    const frameNow = store.frame();
    const place = scroller.current;
    if (!frameNow || !place || scrolled.current === drawnDay) return;
    scrolled.current = drawnDay;
    const height = place.querySelector("tbody tr")?.getBoundingClientRect().height ?? 0;
    const row = rowAt(frameNow.layout, frameNow.now);
    if (row > 0 && row < frameNow.layout.rows) place.scrollTop = Math.max(0, Math.floor(row - 6) * height - 10);
    else place.scrollTop = 0;
    store.focus();
    if (document.activeElement === document.body || document.activeElement?.id === "page") requestAnimationFrame(toGrid);
  }, [store, drawnDay, toGrid]);

  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const typing = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]") !== null;
      if (root.current?.closest("[hidden], [inert]") || document.querySelector("dialog[open]")) return;
      if (event.key === "F2") toBooker();
      else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        if (looking || !chosen || mode !== "book") return;
        handle.current?.submit();
      } else if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      else if (event.key === "?") setKeys(true);
      else if (event.key === "/") search.current?.focus();
      else if (event.key === "[") change(addDays(day, -1));
      else if (event.key === "]") change(addDays(day, 1));
      else if (event.key === "t") change(today);
      else if (event.key === "n") root.current?.querySelector<HTMLElement>(".next-act, .next-open")?.focus();
      else if (event.key === "c") {
        const key = store.focusKey();
        const block = frame?.blocks.list.find(
          (each) => each.look !== "linked" && frame.layout.columns[each.column]?.at[each.row]?.key === key,
        );
        if (!block || block.booking.orderId === null || !can("booking_check_in")) return;
        void checkIn(block.booking);
      } else if (event.key === "Escape" && looking) closeLooking();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });

  const side = (
    <>
      {looking?.kind === "order" && (
        <OrderPanel
          key={looking.id}
          id={looking.id}
          today={frame?.today ?? today}
          act={looking.act}
          onAct={(act) => setLooking((now) => (now?.kind === "order" && now.id === looking.id ? { ...now, act } : now))}
          onChanged={refresh}
          onClose={closeLooking}
        />
      )}
      {looking?.kind === "lock" && (
        <LockPanel
          held={looking.held}
          place={frame?.layout.columnOf.get(looking.held.placeId)?.name ?? ""}
          today={frame?.today ?? today}
          onDone={() => {
            refresh();
            closeLooking();
          }}
          onClose={closeLooking}
        />
      )}
      <ChoicePanel
        store={store}
        day={day}
        today={frame?.today ?? today}
        mode={mode}
        hidden={looking !== undefined}
        handle={handle}
        onMode={setMode}
        onDone={(order) => {
          refresh();
          setSheet(false);
          if (order) setLooking({ kind: "order", id: order.id, act: "look" });
        }}
        onClear={() => {
          store.clear();
          setSheet(false);
          requestAnimationFrame(toGrid);
        }}
        onRefresh={refresh}
      />
      {!looking && !chosen && <IdlePanel store={store} bookings={read.data?.bookings ?? []} onOpen={open} onChanged={refresh} />}
    </>
  );

  const empty = read.data !== undefined && read.data.places.length === 0;
  const stale = read.isPlaceholderData || (shown === undefined && read.data !== undefined);
  return (
    <div className="booking" ref={root}>
      <div className="bar">
        <DateStrip day={day} today={frame?.today ?? today} onDay={change} />
        <span className="grow" />
        {programs.length > 1 && (
          <div className="seg m-hide" role="group" aria-label={t("booking.bar.programs")}>
            <button type="button" aria-pressed={programId === undefined} onClick={() => setProgramId(undefined)}>
              {t("booking.bar.all", { count: programs.reduce((sum, program) => sum + program.places, 0) })}
            </button>
            {programs.map((program) => (
              <button key={program.id} type="button" aria-pressed={programId === program.id} onClick={() => setProgramId(program.id)}>
                {t("booking.bar.program", { name: program.name, count: program.places })}
              </button>
            ))}
          </div>
        )}
        <span className="m-hide">
          <GridSearch store={store} day={day} input={search} onFound={show} />
        </span>
        <span className="m-hide">
          <Button
            icon="sidebar"
            aria-label={t("booking.bar.panel")}
            title={t("booking.bar.panel")}
            aria-pressed={panel}
            onClick={() => setPanel(!panel)}
          />
        </span>
      </div>
      <Counters counters={shown?.counters} isToday={day === (frame?.today ?? today)} />
      <div className="work" data-panel={panel && !mobile ? "open" : "closed"}>
        <div
          className="gridcol"
          aria-busy={stale || undefined}
          {...(stale ? { onKeyDownCapture: waitForDay, onPointerDownCapture: waitForDay, onClickCapture: waitForDay } : {})}
        >
          {read.error && (!read.data || stale) ? (
            <ErrorState what={read.error.message} onRetry={refresh} retrying={read.isFetching} />
          ) : empty ? (
            <EmptyState icon="grid" title={t("booking.empty")} hint={t("booking.emptyHint")} />
          ) : frame ? (
            <GridTable
              store={store}
              scroller={scroller}
              onChosen={choose}
              onOpen={(spot) => (spot.block ? open(spot.block.booking) : toBooker())}
              onMenu={setMenu}
              onHover={setHover}
            />
          ) : (
            <GridSkeleton />
          )}
          <Legend store={store} onKeys={() => setKeys(true)} />
        </div>
        {!mobile && (
          <aside className="panel" hidden={!panel}>
            {side}
          </aside>
        )}
      </div>
      {mobile && (
        <Sheet
          open={sheet}
          store={store}
          active={looking !== undefined || chosen}
          onOpen={() => setSheet(true)}
          onClose={() => {
            setSheet(false);
            setLooking(undefined);
          }}
        >
          {side}
        </Sheet>
      )}
      {hover?.block && !menu && <HoverCard spot={hover} />}
      {menu && (
        <SpotMenu
          spot={menu}
          onClose={() => {
            setMenu(undefined);
            toGrid();
          }}
          onChoose={(next) => begin(next, menu)}
          onOrder={(act) => menu.block && open(menu.block.booking, act)}
          onCheckIn={() => menu.block && void checkIn(menu.block.booking)}
        />
      )}
      {keys && (
        <KeysHelp
          onClose={() => {
            setKeys(false);
            toGrid();
          }}
        />
      )}
      {read.isFetching && !read.data && (
        <span className="sr" role="status">
          <Icon name="refresh" />
          {t("ui.loading")}
        </span>
      )}
    </div>
  );
}
