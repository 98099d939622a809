import { useMemo } from "react";
import { useNavigate } from "react-router";
import { booking } from "../../../contract/booking";
import { type BookingInfo, bookingInfo, INFO_DAYS } from "../../../contract/bookingInfo";
import type { Output } from "../../../contract/call";
import { ORDER_SOURCES } from "../../../contract/enums";
import { members } from "../../../contract/members";
import { OrderStatus, PayStatus } from "../../../contract/states";
import { clock } from "../../../contract/time";
import { PAY_TYPE_LABELS } from "../../../contract/payTypes";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import type { T } from "../../i18n/keys";
import { useSession } from "../../session/store";
import { CardTypeTag } from "../../ui/CardTypeTag";
import type { Column } from "../../ui/list/columns";
import type { Filter } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { Money } from "../../ui/Money";
import { operatorName } from "../../ui/operator";
import { Phone } from "../../ui/Phone";
import { StatusTag } from "../../ui/StatusTag";
import { useToday } from "../../ui/today";
import { ORDER_TONE } from "../../ui/tones";
import { WhenDay } from "../../ui/When";
import { placeLabel } from "../../ui/sayPlace";
import { BookingInfoGroups } from "./BookingInfoGroups";
import { ORDER_STATUS, PAY_STATUS, SOURCE, orderStatusKey, payStatusKey } from "../../desk/words";
import { Opened } from "../../ui/list/Opened";
import { BOOKING_INFO } from "./openings";

type Sums = Output<typeof bookingInfo.sums>;
const rowKey = (row: BookingInfo): string => row.id;
const rowName = (row: BookingInfo): string => `${row.no} ${row.placeName} ${row.name}`;
const SUMS = { call: bookingInfo.sums, count: (sums: Sums) => sums.count };
const AMOUNTS = ["list", "member", "promotion", "bundle", "coupon", "manual", "other", "price", "paid", "refunded", "fee"] as const;
/** Shown by everybody's own columns; the sale and its money always are. */
const MORE: ReadonlySet<string> = new Set(["member", "promotion", "bundle", "coupon", "manual", "other", "fee"]);

const columnsOf = (t: T): Column<BookingInfo, Sums>[] => [
  {
    key: "no",
    title: t("finance.no"),
    width: 150,
    fixed: true,
    wide: true,
    sort: "no",
    render: (row) => <span className="mono">{row.no}</span>,
  },
  {
    key: "name",
    title: t("finance.booker"),
    width: 92,
    fixed: true,
    sort: "name",
    render: (row) => <b title={row.name}>{row.name || <span className="sec">{t("booking.walkIn")}</span>}</b>,
  },
  {
    key: "day",
    title: t("finance.play"),
    width: 188,
    sort: "day",
    render: (row) => (
      <>
        <WhenDay day={row.day} /> {clock(row.start)}–{clock(row.end)}
      </>
    ),
  },
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
  { key: "program", title: t("finance.program"), width: 88, hidden: true, render: (row) => row.program },
  { key: "phone", title: t("finance.phone"), width: 128, hidden: true, render: (row) => <Phone value={row.phone} /> },
  {
    key: "level",
    title: t("finance.level"),
    width: 88,
    hidden: true,
    render: (row) =>
      row.cardTypeName && row.cardTypeColour ? (
        <CardTypeTag style={row.cardTypeColour}>{row.cardTypeName}</CardTypeTag>
      ) : (
        <span className="zero">—</span>
      ),
  },
  { key: "source", title: t("finance.source"), width: 68, hidden: true, render: (row) => t(SOURCE[row.source]) },
  ...AMOUNTS.map((key): Column<BookingInfo, Sums> => ({
    key,
    title: t(`bookingInfo.${key}`),
    width: 96,
    end: true,
    hidden: MORE.has(key),
    render: (row) => <Money value={row[key]} />,
    sum: (sums) => <Money value={sums[key]} />,
  })),
  {
    key: "net",
    title: t("bookingInfo.net"),
    width: 88,
    end: true,
    render: (row) => (
      <b>
        <Money value={row.net} />
      </b>
    ),
    sum: (sums) => <Money value={sums.net} />,
  },
  {
    key: "payTypes",
    title: t("finance.payTypes"),
    width: 96,
    render: (row) => row.payTypes.map((type) => t(PAY_TYPE_LABELS[type])).join(t("shell.listComma")),
  },
  {
    key: "orderStatus",
    title: t("finance.orderStatus"),
    width: 92,
    render: (row) => <StatusTag tone={ORDER_TONE[row.orderStatus]}>{t(orderStatusKey({ ...row, total: row.price }))}</StatusTag>,
  },
  {
    key: "payStatus",
    title: t("finance.payStatus"),
    width: 92,
    hidden: true,
    render: (row) => t(payStatusKey({ ...row, total: row.price })),
  },
  { key: "operator", title: t("finance.operator"), width: 92, hidden: true, render: (row) => operatorName(row.operator, t) },
];

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
  const ground = useRead(booking.places, { venueId: venueId ?? "" }, { staleTime: 300_000 });
  const levels = useRead(members.cardTypes, {}, { staleTime: 300_000 });
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo<Filter[]>(() => {
    const halls = ground.data?.halls ?? [];
    const programs = new Map(halls.map((hall) => [hall.programId, hall.programName]));
    const choice = (key: string, title: string, options: readonly { value: string; label: string }[], many = true): Filter => ({
      kind: "choice",
      key,
      title,
      many,
      options,
    });
    return [
      { kind: "day", key: "from", title: t("finance.from") },
      { kind: "day", key: "to", title: t("finance.to") },
      choice(
        "by",
        t("bookingInfo.by"),
        INFO_DAYS.map((value) => ({ value, label: t(`bookingInfo.days.${value}`) })),
        false,
      ),
      choice(
        "hallId",
        t("bookingInfo.hall"),
        halls.map((hall) => ({ value: hall.id, label: hall.name })),
      ),
      choice(
        "programId",
        t("finance.program"),
        [...programs].map(([value, label]) => ({ value, label })),
      ),
      choice(
        "placeId",
        t("bookingInfo.place"),
        (ground.data?.places ?? []).map((place) => ({ value: place.id, label: placeLabel(place.name, t) })),
      ),
      choice(
        "source",
        t("finance.source"),
        ORDER_SOURCES.map((value) => ({ value, label: t(SOURCE[value]) })),
      ),
      choice(
        "orderStatus",
        t("finance.orderStatus"),
        OrderStatus.options.map((value) => ({ value, label: t(ORDER_STATUS[value]) })),
      ),
      choice(
        "payStatus",
        t("finance.payStatus"),
        PayStatus.options.map((value) => ({ value, label: t(PAY_STATUS[value]) })),
      ),
      choice(
        "cardTypeId",
        t("finance.level"),
        (levels.data?.content ?? []).map((level) => ({ value: level.id, label: level.name })),
      ),
    ];
  }, [t, ground.data, levels.data]);
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
      aside={<BookingInfoGroups filterKeys={keys} />}
      onOpen={(row) => void navigate(`/book/venue-booking?day=${row.day}&order=${row.orderId}`)}
      emptyHint={t("bookingInfo.hint")}
    />
  );
}
