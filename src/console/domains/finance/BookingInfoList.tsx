import { useMemo } from "react";
import { useNavigate } from "react-router";
import { booking } from "../../../contract/booking/booking";
import { type BookingInfo, bookingInfo, INFO_DAYS } from "../../../contract/finance/booking-info";
import type { Output } from "../../../contract/core/call";
import { members } from "../../../contract/members/members";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import type { T } from "../../i18n/keys";
import { useSession } from "../../session/store";
import { amountColumn } from "../../ui/list/amount";
import type { Column } from "../../ui/list/columns";
import { type Filter, someOf } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { Money } from "../../ui/Money";
import { useToday } from "../../ui/today";
import { placeLabel } from "../../ui/format-place";
import { bookingColumns, bookingFilters } from "./booking-columns";
import { BookingCorrections } from "./BookingCorrections";
import { BookingInfoGroups } from "./BookingInfoGroups";
import { Opened } from "../../ui/list/Opened";
import { BOOKING_INFO } from "./openings";

type Sums = Output<typeof bookingInfo.sums>;
const rowKey = (row: BookingInfo): string => row.id;
const rowName = (row: BookingInfo): string => `${row.no} ${row.placeName} ${row.name}`;
const SUMS = { call: bookingInfo.sums, count: (sums: Sums) => sums.count };
const AMOUNTS = ["list", "member", "promotion", "bundle", "coupon", "manual", "other", "price", "paid", "refunded", "fee"] as const;
/** Shown by everybody's own columns; the sale and its money always are. */
const MORE: ReadonlySet<string> = new Set(["member", "promotion", "bundle", "coupon", "manual", "other", "fee"]);

function columnsOf(t: T): Column<BookingInfo, Sums>[] {
  const { no, name, day, program, phone, level, source, payTypes, orderStatus, payStatus, operator } = bookingColumns(t);
  return [
    { ...no, width: 150, sort: "no" },
    { ...name, width: 92, sort: "name" },
    { ...day, width: 188 },
    {
      key: "placeName",
      title: t("bookingInfo.place"),
      width: 136,
      grow: true,
      sort: "placeName",
      render: (row) => (
        <span title={row.hallName}>
          {placeLabel(row.placeName, t)} <span className="sec">{row.hallName}</span>
        </span>
      ),
    },
    program,
    phone,
    { ...level, width: 88, hidden: true },
    { ...source, hidden: true },
    ...AMOUNTS.map((key) => amountColumn(key, t(`bookingInfo.${key}`), { hidden: MORE.has(key) })),
    amountColumn("net", t("bookingInfo.net"), {
      width: 88,
      render: (row) => (
        <b>
          <Money value={row.net} />
        </b>
      ),
    }),
    { ...payTypes, width: 96 },
    { ...orderStatus, width: 92 },
    { ...payStatus, hidden: true },
    operator,
  ];
}

/** Each line of each booking with what was posted for it; a row opens its order on the grid. */
export const BookingInfoList = () => (
  <Opened opening={BOOKING_INFO}>
    <List />
  </Opened>
);

function List() {
  const t = useT();
  const navigate = useNavigate();
  const today = useToday();
  const { venueId } = useSession();
  const known = useRead(booking.places, { venueId: venueId ?? "" }, { staleTime: 300_000 });
  const levels = useRead(members.cardTypes, {}, { staleTime: 300_000 });
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo<Filter[]>(() => {
    const { days, source, states } = bookingFilters(t);
    const halls = known.data?.halls ?? [];
    const programs = new Map(halls.map((hall) => [hall.programId, { id: hall.programId, name: hall.programName }]));
    return [
      ...days,
      {
        kind: "choice",
        key: "by",
        title: t("bookingInfo.by"),
        options: INFO_DAYS.map((value) => ({ value, label: t(`bookingInfo.days.${value}`) })),
      },
      someOf("hallId", t("bookingInfo.hall"), halls),
      someOf("programId", t("finance.program"), [...programs.values()]),
      someOf(
        "placeId",
        t("bookingInfo.place"),
        known.data?.places.map(({ id, name }) => ({ id, name: placeLabel(name, t) })),
      ),
      source,
      ...states,
      someOf("cardTypeId", t("finance.level"), levels.data?.content),
    ];
  }, [t, known.data, levels.data]);
  const views = useMemo(
    () => [
      { key: "today", title: t("bookingInfo.viewToday"), filters: { from: today, to: today } },
      { key: "month", title: t("bookingInfo.viewMonth"), filters: { from: `${today.slice(0, 8)}01`, to: today } },
      { key: "takenToday", title: t("bookingInfo.viewTaken"), filters: { by: "pay", from: today, to: today } },
    ],
    [t, today],
  );
  const keys = useMemo(() => ["q", ...filters.map((filter) => filter.key)], [filters]);
  return (
    <ListPage
      name="bookingInfo"
      call={bookingInfo.list}
      title={t("bookingInfo.list_")}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      money
      search={t("finance.searchOrder")}
      filters={filters}
      views={views}
      sums={SUMS}
      excel={{ call: bookingInfo.excel, code: "booking_info_export" }}
      aside={
        <>
          <BookingCorrections filterKeys={keys} />
          <BookingInfoGroups filterKeys={keys} />
        </>
      }
      onOpen={(row) => void navigate(`/book/venue-booking?day=${row.day}&order=${row.orderId}`)}
      emptyHint={t("bookingInfo.hint")}
    />
  );
}
