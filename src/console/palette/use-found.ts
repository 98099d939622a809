/**
 * Server results for the palette: members by name, phone, card number and pinyin; bookings of places and sessions by number; any document
 * by its whole number; the next arrival by phone.
 */
import { useEffect, useState } from "react";
import type { BookingOrderRow } from "../../contract/booking/booking-orders";
import type { FoundDocument } from "../../contract/core/documents";
import { showFen, fen } from "../../contract/core/money";
import type { BookedSession } from "../../contract/capacitySessions/capacity-sessions";
import { clock } from "../../contract/core/time";
import { useRead } from "../api/use-read";
import { useSettled } from "../api/use-settled";
import { useLanguage, useT } from "../i18n/use-t";
import { screenOf } from "../resources";
import { can, canOpen, canOpenPath } from "../providers/access-control";
import type { Navigate } from "../shell/NavLink";
import { maskPhone } from "../ui/Phone";
import { formatDay } from "../ui/format-time";
import { useToday } from "../ui/today";
import { type Entry, nextOf, seeksMember, seeksNext, seeksOrder } from "./entry";

const WAIT_MS = 120;
const MOST = 5;
/** States in which a desk can still act on an order. */
const OPEN = ["held", "reserved", "paid", "checked_in"];

/** Results found so far. */
interface Found {
  /** The open booking that comes next of whom four digits of a phone name: at most one of places and one of sessions. */
  readonly next: readonly Entry[];
  readonly members: readonly Entry[];
  readonly orders: readonly Entry[];
  /** The document of whatever kind that a whole number names. */
  readonly documents: readonly Entry[];
  /** Still asking. */
  readonly pending: boolean;
  readonly error: Error | null;
}

/** Fetched when somebody looks for something: no page need carry these contracts. */
async function loadCalls() {
  const [{ callsOf }, { bookingOrders }, { members }, { capacitySessions }, documents, { FINDABLE }] = await Promise.all([
    import("../../contract/core/resource/calls"),
    import("../../contract/booking/booking-orders"),
    import("../../contract/members/members"),
    import("../../contract/capacitySessions/capacity-sessions"),
    import("../../contract/core/documents"),
    import("../../contract/core/document-kinds"),
  ]);
  return { people: members.list, orders: callsOf(bookingOrders).list, sessions: capacitySessions.find, documents, FINDABLE };
}

/** True if a booking of a session is still ahead. */
const isComing = ({ status, session }: BookedSession): boolean =>
  status === "booked" && session.status !== "finished" && session.status !== "cancelled";

/** The address of a page of a document. */
const filledPath = (page: string, { id, no, parent, day }: FoundDocument): string =>
  page
    .replace(":id", encodeURIComponent(id))
    .replace(":no", encodeURIComponent(no))
    .replace(":parent", encodeURIComponent(parent ?? ""))
    .replace(":day", day ?? "");
const opens = (path: string): boolean => canOpenPath(path.split("?")[0] ?? "");

