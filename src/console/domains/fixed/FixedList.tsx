import { useMemo } from "react";
import { useNavigate, useParams } from "react-router";
import { type Fixed, fixed, PAY_MODES } from "../../../contract/fixed/fixed";
import type { FixedState } from "../../../contract/core/states";
import { useT } from "../../i18n/use-t";
import { lazyPart } from "../../ui/lazy-part";
import { type Filter, someOf } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { fixedColumns } from "./columns";
import { DAYS, dayWord } from "../../ui/format-days";

const FixedDrawer = lazyPart(async () => (await import("./FixedDrawer")).FixedDrawer);

const LIST = "/book/regular-list";
const STATES: readonly FixedState[] = ["draft", "active", "paused", "expired", "ended"];
const SUMS = { call: fixed.sums, count: (sums: { count: number }) => sums.count };
const rowKey = (row: Fixed): string => row.id;
const rowName = (row: Fixed): string => row.name;

/** Fixed bookings: who has which place every week, what was used and paid. A row opens the contract beside the list. */
export function FixedList() {
  const t = useT();
  const navigate = useNavigate();
  const { id } = useParams();
  const columns = useMemo(() => fixedColumns(t), [t]);
  const filters = useMemo<Filter[]>(
    () => [
      someOf(
        "state",
        t("fixed.state"),
        STATES.map((id) => ({ id, name: t(`fixed.states.${id}`) })),
      ),
      someOf(
        "payMode",
        t("fixed.payMode"),
        PAY_MODES.map((id) => ({ id, name: t(`fixed.mode.${id}`) })),
      ),
      someOf(
        "weekday",
        t("fixed.weekday"),
        DAYS.map((day) => ({ id: String(day), name: dayWord(day, t) })),
      ),
      { kind: "choice", key: "renewal", title: t("fixed.renewal"), options: [{ value: "due", label: t("fixed.renewalDue") }] },
      { kind: "choice", key: "owing", title: t("fixed.owed"), options: [{ value: "yes", label: t("fixed.owing") }] },
    ],
    [t],
  );
  const views = useMemo(
    () => [
      { key: "active", title: t("fixed.viewActive"), filters: { state: "active" } },
      { key: "renewal", title: t("fixed.viewRenewal"), filters: { renewal: "due" } },
      { key: "owing", title: t("fixed.viewOwing"), filters: { owing: "yes" } },
      { key: "draft", title: t("fixed.viewDraft"), filters: { state: "draft" } },
    ],
    [t],
  );
  return (
    <>
      <ListPage
        name="fixed"
        call={fixed.list}
        title={t("fixed.list")}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        money
        search={t("fixed.search")}
        filters={filters}
        views={views}
        sums={SUMS}
        excel={{ call: fixed.excel, code: "fixed_export" }}
        primary={{ title: t("fixed.create"), code: "fixed_create", run: () => void navigate("/book/regular-form") }}
        onOpen={(row) => void navigate({ pathname: `${LIST}/${row.id}`, search: window.location.search })}
        emptyHint={t("fixed.emptyHint")}
      />
      {id !== undefined && <FixedDrawer id={id} onClose={() => void navigate({ pathname: LIST, search: window.location.search })} />}
    </>
  );
}
