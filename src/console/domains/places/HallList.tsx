import { useMemo } from "react";
import { useNavigate } from "react-router";
import { HALL_SELLS, type HallRow, halls } from "../../../contract/places";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/useT";
import type { Column } from "../../ui/list/columns";
import type { Filter } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { When } from "../../ui/When";
import { span } from "../../../contract/time";
import { useProgramFilter } from "../prices/ruleList";
import { PlaceMark } from "./PlaceMark";

const FORM = "/venue-place/hall-form";
const rowKey = (row: HallRow): string => row.id;
const rowName = (row: HallRow): string => row.name;

/** Halls: what is played there, how large, when open. A row opens the hall with its map. */
export function HallList() {
  const t = useT();
  const navigate = useNavigate();
  const program = useProgramFilter();
  const columns = useMemo(() => hallColumns(t), [t]);
  const filters = useMemo<Filter[]>(
    () => [
      program,
      {
        kind: "choice",
        key: "sells",
        title: t("places.sells"),
        options: HALL_SELLS.map((sells) => ({ value: sells, label: t(sells === "places" ? "places.byPlaces" : "places.byCapacity") })),
      },
    ],
    [t, program],
  );
  return (
    <ListPage
      name="halls"
      call={halls.list}
      title={t("places.list")}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      search={t("places.search")}
      filters={filters}
      excel={{ call: halls.excel, code: "hall_export" }}
      primary={{ title: t("places.create"), code: "hall_modify", run: () => void navigate(FORM) }}
      onOpen={(row) => void navigate(`${FORM}/${row.id}`)}
      emptyHint={t("places.emptyHint")}
    />
  );
}

const hallColumns = (t: T): Column<HallRow>[] => [
  {
    key: "name",
    title: t("places.name"),
    width: 168,
    fixed: true,
    grow: true,
    sort: "name",
    render: (row) => (
      <span className="row">
        <PlaceMark icon={row.placeIcon} />
        <b>{row.name}</b>
      </span>
    ),
  },
  { key: "programName", title: t("places.program"), width: 112, sort: "programName", render: (row) => row.programName },
  {
    key: "sells",
    title: t("places.sells"),
    width: 128,
    render: (row) => t(row.sells === "places" ? "places.byPlaces" : "places.byCapacity"),
  },
  {
    key: "map",
    title: t("places.map"),
    width: 128,
    render: (row) =>
      row.sells === "places" ? t("places.size", { rows: row.maxRow, columns: row.maxColumn }) : <span className="mut">—</span>,
  },
  {
    key: "places",
    title: t("places.count"),
    width: 168,
    render: (row) => (
      <span>
        {row.places}
        {row.linked > 0 && <span className="sec"> · {t("places.countLinked", { count: row.linked })}</span>}
        {row.off > 0 && <span className="mut"> · {t("places.countOff", { count: row.off })}</span>}
      </span>
    ),
  },
  { key: "hours", title: t("places.hours"), width: 200, render: (row) => hoursWords(row, t) },
  {
    key: "closed",
    title: t("places.closed"),
    width: 148,
    hidden: true,
    render: (row) => row.closed.map((time) => span(time.start, time.end)).join(t("shell.listComma")) || <span className="mut">—</span>,
  },
  { key: "position", title: t("places.position"), width: 80, sort: "position", hidden: true, render: (row) => row.position },
  {
    key: "changedAt",
    title: t("places.changed"),
    width: 168,
    sort: "changedAt",
    render: (row) =>
      row.changedAt === null ? (
        <span className="mut">—</span>
      ) : (
        <span>
          <When at={row.changedAt} /> <span className="sec">{row.changedBy}</span>
        </span>
      ),
  },
];

function hoursWords({ open, close, ownHours }: HallRow, t: T): string {
  const [from = 0, to = 0] = [open[0], close[0]];
  const same = open.every((minute) => minute === from) && close.every((minute) => minute === to);
  const time = span(from, to);
  const words = same
    ? t("places.hoursEvery", { time })
    : t("places.hoursVary", { from: time.split("–")[0] ?? "", to: time.split("–")[1] ?? "" });
  return ownHours ? words : `${words} · ${t("places.hoursOfProgram")}`;
}
