import { useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { type PricePlan, pricePlans, ruleLife, ruleViews } from "../../../contract/prices/price-plans";
import { useT } from "../../i18n/use-t";
import { WhenTerm } from "../../ui/When";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { lazyPart } from "../../ui/lazy-part";
import type { Column } from "../../ui/list/columns";
import { manyOf, someOf } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { usePrograms } from "../../ui/form/use-named";
import { Money } from "../../ui/Money";
import { StatusTag } from "../../ui/StatusTag";

const TrialDrawer = lazyPart(async () => (await import("./trial/TrialDrawer")).TrialDrawer);

const TRIAL = "trial";
const rowKey = (row: PricePlan): string => row.id;
const rowName = (row: PricePlan): string => row.name;

/** Price plans: for which program, places and days, and which of them counts now. Beside it, what a place would cost and why. */
export function PlanList() {
  const t = useT();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const mayModify = useCan("price_plan_modify");
  const columns = useMemo<Column<PricePlan>[]>(
    () => [
      { key: "name", title: t("prices.plan.name"), width: 200, fixed: true, grow: true, sort: "name", render: (row) => <b>{row.name}</b> },
      { key: "programName", title: t("prices.program"), width: 108, sort: "programName", render: (row) => row.programName },
      {
        key: "state",
        title: t("prices.state"),
        width: 112,
        render: ({ state }) => <StatusTag tone={ruleLife.labels[state].tone}>{t(ruleLife.labels[state])}</StatusTag>,
      },
      { key: "term", title: t("prices.term"), width: 212, sort: "from", render: (row) => <WhenTerm from={row.from} to={row.to} /> },
      {
        key: "priority",
        title: t("prices.plan.priority"),
        width: 88,
        end: true,
        sort: "priority",
        render: (row) => <span className="num">{row.priority}</span>,
      },
      {
        key: "placeNames",
        title: t("prices.places"),
        width: 180,
        render: (row) =>
          row.placeIds.length === 0 ? (
            <span className="mut">{t("prices.allPlaces")}</span>
          ) : (
            <span title={row.placeNames}>{row.placeNames}</span>
          ),
      },
      {
        key: "range",
        title: t("prices.plan.range"),
        width: 160,
        end: true,
        render: (row) => (
          <span className="nowrap">
            <Money value={row.lowest} />
            {row.lowest !== row.highest && (
              <>
                {" – "}
                <Money value={row.highest} />
              </>
            )}
          </span>
        ),
      },
    ],
    [t],
  );
  const programs = usePrograms().data?.content;
  const filters = useMemo(
    () => [someOf("programId", t("prices.program"), programs), manyOf("state", t("prices.state"), ruleLife.labels, t)],
    [t, programs],
  );
  const views = useMemo(() => Object.entries(ruleViews).map(([key, { label, ...view }]) => ({ ...view, key, title: t(label) })), [t]);
  const show = (on: boolean): void => {
    const next = new URLSearchParams(search);
    if (on) next.set(TRIAL, "1");
    else next.delete(TRIAL);
    setSearch(next, { replace: true });
  };
  const open = (row: PricePlan): void => void navigate(`/venue-place/place-price-plan-form/${row.id}`);
  return (
    <>
      <ListPage
        name="pricePlans"
        call={pricePlans.list}
        title={t("prices.plan.list")}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        money
        search={t("prices.plan.search")}
        filters={filters}
        views={views}
        excel={{ call: pricePlans.excel, code: "price_plan_export" }}
        {...(mayModify
          ? {
              primary: {
                title: t("prices.plan.create"),
                code: "price_plan_modify" as const,
                run: () => void navigate("/venue-place/place-price-plan-form"),
              },
            }
          : {})}
        onOpen={open}
        emptyHint={t("prices.plan.emptyHint")}
        aside={
          <Button icon="help" onClick={() => show(true)}>
            {t("prices.trial.open")}
          </Button>
        }
      />
      {search.has(TRIAL) && <TrialDrawer onClose={() => show(false)} />}
    </>
  );
}
