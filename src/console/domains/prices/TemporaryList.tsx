import { useMemo } from "react";
import { useNavigate } from "react-router";
import { type TemporaryPriceRow, temporaryPrices } from "../../../contract/pricing";
import { useT } from "../../i18n/useT";
import { useCan } from "../../session/store";
import type { Column } from "../../ui/list/columns";
import type { Filter } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { Money } from "../../ui/Money";
import { operatorName } from "../../ui/operator";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { useCardTypes, usePrograms } from "./useNamed";
import { daySpan, RULE_TONE, useStateOptions, useWeekdays, windowWords } from "./words";

const FORM = "/venue-place/temporary-booking-price-form";
const rowKey = (row: TemporaryPriceRow): string => row.id;
const rowName = (row: TemporaryPriceRow): string => row.name;

/** Temporary prices: what stands before every plan on some days and hours, and why. */
export function TemporaryList() {
  const t = useT();
  const navigate = useNavigate();
  const mayModify = useCan("temporary_price_modify");
  const names = useWeekdays();
  const programs = usePrograms();
  const types = useCardTypes();
  const states = useStateOptions();
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
      {
        key: "state",
        title: t("prices.state"),
        width: 108,
        render: (row) => <StatusTag tone={RULE_TONE[row.state]}>{t(`prices.states.${row.state}`)}</StatusTag>,
      },
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
      {
        key: "cardTypeName",
        title: t("prices.level"),
        width: 108,
        sort: "cardTypeName",
        render: (row) => row.cardTypeName || <span className="mut">{t("prices.everyone")}</span>,
      },
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
      { key: "term", title: t("prices.term"), width: 184, sort: "from", render: (row) => daySpan(row.from, row.to) },
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
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: "choice",
        key: "programId",
        title: t("prices.program"),
        many: true,
        options: (programs.data?.content ?? []).map((program) => ({ value: program.id, label: program.name })),
      },
      {
        kind: "choice",
        key: "cardTypeId",
        title: t("prices.level"),
        many: true,
        options: (types.data?.content ?? []).map((type) => ({ value: type.id, label: type.name })),
      },
      { kind: "choice", key: "state", title: t("prices.state"), many: true, options: states.filter(({ value }) => value !== "off") },
    ],
    [t, programs.data, types.data, states],
  );
  const views = useMemo(
    () =>
      (["current", "upcoming", "ended"] as const).map((state) => ({ key: state, title: t(`prices.states.${state}`), filters: { state } })),
    [t],
  );
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
