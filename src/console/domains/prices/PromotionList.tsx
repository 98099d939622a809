import { useMemo } from "react";
import { useNavigate } from "react-router";
import { type Promotion, promotions } from "../../../contract/discounts";
import { useT } from "../../i18n/useT";
import { WhenTerm } from "../../ui/When";
import { useCan } from "../../session/store";
import type { Column } from "../../ui/list/columns";
import { ListPage } from "../../ui/list/ListPage";
import { Money } from "../../ui/Money";
import { switchColumn } from "./effect/switchColumn";
import { levelColumn, stateColumn, useLevelFilter, useLifeViews, useProgramFilter, useStateFilter } from "./ruleList";
import { useWeekdays } from "../../ui/sayDays";
import { windowWords } from "./words";
import { sayDiscount } from "../../ui/sayDiscount";

const FORM = "/venue-place/promotion-discount-form";
const rowKey = (row: Promotion): string => row.id;
const rowName = (row: Promotion): string => row.name;

/** Promotions: for whom, when, and what they take off; switched on and off in the row. */
export function PromotionList() {
  const t = useT();
  const navigate = useNavigate();
  const mayModify = useCan("promotion_modify");
  const names = useWeekdays();
  const columns = useMemo<Column<Promotion>[]>(
    () => [
      {
        key: "name",
        title: t("prices.promotion.name"),
        width: 200,
        fixed: true,
        grow: true,
        sort: "name",
        render: (row) => <b>{row.name}</b>,
      },
      switchColumn({
        of: "promotion",
        call: promotions.turn,
        code: "promotion_modify",
        title: t("prices.promotion.on"),
        label: ({ name }) => t("prices.promotion.turn", { name }),
      }),
      stateColumn(t),
      {
        key: "kind",
        title: t("prices.promotion.gives"),
        width: 132,
        sort: "kind",
        render: (row) =>
          row.kind === "percent" ? (
            sayDiscount(row.percent ?? 100, t)
          ) : (
            <>
              {t(`prices.promotion.kinds.${row.kind}`)} <Money value={row.amount} />
            </>
          ),
      },
      {
        key: "programName",
        title: t("prices.program"),
        width: 108,
        sort: "programName",
        render: (row) => row.programName || <span className="mut">{t("prices.allPrograms")}</span>,
      },
      levelColumn(t),
      { key: "window", title: t("prices.when"), width: 200, render: (row) => windowWords(row, names, t) },
      { key: "term", title: t("prices.term"), width: 212, sort: "from", render: (row) => <WhenTerm from={row.from} to={row.to} /> },
      {
        key: "places",
        title: t("prices.places"),
        width: 140,
        hidden: true,
        render: (row) => row.placeNames || <span className="mut">{t("prices.allPlaces")}</span>,
      },
      {
        key: "stackable",
        title: t("prices.promotion.stackable"),
        width: 88,
        render: (row) => (row.stackable ? t("common.yes") : <span className="mut">{t("common.no")}</span>),
      },
    ],
    [t, names],
  );
  const program = useProgramFilter();
  const level = useLevelFilter();
  const state = useStateFilter();
  const filters = useMemo(() => [program, level, state], [program, level, state]);
  const views = useLifeViews();
  return (
    <ListPage
      name="promotions"
      call={promotions.list}
      title={t("prices.promotion.list")}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      money
      search={t("prices.promotion.search")}
      filters={filters}
      views={views}
      excel={{ call: promotions.excel, code: "promotion_export" }}
      primary={{ title: t("prices.promotion.create"), code: "promotion_modify", run: () => void navigate(FORM) }}
      {...(mayModify ? { onOpen: (row: Promotion) => void navigate(`${FORM}/${row.id}`) } : {})}
      emptyHint={t("prices.promotion.emptyHint")}
    />
  );
}
