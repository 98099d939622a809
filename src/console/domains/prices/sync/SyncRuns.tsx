import { useTable } from "@refinedev/antd";
import type { HttpError } from "@refinedev/core";
import { Table, type TableProps } from "antd";
import type { PriceSync } from "../../../../contract/prices/price-sync";
import { useT } from "../../../i18n/use-t";
import { AntdScope } from "../../../ui/AntdScope";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { grouped } from "../../../ui/grouped";
import { operatorName } from "../../../ui/operator";
import { SkeletonText } from "../../../ui/Skeleton";
import { StatusTag, type Tone } from "../../../ui/StatusTag";
import { When, WhenTerm } from "../../../ui/When";
import { placesIn } from "../../../ui/format-place";

const SIZE = 10;
const TONE: Record<PriceSync["state"], Tone> = { running: "live", done: "success", cancelled: "neutral" };
const COUNTS = ["added", "repriced", "kept", "same"] as const;

/** Earlier syncs: operator, scope and outcome, newest first. */
export function SyncRuns() {
  const t = useT();
  const { tableProps, tableQuery } = useTable<PriceSync, HttpError>({
    resource: "priceSync",
    pagination: { pageSize: SIZE },
    syncWithLocation: false,
    errorNotification: false,
  });
  const { data, error, isFetching, refetch } = tableQuery;
  if (error && !data) return <ErrorState what={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonText lines={6} label={t("ui.loading")} />;
  if (data.total === 0) return <EmptyState icon="refresh" title={t("prices.sync.noRuns")} hint={t("prices.sync.noRunsHint")} />;
  const columns: TableProps<PriceSync>["columns"] = [
    { title: t("prices.sync.at"), width: 136, render: (_, run) => <When at={run.createdAt} /> },
    {
      title: t("prices.plan.one"),
      ellipsis: true,
      render: (_, run) => <b title={run.planName}>{run.kind === "release" ? t("prices.sync.released") : run.planName}</b>,
    },
    { title: t("prices.term"), width: 184, render: (_, run) => <WhenTerm from={run.from} to={run.to} /> },
    {
      title: t("prices.places"),
      ellipsis: true,
      render: (_, run) => <span title={placesIn(run.places, t)}>{placesIn(run.places, t) || t("prices.allPlaces")}</span>,
    },
    {
      title: t("prices.state"),
      width: 112,
      render: (_, run) => (
        <StatusTag tone={TONE[run.state]}>
          {run.state === "running" ? t("prices.sync.part", { done: run.done, total: run.total }) : t(`prices.sync.states.${run.state}`)}
        </StatusTag>
      ),
    },
    ...COUNTS.map((key) => ({
      title: t(`prices.sync.${key}`),
      width: 84,
      align: "right" as const,
      render: (_: unknown, run: PriceSync) => grouped(run[key]),
    })),
    { title: t("prices.sync.operator"), width: 96, render: (_, run) => operatorName(run.operator, t) },
  ];
  return (
    <AntdScope>
      <Table
        {...tableProps}
        rowKey="id"
        size="small"
        className="sync-log"
        aria-label={t("prices.sync.log")}
        columns={columns}
        scroll={{ x: 1080 }}
        pagination={{
          ...tableProps.pagination,
          hideOnSinglePage: true,
          showSizeChanger: false,
          showTotal: (total, [from, to]) => t("list.range", { from, to, total }),
        }}
      />
    </AntdScope>
  );
}
