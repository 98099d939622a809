import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { BookingOrder } from "../../../contract/booking";
import type { Output } from "../../../contract/call";
import { ORDER_SOURCES } from "../../../contract/enums";
import { fen } from "../../../contract/money";
import { costsNothing, OrderStatus, paysByContract, PayStatus } from "../../../contract/states";
import { clock } from "../../../contract/time";
import { PAY_TYPE_LABELS } from "../../../contract/payTypes";
import { bookingOrders } from "./calls";
import { useT } from "../../i18n/useT";
import type { T } from "../../i18n/keys";
import { CardTypeTag } from "../../ui/CardTypeTag";
import type { Column } from "../../ui/list/columns";
import type { Filter } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { Money } from "../../ui/Money";
import { operatorName } from "../../ui/operator";
import { Phone } from "../../ui/Phone";
import { StatusTag } from "../../ui/StatusTag";
import { ORDER_TONE, PAY_TONE } from "../../ui/tones";
import { When, WhenDay } from "../../ui/When";
import { placesIn } from "../../ui/sayPlace";
import { ORDER_STATUS, orderStatusKey, PAY_STATUS, payStatusKey, SOURCE } from "../../desk/words";
import { Opened } from "../../ui/list/Opened";
import { ORDERS } from "./openings";

type Sums = Output<typeof bookingOrders.sums>;
const rowKey = (row: BookingOrder): string => row.id;
const rowName = (row: BookingOrder): string => `${row.no} ${row.name}`;
const SUMS = { call: bookingOrders.sums, count: (sums: Sums) => sums.count };

/** The courts of an order; their times only where they are not the order's own, which are shown next to them. */
const courtsOf = ({ places, start, end }: BookingOrder, t: T): string =>
  placesIn(places, t).replaceAll(` ${clock(start)}–${clock(end)}`, "");

/** What was paid, and below it what of that went back. */
function Paid({ paid, refunded }: Pick<BookingOrder, "paid" | "refunded">) {
  const t = useT();
  return (
    <>
      <Money value={paid} />
      {fen(refunded) > 0 && (
        <small className="under">
          {t("finance.refunded")} <Money value={refunded} />
        </small>
      )}
    </>
  );
}

