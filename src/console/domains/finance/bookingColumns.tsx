/** What the list of booking orders and the list of their lines show alike. */
import type { BookingOrder } from "../../../contract/booking";
import { costsNothing, paysByContract } from "../../../contract/states";
import { PAY_TYPE_LABELS } from "../../../contract/payTypes";
import { clock } from "../../../contract/time";
import { ORDER_STATUS, orderStatusKey, PAY_STATUS, payStatusKey, SOURCE } from "../../desk/words";
import type { T } from "../../i18n/keys";
import { CardTypeTag } from "../../ui/CardTypeTag";
import type { Column } from "../../ui/list/columns";
import { type Filter, manyOf } from "../../ui/list/filters";
import { operatorName } from "../../ui/operator";
import { Phone } from "../../ui/Phone";
import { StatusTag } from "../../ui/StatusTag";
import { ORDER_TONE, PAY_TONE } from "../../ui/tones";
import { WhenDay } from "../../ui/When";

type Name = "no" | "name" | "day" | "program" | "phone" | "level" | "source" | "payTypes" | "orderStatus" | "payStatus" | "operator";
type Booked = Pick<
  BookingOrder,
  Exclude<Name, "level"> | "start" | "end" | "cardTypeName" | "cardTypeColour" // those that the columns read
>;

/** @param costOf what is paid for a row: states are called by it */
export function bookingColumns<Row extends Booked>(t: T, costOf: (row: Row) => string): Readonly<Record<Name, Column<Row>>> {
  const priced = (row: Row) => ({ ...row, total: costOf(row) });
  return {
    no: {
      key: "no",
      title: t("finance.no"),
      width: 144,
      fixed: true,
      wide: true,
      render: (row) => <span className="mono">{row.no}</span>,
    },
    name: {
      key: "name",
      title: t("finance.booker"),
      width: 96,
      fixed: true,
      render: (row) => <b title={row.name}>{row.name || <span className="sec">{t("booking.walkIn")}</span>}</b>,
    },
    day: {
      key: "day",
      title: t("finance.play"),
      width: 184,
      sort: "day",
      render: (row) => (
        <>
          <WhenDay day={row.day} /> {clock(row.start)}–{clock(row.end)}
        </>
      ),
    },
    program: { key: "program", title: t("finance.program"), width: 88, hidden: true, render: (row) => row.program },
    phone: { key: "phone", title: t("finance.phone"), width: 128, hidden: true, render: (row) => <Phone value={row.phone} /> },
    level: {
      key: "level",
      title: t("finance.level"),
      width: 84,
      render: ({ cardTypeName, cardTypeColour }) =>
        cardTypeName && cardTypeColour ? <CardTypeTag style={cardTypeColour}>{cardTypeName}</CardTypeTag> : <span className="zero">—</span>,
    },
    source: { key: "source", title: t("finance.source"), width: 68, render: (row) => t(SOURCE[row.source]) },
    payTypes: {
      key: "payTypes",
      title: t("finance.payTypes"),
      width: 140,
      render: (row) => row.payTypes.map((type) => t(PAY_TYPE_LABELS[type])).join(t("list.and")),
    },
    orderStatus: {
      key: "orderStatus",
      title: t("finance.orderStatus"),
      width: 88,
      render: (row) => <StatusTag tone={ORDER_TONE[row.orderStatus]}>{t(orderStatusKey(priced(row)))}</StatusTag>,
    },
    payStatus: {
      key: "payStatus",
      title: t("finance.payStatus"),
      width: 104,
      render: (row) => (
        <StatusTag tone={paysByContract(row) || costsNothing(priced(row)) ? "neutral" : PAY_TONE[row.payStatus]}>
          {t(payStatusKey(priced(row)))}
        </StatusTag>
      ),
    },
    operator: {
      key: "operator",
      title: t("finance.operator"),
      width: 92,
      hidden: true,
      render: (row) => operatorName(row.operator, t),
    },
  };
}

export const bookingFilters = (
  t: T,
): { readonly days: readonly Filter[]; readonly source: Filter; readonly states: readonly Filter[] } => ({
  days: [
    { kind: "day", key: "from", title: t("finance.from") },
    { kind: "day", key: "to", title: t("finance.to") },
  ],
  source: manyOf("source", t("finance.source"), SOURCE, t),
  states: [manyOf("orderStatus", t("finance.orderStatus"), ORDER_STATUS, t), manyOf("payStatus", t("finance.payStatus"), PAY_STATUS, t)],
});
