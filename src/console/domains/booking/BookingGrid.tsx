import { type SyntheticEvent, useRef, useState, useSyncExternalStore } from "react";
import { booking, type GridBooking } from "../../../contract/booking";
import { addDays } from "../../../contract/time";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { usePreference } from "../../session/preferences";
import { can, useSession } from "../../session/store";
import { useMobile } from "../../shell/useMobile";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Icon } from "../../ui/Icon";
import { notify } from "../../ui/notices";
import { useToday } from "../../ui/today";
import { Counters } from "./bar/Counters";
import { GridBar } from "./bar/GridBar";
import { KeysHelp } from "./bar/KeysHelp";
import { Legend } from "./bar/Legend";
import "./booking.css";
import { CarryBar } from "./CarryBar";
import { ClosingWizard } from "./closing/ClosingWizard";
import { proposeClosing } from "./closing/propose";
import type { Block } from "./grid/blocks";
import type { Carry } from "./grid/carry";
import "./grid/grid.css";
import { GridSkeleton } from "./grid/GridSkeleton";
import { GridTable } from "./grid/GridTable";
import { HoverCard } from "./grid/HoverCard";
import { columnAt, type Part } from "./grid/layout";
import { SpotMenu } from "./grid/SpotMenu";
import type { Spot } from "./grid/useGridEvents";
import { mayCarry } from "./mayCarry";
import type { ChoiceHandle, ChoiceMode } from "./panel/ChoicePanel";
import type { OrderAct } from "./panel/OrderPanel";
import { Sheet } from "./panel/Sheet";
import { type Looking, Side } from "./Side";
import { useCheckIn } from "./useCheckIn";
import { anyChosen, useChoice } from "./useChoice";
import { type Asked, askedOf, useGridAddress } from "./useGridAddress";
import { useGridData, WEEK } from "./useGridData";
import { useGridKeys } from "./useGridKeys";
import { useLine } from "./useLine";
import { useNowInView } from "./useNowInView";
import { placeLabel, span } from "./words";

const NARROW = 1200;

/** Cells of the day before must not be chosen for the day that is still on its way; moving about is free. */
function waitForDay(event: SyntheticEvent): void {
  if ("key" in event && event.key !== "Enter" && event.key !== " ") return;
  event.stopPropagation();
}

const lookAt = ({ order, act }: Asked): Looking => ({ kind: "order", id: order, act: act === "pay" ? "pay" : "look" });

