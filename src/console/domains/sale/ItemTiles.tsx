/**
 * Items that the till sells beside goods, one tab each: package cards, recharges, sessions of today, upcoming classes, amounts due of
 * bookings.
 */
import { useState } from "react";
import { bookingOrders } from "../../../contract/booking/booking-orders";
import { cards } from "../../../contract/cards/cards";
import { coachClasses } from "../../../contract/coaches/coach-classes";
import { members } from "../../../contract/members/members";
import { type Fen, fen, showFen, yuan } from "../../../contract/core/money";
import type { Code } from "../../../contract/core/permissions";
import { callsOf } from "../../../contract/core/resource/calls";
import { capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { clock } from "../../../contract/core/time";
import { useRead } from "../../api/use-read";
import type { TKey } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { Icon } from "../../ui/Icon";
import type { IconName } from "../../ui/icons";
import { SkeletonText } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { readAmount } from "../../../contract/core/typed/amount";
import type { TillItem } from "./till";
import { hasProblem } from "../../ui/FieldProblem";

/** The tabs, and who sees them. */
export const ITEM_TABS = [
  { kind: "card", code: "package_card_sell", name: "sale.itemTiles.packageCards" },
  { kind: "recharge", code: "member_recharge", name: "sale.itemTiles.recharge" },
  { kind: "session", code: "session_book", name: "sale.itemTiles.tickets" },
  { kind: "class", code: "coach_class_book", name: "sale.itemTiles.classes" },
  { kind: "order", code: "booking_pay", name: "sale.itemTiles.bookingsDue" },
] as const satisfies readonly { kind: TillItem["kind"]; code: Code; name: TKey }[];
type ItemKind = (typeof ITEM_TABS)[number]["kind"];

const SHOWN = 60;
const ICONS: Readonly<Record<ItemKind, IconName>> = {
  card: "card",
  recharge: "wallet",
  session: "person",
  class: "flag",
  order: "calendar",
};
type Picked = Omit<TillItem, "quantity">;

interface Tile {
  readonly of: string;
  readonly name: string;
  readonly price: Fen;
  readonly note: string;
  readonly out?: boolean;
}

/** Tiles of one kind. Cards and recharges ask for a member when they are put in. */
export function ItemTiles({
  kind,
  taken,
  memberId,
  onPick,
}: {
  kind: ItemKind;
  taken: readonly TillItem[];
  memberId: string | null;
  onPick: (item: Picked) => void;
}) {
  const t = useT();
  const read = useTiles(kind, memberId);
  if (read.error && !read.tiles) return <ErrorState what={read.error.message} onRetry={read.again} />;
  if (!read.tiles) return <SkeletonText lines={6} label={t("ui.loading")} />;
  return (
    <>
      {kind === "recharge" && <FreeRecharge onPick={onPick} />}
      <ul className="till-tiles" aria-label={t(ITEM_TABS.find((tab) => tab.kind === kind)?.name ?? { zh: "", en: "" })}>
        {read.tiles.map(({ of, name, price, note, out }) => {
          const count = taken.filter((item) => item.kind === kind && item.of === of).reduce((sum, item) => sum + item.quantity, 0);
          return (
            <li key={of}>
              <button
                type="button"
                className={count > 0 ? "till-tile on" : "till-tile"}
                disabled={out === true}
                title={out === true ? note : undefined}
                onClick={() => onPick({ kind, of, name, price: yuan(price) })}
              >
                <span className="till-pic" aria-hidden>
                  <Icon name={ICONS[kind]} />
                </span>
                <b>{name}</b>
                <span className="till-price">
                  <span>{showFen(price)}</span>
                  <small>{note}</small>
                </span>
                {count > 0 && <span className="till-count">{count}</span>}
              </button>
            </li>
          );
        })}
      </ul>
      {read.tiles.length === 0 && <p className="till-said">{t("sale.itemTiles.nothingSellHereNow")}</p>}
    </>
  );
}

/** Reads the offered items of one kind; no other kind is read. */
function useTiles(kind: ItemKind, memberId: string | null): { tiles: readonly Tile[] | undefined; error: Error | null; again: () => void } {
  const t = useT();
  const today = useToday();
  const on = (wanted: ItemKind): { enabled: boolean; staleTime: number } => ({ enabled: kind === wanted, staleTime: 5_000 });
  const card = useRead(cards.definitions, { shelf: "on", page: 0, size: SHOWN }, on("card"));
  const offer = useRead(members.offers, {}, on("recharge"));
  const session = useRead(capacitySessions.list, { day: today }, on("session"));
  const planned = { state: ["planned"], dayFrom: today, sort: "day,asc" };
  const lesson = useRead(callsOf(coachClasses).list, { ...planned, page: 0, size: SHOWN }, on("class"));
  const due = { payStatus: ["unpaid", "part_paid"], orderStatus: ["held", "reserved", "checked_in"] };
  const order = useRead(
    callsOf(bookingOrders).list,
    { ...due, ...(memberId === null ? {} : { memberId }), page: 0, size: SHOWN },
    on("order"),
  );
  const tiles = {
    card: () =>
      card.data?.content.map((one) => ({
        of: one.id,
        name: one.name,
        price: fen(one.price),
        note: one.kind === "period" ? t("sale.itemTiles.period") : `× ${one.times + one.bonusTimes}`,
      })),
    recharge: () =>
      offer.data?.content.map((one) => ({
        of: one.id,
        name: one.name,
        price: fen(one.pay),
        note: fen(one.gift) > 0 ? t("sale.itemTiles.gift", { amount: showFen(fen(one.gift)) }) : "",
      })),
    session: () =>
      session.data?.content
        .filter((one) => one.status === "on_shelf")
        .map((one) => ({
          of: one.id,
          name: `${one.name || one.hallName} ${clock(one.startTime)}–${clock(one.endTime)}`,
          price: fen(one.price),
          note: t("sale.left", { left: one.leftPlace }),
          out: one.leftPlace === 0,
        })),
    class: () =>
      lesson.data?.content.map((one) => ({
        of: one.id,
        name: `${one.title} ${one.day.slice(5)} ${clock(one.start)}`,
        price: fen(one.price),
        note: t("sale.left", { left: one.capacity - (one.booked ?? 0) }),
        out: one.capacity <= (one.booked ?? 0),
      })),
    order: () =>
      order.data?.content.map((one) => ({
        of: one.id,
        name: one.name || one.no,
        price: fen(one.due),
        note: one.day.slice(5),
      })),
  }[kind]();
  const read = { card, recharge: offer, session, class: lesson, order }[kind];
  return { tiles, error: read.data ? null : read.error, again: () => void read.refetch() };
}

/** A recharge of any amount. */
function FreeRecharge({ onPick }: { onPick: (item: Picked) => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const typed = readAmount(text, { zero: false });
  const amount = typed.value ?? 0;
  return (
    <form
      className="till-free"
      onSubmit={(event) => {
        event.preventDefault();
        if (amount <= 0) return;
        onPick({ kind: "recharge", of: null, name: t("sale.itemTiles.recharge"), price: yuan(amount) });
        setText("");
      }}
    >
      <label className="input">
        <input
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-label={t("sale.itemTiles.rechargeYuan")}
          placeholder={t("sale.itemTiles.rechargeYuan")}
          aria-invalid={hasProblem(typed) || undefined}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <Button type="submit" why={typed.problem && t(typed.problem)}>
        {t("sale.itemTiles.add")}
      </Button>
    </form>
  );
}