export function useFound(typed: string, go: Navigate): Found {
  const t = useT();
  const language = useLanguage();
  const today = useToday();
  const [q, settled] = useSettled(typed, WAIT_MS);
  const wantsMembers = can("venue_user_list") && seeksMember(typed);
  const wantsOrders = (can("venue_booking") || can("booking_place_order_list")) && seeksOrder(typed);
  const board = screenOf("capacitySessions", "list");
  const wantsSessions = board !== undefined && canOpen(board) && seeksOrder(typed);
  const wantsNext = (wantsOrders || wantsSessions) && seeksNext(typed);
  const [calls, setCalls] = useState<Awaited<ReturnType<typeof loadCalls>>>();
  const [failure, setFailure] = useState<Error>();
  const isSearching = wantsMembers || wantsOrders || wantsSessions || seeksOrder(typed);
  useEffect(() => {
    if (!isSearching || calls) return;
    loadCalls().then(setCalls, (error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))));
  }, [isSearching, calls]);
  const people = useRead(calls?.people, { q, page: 0, size: MOST }, { enabled: wantsMembers && settled });
  const orders = useRead(calls?.orders, { q, page: 0, size: MOST }, { enabled: wantsOrders && settled });
  const coming = useRead(
    calls?.orders,
    { q, from: today, orderStatus: OPEN, page: 0, size: MOST, sort: "day,asc" },
    { enabled: wantsOrders && wantsNext && settled },
  );
  const places = useRead(calls?.sessions, { q }, { enabled: wantsSessions && settled });
  const number = settled ? calls?.documents.typedDocument(q) : undefined;
  // A person who may not see the kind learns nothing about whether there is one.
  const wantsDocument = number !== undefined && (calls?.FINDABLE[number.kind].codes.some((code) => can(code)) ?? false);
  const document = useRead(calls?.documents.documents.find, { no: number?.no ?? "" }, { enabled: wantsDocument });
  const codeComing = calls === undefined && failure === undefined;
  const answers = [
    ...(wantsMembers ? [people] : []),
    ...(wantsOrders ? [orders, ...(wantsNext ? [coming] : [])] : []),
    ...(wantsSessions ? [places] : []),
    ...(wantsDocument ? [document] : []),
  ];
  const base = {
    pending: isSearching && (!settled || codeComing || answers.some((answer) => answer.isFetching)),
    error: people.error ?? orders.error ?? coming.error ?? places.error ?? document.error ?? (calls ? null : (failure ?? null)),
  };
  // A booking above the member must not push the member down once it is seen: all of it comes at once.
  if (wantsNext && (!settled || codeComing || answers.some((answer) => answer.isLoading)))
    return { ...base, next: [], members: [], orders: [], documents: [] };

  const open = (order: BookingOrderRow) => (): void =>
    go(
      can("venue_booking")
        ? `/book/venue-booking?day=${order.day}&order=${order.id}`
        : `/finance/booking-place-order/list?q=${encodeURIComponent(order.no)}`,
    );
  const openSession =
    ({ id, session }: BookedSession) =>
    (): void =>
      go(`/book/hall-booking?day=${session.day}&session=${session.id}&booking=${id}`);
  const whenOf = ({ day, startTime, name }: BookedSession["session"]): string =>
    `${formatDay(day, today, language)}　${[clock(startTime), name].filter(Boolean).join(" ")}`;
  const next = wantsOrders && wantsNext ? nextOf(coming.data?.content ?? [], q) : undefined;
  const held = wantsSessions ? (places.data?.content ?? []) : [];
  const nextHeld = wantsNext ? nextOf(held.filter(isComing), q) : undefined;
  const hit = wantsDocument ? document.data : undefined;
  const page = hit ? calls?.FINDABLE[hit.kind].pages.map((each) => filledPath(each, hit)).find((path) => opens(path)) : undefined;
  const listed = [...(orders.data?.content ?? []), ...held].some(({ id }) => id === hit?.id);
  return {
    ...base,
    documents:
      hit && page !== undefined && !listed
        ? [
            {
              key: `document-${hit.id}`,
              icon: "receipt",
              title: hit.no,
              note: calls ? t(calls.FINDABLE[hit.kind].label) : "",
              run: () => go(page),
            },
          ]
        : [],
    next: [
      ...(next
        ? [
            {
              key: `order-${next.id}`,
              icon: "calendar" as const,
              title: next.name || t("common.walkIn"),
              note: `${formatDay(next.day, today, language)}　${next.places}`,
              end: next.no,
              run: open(next),
            },
          ]
        : []),
      ...(nextHeld
        ? [
            {
              key: `order-${nextHeld.id}`,
              icon: "ticket" as const,
              title: nextHeld.name || t("common.walkIn"),
              note: whenOf(nextHeld.session),
              end: nextHeld.no,
              run: openSession(nextHeld),
            },
          ]
        : []),
    ],
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
    orders: [
      ...(wantsOrders ? (orders.data?.content ?? []) : [])
        .filter((order) => order.id !== next?.id)
        .map((order) => ({
          key: `order-${order.id}`,
          icon: "receipt" as const,
          title: order.no,
          note: `${order.name || t("common.walkIn")}　${formatDay(order.day, today, language)}　${order.places}`,
          run: open(order),
        })),
      ...held
        .filter((one) => one.id !== nextHeld?.id)
        .slice(0, MOST)
        .map((one) => ({
          key: `order-${one.id}`,
          icon: "ticket" as const,
          title: one.no,
          note: `${one.name || t("common.walkIn")}　${whenOf(one.session)}`,
          run: openSession(one),
        })),
    ],
  };
}
