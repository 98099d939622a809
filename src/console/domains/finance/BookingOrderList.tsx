import { useMemo } from "react";
import { useNavigate } from "react-router";
import type { BookingOrder } from "../../../contract/booking";
import type { Output } from "../../../contract/call";
import { fen } from "../../../contract/money";
import { clock } from "../../../contract/time";
import { useT } from "../../i18n/useT";
import type { T } from "../../i18n/keys";
import { amountColumn } from "../../ui/list/amount";
import type { Column } from "../../ui/list/columns";
import { ListPage } from "../../ui/list/ListPage";
import { Opened } from "../../ui/list/Opened";
import { Money } from "../../ui/Money";
import { placesIn } from "../../ui/sayPlace";
import { When } from "../../ui/When";
import { bookingColumns, bookingFilters } from "./bookingColumns";
import { bookingOrders } from "./calls";
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

function columnsOf(t: T): Column<BookingOrder, Sums>[] {
  const { no, name, day, program, phone, level, source, payTypes, orderStatus, payStatus, operator } = bookingColumns<BookingOrder>(
    t,
    (row) => row.total,
  );
  return [
    no,
    name,
    {
      key: "createdAt",
      title: t("finance.created"),
      width: 124,
      wide: true,
      sort: "createdAt",
      render: (row) => <When at={row.createdAt} />,
    },
    day,
    {
      key: "places",
      title: t("finance.places"),
      width: 104,
      grow: true,
      render: (row) => <span title={placesIn(row.places, t)}>{courtsOf(row, t)}</span>,
    },
    program,
    phone,
    level,
    source,
    amountColumn("list", t("finance.list"), { width: 104, hidden: true }),
    amountColumn("discount", t("finance.discount"), { hidden: true }),
    amountColumn("total", t("finance.total"), {
      sort: "total",
      render: (row) => (
        <b>
          <Money value={row.total} />
        </b>
      ),
    }),
    {
      key: "paid",
      title: t("finance.paid"),
      width: 96,
      end: true,
      render: (row) => <Paid {...row} />,
      sum: (sums) => <Paid {...sums} />,
    },
    amountColumn("refunded", t("finance.refunded"), { hidden: true }),
    amountColumn("due", t("finance.due"), { width: 92, hidden: true }),
    { ...payTypes, hidden: true },
    orderStatus,
    payStatus,
    operator,
  ];
}

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
  const filters = useMemo(() => {
    const { days, states, source } = bookingFilters(t);
    return [...days, ...states, source];
  }, [t]);
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