const columnsOf = (t: T): Column<BookingOrder, Sums>[] => [
  { key: "no", title: t("finance.no"), width: 144, fixed: true, wide: true, render: (row) => <span className="mono">{row.no}</span> },
  {
    key: "name",
    title: t("finance.booker"),
    width: 96,
    fixed: true,
    render: (row) => <b title={row.name}>{row.name || <span className="sec">{t("booking.walkIn")}</span>}</b>,
  },
  {
    key: "createdAt",
    title: t("finance.created"),
    width: 124,
    wide: true,
    sort: "createdAt",
    render: (row) => <When at={row.createdAt} />,
  },
  {
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
  {
    key: "places",
    title: t("finance.places"),
    width: 104,
    grow: true,
    render: (row) => <span title={placesIn(row.places, t)}>{courtsOf(row, t)}</span>,
  },
  { key: "program", title: t("finance.program"), width: 88, hidden: true, render: (row) => row.program },
  { key: "phone", title: t("finance.phone"), width: 128, hidden: true, render: (row) => <Phone value={row.phone} /> },
  {
    key: "level",
    title: t("finance.level"),
    width: 84,
    render: (row) =>
      row.cardTypeName && row.cardTypeColour ? (
        <CardTypeTag style={row.cardTypeColour}>{row.cardTypeName}</CardTypeTag>
      ) : (
        <span className="zero">—</span>
      ),
  },
  { key: "source", title: t("finance.source"), width: 68, render: (row) => t(SOURCE[row.source]) },
  {
    key: "list",
    title: t("finance.list"),
    width: 104,
    end: true,
    hidden: true,
    render: (row) => <Money value={row.list} />,
    sum: (sums) => <Money value={sums.list} />,
  },
  {
    key: "discount",
    title: t("finance.discount"),
    width: 96,
    end: true,
    hidden: true,
    render: (row) => <Money value={row.discount} />,
    sum: (sums) => <Money value={sums.discount} />,
  },
  {
    key: "total",
    title: t("finance.total"),
    width: 96,
    end: true,
    sort: "total",
    render: (row) => (
      <b>
        <Money value={row.total} />
      </b>
    ),
    sum: (sums) => <Money value={sums.total} />,
  },
  {
    key: "paid",
    title: t("finance.paid"),
    width: 96,
    end: true,
    render: (row) => <Paid {...row} />,
    sum: (sums) => <Paid {...sums} />,
  },
  {
    key: "refunded",
    title: t("finance.refunded"),
    width: 96,
    end: true,
    hidden: true,
    render: (row) => <Money value={row.refunded} />,
    sum: (sums) => <Money value={sums.refunded} />,
  },
  {
    key: "due",
    title: t("finance.due"),
    width: 92,
    end: true,
    hidden: true,
    render: (row) => <Money value={row.due} />,
    sum: (sums) => <Money value={sums.due} />,
  },
  {
    key: "payTypes",
    title: t("finance.payTypes"),
    width: 140,
    hidden: true,
    render: (row) => row.payTypes.map((type) => t(PAY_TYPE_LABELS[type])).join(t("list.and")),
  },
  {
    key: "orderStatus",
    title: t("finance.orderStatus"),
    width: 88,
    render: (row) => <StatusTag tone={ORDER_TONE[row.orderStatus]}>{t(orderStatusKey(row))}</StatusTag>,
  },
  {
    key: "payStatus",
    title: t("finance.payStatus"),
    width: 104,
    render: (row) => (
      <StatusTag tone={paysByContract(row) || costsNothing(row) ? "neutral" : PAY_TONE[row.payStatus]}>{t(payStatusKey(row))}</StatusTag>
    ),
  },
  { key: "operator", title: t("finance.operator"), width: 92, hidden: true, render: (row) => operatorName(row.operator, t) },
];

/**
 * Booking orders as documents of money; a row opens on the grid. Not declared: its rows are those of the grid's own calls, and most columns
 * show several of their fields at once (places with their times, states by what the order costs), which no other list does.
 */
export const BookingOrderList = () => (
  <Opened opening={ORDERS}>
    <List />
  </Opened>
);

function List() {
  const t = useT();
  const navigate = useNavigate();
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo<Filter[]>(
    () => [
      { kind: "day", key: "from", title: t("finance.from") },
      { kind: "day", key: "to", title: t("finance.to") },
      {
        kind: "choice",
        key: "orderStatus",
        title: t("finance.orderStatus"),
        many: true,
        options: OrderStatus.options.map((value) => ({ value, label: t(ORDER_STATUS[value]) })),
      },
      {
        kind: "choice",
        key: "payStatus",
        title: t("finance.payStatus"),
        many: true,
        options: PayStatus.options.map((value) => ({ value, label: t(PAY_STATUS[value]) })),
      },
      {
        kind: "choice",
        key: "source",
        title: t("finance.source"),
        many: true,
        options: ORDER_SOURCES.map((value) => ({ value, label: t(SOURCE[value]) })),
      },
    ],
    [t],
  );
  const views = useMemo(
    () => [
      { key: "toPay", title: t("finance.toPay"), filters: { orderStatus: "held,reserved" } },
      { key: "refunded", title: t("finance.refundedView"), filters: { payStatus: "part_refunded,refunded" } },
    ],
    [t],
  );
  return (
    <ListPage
      name="bookingOrders"
      call={bookingOrders.list}
      title={t("finance.bookingOrders")}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      money
      search={t("finance.searchOrder")}
      filters={filters}
      views={views}
      sums={SUMS}
      excel={{ call: bookingOrders.excel, code: "booking_order_export" }}
      onOpen={(row) => void navigate(`/book/venue-booking?day=${row.day}&order=${row.id}`)}
      emptyHint={t("finance.orderHint")}
    />
  );
}
