import type { Output } from "../../../contract/call";
import type { GameCourts, gameCourts } from "../../../contract/gameCourts";
import type { T } from "../../i18n/keys";
import type { Column } from "../../ui/list/columns";
import { operatorName } from "../../ui/operator";
import { Phone } from "../../ui/Phone";
import { When } from "../../ui/When";
import { DayRange } from "./DayRange";

type Sums = Output<typeof gameCourts.sums>;

/** Columns of the list of games with their courts. */
export const gameCourtColumns = (t: T): Column<GameCourts, Sums>[] => [
  {
    key: "title",
    title: t("gameCourts.title"),
    width: 200,
    fixed: true,
    grow: true,
    sort: "title",
    render: (row) => <b title={row.title}>{row.title}</b>,
  },
  { key: "from", title: t("gameCourts.days"), width: 176, sort: "from", render: (row) => <DayRange game={row} /> },
  {
    key: "places",
    title: t("gameCourts.places"),
    width: 196,
    grow: true,
    render: (row) => <span title={row.places}>{row.places || "—"}</span>,
  },
  {
    key: "courts",
    title: t("gameCourts.courts"),
    width: 96,
    end: true,
    sort: "courts",
    render: (row) => row.courts,
    sum: (sums) => sums.courts,
  },
  {
    key: "hours",
    title: t("gameCourts.hours"),
    width: 96,
    end: true,
    sort: "hours",
    render: (row) => row.hours,
    sum: (sums) => sums.hours,
  },
  {
    key: "contact",
    title: t("gameCourts.contact"),
    width: 176,
    wide: true,
    render: (row) => (
      <span>
        {row.contact || "—"} {row.phone && <Phone value={row.phone} />}
      </span>
    ),
  },
  { key: "no", title: t("gameCourts.no"), width: 152, wide: true, sort: "no", render: (row) => <span className="sec">{row.no}</span> },
  { key: "operator", title: t("gameCourts.operator"), width: 96, hidden: true, render: (row) => operatorName(row.operator, t) },
  {
    key: "createdAt",
    title: t("gameCourts.createdAt"),
    width: 128,
    hidden: true,
    sort: "createdAt",
    render: (row) => <When at={row.createdAt} />,
  },
];
