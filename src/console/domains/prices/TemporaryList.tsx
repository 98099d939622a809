import { useMemo } from "react";
import { useNavigate } from "react-router";
import { type TemporaryPriceRow, temporaryPrices } from "../../../contract/pricing";
import { useT } from "../../i18n/useT";
import { WhenTerm, When } from "../../ui/When";
import { useCan } from "../../session/store";
import type { Column } from "../../ui/list/columns";
import { ListPage } from "../../ui/list/ListPage";
import { Money } from "../../ui/Money";
import { operatorName } from "../../ui/operator";
import { LIFE, levelColumn, stateColumn, useLevelFilter, useLifeViews, useProgramFilter, useStateFilter } from "./ruleList";
import { useWeekdays } from "../../ui/sayDays";
import { windowWords } from "./words";

const FORM = "/venue-place/temporary-booking-price-form";
const rowKey = (row: TemporaryPriceRow): string => row.id;
const rowName = (row: TemporaryPriceRow): string => row.name;

/** Temporary prices: what stands before every plan on some days and hours, and why. */
export function TemporaryList() {
  const t = useT();
  const navigate = useNavigate();
  const mayModify = useCan("temporary_price_modify");
  const names = useWeekdays();
  const columns = useMemo<Column<TemporaryPriceRow>[]>(
    () => [
      {
        key: "name",
        title: t("prices.temporary.name"),
        width: 136,
        fixed: true,
        grow: true,
        sort: "name",
        render: (row) => <b>{row.name}</b>,
      },
      stateColumn(t),
      {
        key: "price",
        title: t("prices.temporary.price"),
        width: 140,
        end: true,
        sort: "price",
        render: (row) => (
          <span className="nowrap">
            <Money value={row.price} /> <span className="mut">{t(`prices.temporary.units.${row.unit}`)}</span>
          </span>
        ),
      },
      levelColumn(t),
      {
        key: "places",
        title: t("prices.temporary.where"),
        width: 156,
        render: (row) => (
          <span title={row.placeNames}>
            {row.programName} <span className="sec">{row.placeNames || t("prices.allPlaces")}</span>
          </span>
        ),
      },
      { key: "window", title: t("prices.when"), width: 172, render: (row) => windowWords(row, names, t) },
      { key: "term", title: t("prices.term"), width: 212, sort: "from", render: (row) => <WhenTerm from={row.from} to={row.to} /> },
      { key: "reason", title: t("prices.temporary.reason"), width: 200, render: (row) => <span title={row.reason}>{row.reason}</span> },
      { key: "operator", title: t("prices.sync.operator"), width: 96, hidden: true, render: (row) => operatorName(row.operator, t) },
      {
        key: "createdAt",
        title: t("prices.createdAt"),
        width: 128,
        hidden: true,
        sort: "createdAt",
        render: (row) => <When at={row.createdAt} />,
      },
    ],
    [t, names],
  );
  const program = useProgramFilter();
  const level = useLevelFilter();
  const state = useStateFilter(LIFE);
  const filters = useMemo(() => [program, level, state], [program, level, state]);
  const views = useLifeViews();
  return (
    <ListPage
      name="temporaryPrices"
      call={temporaryPrices.list}
      title={t("prices.temporary.list")}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      money
      search={t("prices.temporary.search")}
      filters={filters}
      views={views}
      excel={{ call: temporaryPrices.excel, code: "temporary_price_export" }}
      primary={{ title: t("prices.temporary.create"), code: "temporary_price_modify", run: () => void navigate(FORM) }}
      {...(mayModify ? { onOpen: (row: TemporaryPriceRow) => void navigate(`${FORM}/${row.id}`) } : {})}
      emptyHint={t("prices.temporary.emptyHint")}
    />
  );
}
