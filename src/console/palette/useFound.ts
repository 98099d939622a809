/** What the server finds for the palette: members by name, phone, card number and pinyin; booking orders by number. */
import { useEffect, useState } from "react";
import { showFen, fen } from "../../contract/money";
import { useRead } from "../api/useRead";
import { useSettled } from "../api/useSettled";
import { useT } from "../i18n/useT";
import { can } from "../session/store";
import type { Navigate } from "../shell/NavLink";
import { maskPhone } from "../ui/Phone";
import { type Entry, seeksMember, seeksOrder } from "./entry";

const WAIT_MS = 120;
const MOST = 5;

/** What was found so far. */
export interface Found {
  readonly members: readonly Entry[];
  readonly orders: readonly Entry[];
  /** Still asking. */
  readonly pending: boolean;
  readonly error: Error | null;
}

/** Fetched when somebody looks for something: no page need carry these contracts. */
async function loadCalls() {
  const [{ booking }, { members }] = await Promise.all([import("../../contract/booking"), import("../../contract/members")]);
  return { people: members.list, orders: booking.list };
}

export function useFound(typed: string, go: Navigate): Found {
  const t = useT();
  const [q, settled] = useSettled(typed, WAIT_MS);
  const wantsMembers = can("venue_user_list") && seeksMember(typed);
  const wantsOrders = (can("venue_booking") || can("booking_place_order_list")) && seeksOrder(typed);
  const [calls, setCalls] = useState<Awaited<ReturnType<typeof loadCalls>>>();
  const [failure, setFailure] = useState<Error>();
  const wanted = wantsMembers || wantsOrders;
  useEffect(() => {
    if (!wanted || calls) return;
    loadCalls().then(setCalls, (error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))));
  }, [wanted, calls]);
  const people = useRead(calls?.people, { q, page: 0, size: MOST }, { enabled: wantsMembers && settled });
  const orders = useRead(calls?.orders, { q, page: 0, size: MOST }, { enabled: wantsOrders && settled });
  const coming = calls === undefined && failure === undefined;
  return {
    members: !wantsMembers
      ? []
      : (people.data?.content ?? []).map((member) => ({
          key: `member-${member.id}`,
          icon: "person",
          title: member.name,
          note: `${member.cardTypeName}　${maskPhone(member.phone)}`,
          end: t("palette.principal", { amount: showFen(fen(member.principal)) }),
          run: () => go(`/venueUser/venue-user-list/${member.id}`),
        })),
    orders: !wantsOrders
      ? []
      : (orders.data?.content ?? []).map((order) => ({
          key: `order-${order.id}`,
          icon: "receipt",
          title: order.no,
          note: `${order.name}　${order.places}`,
          run: () =>
            go(
              can("venue_booking")
                ? `/book/venue-booking?day=${order.day}&order=${order.id}`
                : `/finance/booking-place-order/list?q=${encodeURIComponent(order.no)}`,
            ),
        })),
    pending: (wantsMembers && (!settled || coming || people.isFetching)) || (wantsOrders && (!settled || coming || orders.isFetching)),
    error: people.error ?? orders.error ?? (calls ? null : (failure ?? null)),
  };
}
