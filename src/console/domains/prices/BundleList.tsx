import { useMemo } from "react";
import { useNavigate } from "react-router";
import { type Bundle, bundles } from "../../../contract/places";
import { useT } from "../../i18n/useT";
import type { Column } from "../../ui/list/columns";
import type { Filter } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { Money } from "../../ui/Money";
import { StatusTag } from "../../ui/StatusTag";
import { WhenTerm } from "../../ui/When";
import { RULE_TONE, windowWords } from "./words";
import { useWeekdays } from "../../ui/sayDays";
import { switchColumn } from "./effect/switchColumn";

const FORM = "/venue-place/place-set-form";
const STATES = ["current", "upcoming", "ended", "off"] as const;
const rowKey = (row: Bundle): string => row.id;
const rowName = (row: Bundle): string => row.name;

/** Bundles: places sold together at one price; switched on and off in the row. */
export function BundleList() {
  const t = useT();
  const navigate = useNavigate();
  const names = useWeekdays();
  const columns = useMemo<Column<Bundle>[]>(
    () => [
      {
        key: "name",
        title: t("places.bundle.name"),
        width: 176,
        fixed: true,
        grow: true,
        sort: "name",
        render: (row) => <b>{row.name}</b>,
      },
      switchColumn({
        of: "bundle",
        call: bundles.turn,
        code: "place_set_modify",
        title: t("places.bundle.on"),
        label: ({ name }) => t("places.bundle.turn", { name }),
      }),
      {
        key: "state",
        title: t("places.bundle.state"),
        width: 104,
        render: (row) => <StatusTag tone={RULE_TONE[row.state]}>{t(`places.bundle.states.${row.state}`)}</StatusTag>,
      },
      {
        key: "places",
        title: t("places.bundle.places"),
        width: 220,
        render: (row) => <span title={row.placeNames}>{row.placeNames}</span>,
      },
      {
        key: "minutes",
        title: t("places.bundle.minutes"),
        width: 104,
        end: true,
        sort: "minutes",
        render: (row) => t("places.bundle.minutesText", { minutes: row.minutes }),
      },
      { key: "price", title: t("places.bundle.price"), width: 108, end: true, sort: "price", render: (row) => <Money value={row.price} /> },
      { key: "window", title: t("places.bundle.window"), width: 200, render: (row) => windowWords(row, names, t) },
      { key: "term", title: t("places.bundle.term"), width: 212, sort: "from", render: (row) => <WhenTerm from={row.from} to={row.to} /> },
    ],
    [t, names],
  );
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: "choice",
        key: "state",
        title: t("places.bundle.state"),
        many: true,
        options: STATES.map((state) => ({ value: state, label: t(`places.bundle.states.${state}`) })),
      },
    ],
    [t],
  );
  return (
    <ListPage
      name="bundles"
      call={bundles.list}
      title={t("places.bundle.list")}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      money
      search={t("places.bundle.search")}
      filters={filters}
      excel={{ call: bundles.excel, code: "place_set_export" }}
      primary={{ title: t("places.bundle.create"), code: "place_set_modify", run: () => void navigate(FORM) }}
      onOpen={(row) => void navigate(`${FORM}/${row.id}`)}
      emptyHint={t("places.bundle.emptyHint")}
    />
  );
}