/** The booking grid: a day's courts or a court's week, and beside it the panel in which all is booked, paid, checked in, moved and cancelled. */
export function BookingGrid() {
  const t = useT();
  const clockDay = useToday();
  const mobile = useMobile();
  const { venueId } = useSession();
  const [looking, setLooking] = useState<Looking | undefined>(() => {
    const asked = askedOf(location.search);
    return asked && lookAt(asked);
  });
  const [address, setAddress] = useGridAddress((asked) => setLooking(lookAt(asked)));
  const { day, placeId } = address;
  const { store, read, refresh } = useGridData(day, address);
  const frame = useSyncExternalStore(store.watchFrame, store.frame);
  const chosen = useChoice(store, anyChosen);
  const [lies, setLies] = usePreference("grid.across");
  const across = lies === "yes";
  const [mode, setMode] = useState<ChoiceMode>("book");
  const [panel, setPanel] = useState(() => window.innerWidth >= NARROW);
  const [sheet, setSheet] = useState(false);
  const [menu, setMenu] = useState<Spot>();
  const [hover, setHover] = useState<Spot>();
  const [shown, setShown] = useState<"keys" | "closing">();
  const search = useRef<HTMLInputElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const handle = useRef<ChoiceHandle>(null);
  const checkIn = useCheckIn(refresh);
  const away = useLine(refresh);
  const week = placeId !== undefined;
  const all = useRead(booking.places, { venueId: venueId ?? "" }, { enabled: week || shown === "closing", staleTime: 300_000 });
  const ground = all.data ?? read.data;
  const today = frame?.today ?? clockDay;
  const loaded = read.data?.days.filter((entry) => (week ? entry.day >= day : entry.day === day)) ?? [];
  const there = loaded[0]?.day === day;

  const { scroller, toGrid, renew } = useNowInView(store, across);

  const openPanel = (): void => {
    setPanel(true);
    if (mobile) setSheet(true);
  };
  const look = (next: Looking | undefined): void => {
    if (next?.kind !== "order" || next.act !== "change") store.carrying.drop();
    setLooking(next);
    if (next) openPanel();
  };
  const open = (booked: GridBooking, act: OrderAct = "look"): void =>
    look(booked.orderId === null ? { kind: "lock", held: booked } : { kind: "order", id: booked.orderId, act });
  const back = (): void => {
    setSheet(false);
    requestAnimationFrame(toGrid);
  };
  const close = (): void => {
    look(undefined);
    back();
  };
  const toBooker = (): void => {
    if (store.choice().keys.size === 0) return;
    look(undefined);
    setMode("book");
    openPanel();
    requestAnimationFrame(() => handle.current?.toBooker());
  };
  const choose = (): void => {
    if (store.choice().keys.size === 0) return;
    look(undefined);
    setPanel(true);
  };
  const begin = (next: ChoiceMode, spot: Spot): void => {
    if (!store.choice().keys.has(spot.slot.key)) store.begin(spot.slot.key);
    look(undefined);
    setMode(next);
    openPanel();
  };
  const change = (next: Partial<Part & { day: string }>): void => {
    setAddress(next);
    if (!store.carrying.now()) setLooking(undefined);
    renew();
  };
  const showPart = (part: Part): void => change({ programId: undefined, hallId: undefined, placeId: undefined, ...part });
  const show = (block: Block): void => {
    const slot = frame?.layout.columns[block.column]?.at[block.row];
    if (!slot) return;
    store.focus(slot.key);
    const cell = scroller.current?.querySelector(`td[data-k="${CSS.escape(slot.key)}"]`);
    cell?.scrollIntoView({ block: "center", inline: "center" });
  };
  const carry = (kind: Carry["kind"], line: Carry["booking"]): void => {
    setLooking(undefined);
    setSheet(false);
    store.carrying.take(kind, line);
    const column = frame && columnAt(frame.layout, line.placeId, line.day);
    const slot = column?.slots.find((each) => (kind === "extend" ? each.end >= line.end : each.end > line.start));
    if (slot) store.focus(slot.key);
    requestAnimationFrame(toGrid);
  };
  const wish = ({ slot, line }: Pick<Spot, "slot" | "line">): void => {
    const column = frame?.layout.columns[slot.column];
    const hall = read.data?.halls.find((each) => each.id === column?.hallId);
    if (!column || !hall) return;
    const { placeId: id, name, day: wished } = column;
    const { start, end } = line && line.placeId === id ? line : slot;
    look({
      kind: "wish",
      wish: { placeId: id, placeName: name, programId: hall.programId, programName: hall.programName, day: wished, start, end },
    });
  };
  /** The cell in focus, with what holds it. */
  const focused = (): { slot: Spot["slot"]; block: Block | undefined; line: GridBooking | undefined } | undefined => {
    const slot = frame?.layout.byKey.get(store.focusKey() ?? "");
    if (!frame || !slot) return undefined;
    const block = frame.blocks.owners[slot.column]?.[slot.row];
    return { slot, block, line: block?.look === "linked" ? undefined : block?.lines[0] };
  };
  const carryFocused = (kind: Carry["kind"]): boolean => {
    const line = focused()?.line;
    if (!line || !mayCarry(kind, line)) return false;
    carry(kind, line);
    return true;
  };
  const step = week ? WEEK : 1;
  useGridKeys(root, {
    toBooker,
    submit: () => {
      if (looking || store.choice().keys.size === 0 || mode !== "book") return false;
      handle.current?.submit();
      return true;
    },
    search: () => search.current?.focus(),
    help: () => setShown("keys"),
    previous: () => change({ day: addDays(day, -step) }),
    next: () => change({ day: addDays(day, step) }),
    today: () => change({ day: today }),
    upNext: () => root.current?.querySelector<HTMLElement>(".next-act, .next-open")?.focus(),
    checkIn: () => {
      const line = focused()?.line;
      if (!line || line.orderId === null || !can("booking_check_in")) return false;
      void checkIn(line);
      return true;
    },
    move: () => carryFocused("move"),
    extend: () => carryFocused("extend"),
    wait: () => {
      const at = focused();
      if (!at?.block || !frame || at.slot.start + at.slot.shift <= frame.now || !can("booking_waitlist")) return false;
      wish(at);
      return true;
    },
    turn: () => setLies(across ? "" : "yes"),
    escape: () => {
      if (!looking) return false;
      close();
      return true;
    },
  });

  const side = (
    <Side
      store={store}
      looking={looking}
      day={day}
      today={today}
      mode={mode}
      handle={handle}
      bookings={read.data?.bookings ?? []}
      onLooking={look}
      onMode={setMode}
      onOpen={open}
      onCarry={carry}
      onRefresh={refresh}
      onClose={close}
      onCleared={back}
    />
  );
  const empty = read.data !== undefined && read.data.places.length === 0;
  const stale = read.isPlaceholderData || (!there && read.data !== undefined);
  const waiting = (read.data?.waiting ?? []).filter((entry) => entry.day === day).reduce((sum, entry) => sum + entry.count, 0);
  return (
    <div className="booking" ref={root}>
      <GridBar
        store={store}
        address={address}
        today={today}
        ground={ground}
        waiting={waiting}
        across={across}
        panel={panel}
        search={search}
        onDay={(next) => change({ day: next })}
        onPart={showPart}
        onFound={show}
        onPanel={() => setPanel(!panel)}
        onAcross={() => setLies(across ? "" : "yes")}
        onWaitlist={() => look({ kind: "waitlist" })}
        onClosing={() => setShown("closing")}
      />
      <Counters counters={there ? loaded.map((entry) => entry.counters) : undefined} of={week ? "week" : day === today ? "today" : "day"} />
      <div className="work" data-panel={panel && !mobile ? "open" : "closed"}>
        <div
          className="gridcol"
          aria-busy={stale || undefined}
          {...(stale ? { onKeyDownCapture: waitForDay, onPointerDownCapture: waitForDay, onClickCapture: waitForDay } : {})}
        >
          {away && read.data && (
            <p className="notice notice-waiting line-away" role="status">
              <Icon name="warning" />
              <span className="grow">{t("booking.away")}</span>
              <button type="button" className="link" onClick={refresh}>
                {t("booking.bar.refresh")}
              </button>
            </p>
          )}
          {read.error && (!read.data || stale) ? (
            <ErrorState what={read.error.message} onRetry={refresh} retrying={read.isFetching} />
          ) : empty ? (
            <EmptyState icon="grid" title={t("booking.empty")} hint={t("booking.emptyHint")} />
          ) : frame ? (
            <GridTable
              store={store}
              scroller={scroller}
              across={across}
              onChosen={choose}
              onOpen={(spot) => (spot.block ? open(spot.line ?? spot.block.booking) : toBooker())}
              onMenu={setMenu}
              onHover={setHover}
              mayCarry={mayCarry}
              onMisfit={({ to }) =>
                notify.error(
                  t("booking.carry.taken", {
                    where: `${placeLabel(frame.layout.names.get(to.placeId) ?? "", t)} ${span(to.start, to.end)}`,
                  }),
                )
              }
              onPutDown={({ booking: { orderId } }) => orderId !== null && look({ kind: "order", id: orderId, act: "change" })}
            />
          ) : (
            <GridSkeleton />
          )}
          <CarryBar
            store={store}
            onDrop={() => {
              store.carrying.drop();
              toGrid();
            }}
          />
          <Legend store={store} onKeys={() => setShown("keys")} />
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
            look(undefined);
            setSheet(false);
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
          onOrder={(act) => menu.block && open(menu.line ?? menu.block.booking, act)}
          onCheckIn={() => menu.block && void checkIn(menu.line ?? menu.block.booking)}
          onCarry={(kind) => menu.line && carry(kind, menu.line)}
          onWait={() => wish(menu)}
          onWeek={week ? undefined : () => showPart({ placeId: frame?.layout.columns[menu.slot.column]?.placeId })}
        />
      )}
      {shown === "closing" && frame && ground && (
        <ClosingWizard
          grid={ground}
          first={proposeClosing(frame, store.choice())}
          opens={frame.layout.from}
          closes={frame.layout.from + frame.layout.rows * 30}
          onDone={() => {
            setShown(undefined);
            store.clear();
            refresh();
          }}
          onClose={() => setShown(undefined)}
        />
      )}
      {shown === "keys" && (
        <KeysHelp
          onClose={() => {
            setShown(undefined);
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
