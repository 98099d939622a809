/** Columns that the list of booking lines shows of their orders. */
import type { BookingInfo } from "../../../contract/finance/booking-info";
import { PAY_STATUS_LABELS, SOURCE_LABELS } from "../../../contract/booking/order-words";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { bookingOrder } from "../../../contract/core/states";
import type { T } from "../../i18n/keys";
import type { Column } from "../../ui/list/columns";
import { type Filter, manyOf } from "../../ui/list/filters";
import { operatorName } from "../../ui/operator";
import { Phone } from "../../ui/Phone";
import { Level, OrderState, PayState, Played } from "./booking-cells";

type Name = "no" | "name" | "day" | "program" | "phone" | "level" | "source" | "payTypes" | "orderStatus" | "payStatus" | "operator";

export function bookingColumns(t: T): Readonly<Record<Name, Column<BookingInfo>>> {
  const priced = (row: BookingInfo) => ({ ...row, total: row.price });
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
      render: (row) => <b title={row.name}>{row.name || <span className="sec">{t("common.walkIn")}</span>}</b>,
    },
    day: {
      key: "day",
      title: t("finance.play"),
      width: 184,
      sort: "day",
      render: (row) => <Played row={row} />,
    },
    program: { key: "program", title: t("finance.program"), width: 88, hidden: true, render: (row) => row.program },
    phone: { key: "phone", title: t("finance.phone"), width: 128, hidden: true, render: (row) => <Phone value={row.phone} /> },
    level: {
      key: "level",
      title: t("finance.level"),
      width: 84,
      render: (row) => <Level name={row.cardTypeName} colour={row.cardTypeColour} />,
    },
    source: { key: "source", title: t("finance.source"), width: 68, render: (row) => t(SOURCE_LABELS[row.source]) },
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
      render: (row) => <OrderState row={priced(row)} />,
    },
    payStatus: {
      key: "payStatus",
      title: t("finance.payStatus"),
      width: 104,
      render: (row) => <PayState row={priced(row)} />,
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
  source: manyOf("source", t("finance.source"), SOURCE_LABELS, t),
  states: [
    manyOf("orderStatus", t("finance.orderStatus"), bookingOrder.labels, t),
    manyOf("payStatus", t("finance.payStatus"), PAY_STATUS_LABELS, t),
  ],
});
