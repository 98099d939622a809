import type { Output } from "../../../contract/core/call";
import type { OpenPlay, openPlay } from "../../../contract/openPlay/open-play";
import type { T } from "../../i18n/keys";
import { amountColumn } from "../../ui/list/amount";
import type { Column } from "../../ui/list/columns";
import { Money } from "../../ui/Money";
import { operatorName } from "../../ui/operator";
import { StatusTag } from "../../ui/StatusTag";
import { When, WhenDay } from "../../ui/When";
import { placesIn } from "../../ui/format-place";
import { JoinedBar } from "./JoinedBar";
import { OPEN_PLAY_TONE, spanOf } from "./words";

type Sums = Output<typeof openPlay.sums>;

/** Columns of the list of open plays. */
export const openPlayColumns = (t: T): Column<OpenPlay, Sums>[] => [
  {
    key: "time",
    title: t("openPlay.time"),
    width: 204,
    fixed: true,
    sort: "time",
    render: (row) => (
      <span className="nowrap">
        <WhenDay day={row.day} /> <b>{spanOf(row)}</b>
      </span>
    ),
  },
  {
    key: "title",
    title: t("openPlay.title"),
    width: 168,
    fixed: true,
    grow: true,
    sort: "title",
    render: (row) => <b title={row.title}>{row.title}</b>,
  },
  {
    key: "places",
    title: t("openPlay.places"),
    width: 148,
    render: (row) => (
      <span title={`${row.program} ${placesIn(row.places, t)}`}>
        {row.program} <span className="sec">{placesIn(row.places, t)}</span>
      </span>
    ),
  },
  {
    key: "attendees",
    title: t("openPlay.attendees"),
    width: 124,
    sort: "attendees",
    render: (row) => (
      <span className="op-joined">
        <b>
          {row.attendees} / {row.capacity}
        </b>
        <JoinedBar play={row} />
      </span>
    ),
    sum: (sums) => (
      <span>
        {sums.attendees} / {sums.capacity}
      </span>
    ),
  },
  { key: "minimum", title: t("openPlay.minimum"), width: 92, end: true, render: (row) => row.minimum },
  { key: "deadline", title: t("openPlay.deadline"), width: 128, sort: "deadline", render: (row) => <When at={row.deadline} /> },
  { key: "price", title: t("openPlay.price"), width: 96, end: true, sort: "price", render: (row) => <Money value={row.price} /> },
  amountColumn("income", t("openPlay.income"), { width: 100 }),
  {
    key: "state",
    title: t("openPlay.state"),
    width: 108,
    sort: "state",
    render: (row) => <StatusTag tone={OPEN_PLAY_TONE[row.state]}>{t(`openPlay.states.${row.state}`)}</StatusTag>,
  },
  { key: "no", title: t("openPlay.no"), width: 148, hidden: true, sort: "no", render: (row) => <span className="sec">{row.no}</span> },
  { key: "operator", title: t("openPlay.operator"), width: 96, hidden: true, render: (row) => operatorName(row.operator, t) },
  {
    key: "createdAt",
    title: t("openPlay.createdAt"),
    width: 128,
    hidden: true,
    sort: "createdAt",
    render: (row) => <When at={row.createdAt} />,
  },
];
