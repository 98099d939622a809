import { useState } from "react";
import { priceSync, type PriceSync } from "../../../../contract/prices/priceSync";
import { useRead } from "../../../api/useRead";
import { useT } from "../../../i18n/useT";
import { Button } from "../../../ui/Button";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { grouped } from "../../../ui/grouped";
import { operatorName } from "../../../ui/operator";
import { SkeletonText } from "../../../ui/Skeleton";
import { StatusTag, type Tone } from "../../../ui/StatusTag";
import { When, WhenTerm } from "../../../ui/When";
import { placesIn } from "../../../ui/sayPlace";

const SIZE = 10;
const TONE: Record<PriceSync["state"], Tone> = { running: "live", done: "success", cancelled: "neutral" };

/** What was synced before, by whom, and what became of it. */
export function SyncRuns() {
  const t = useT();
  const [page, setPage] = useState(0);
  const runs = useRead(priceSync.list, { page, size: SIZE }, { keepPrevious: true });
  if (runs.error && !runs.data)
    return <ErrorState what={runs.error.message} onRetry={() => void runs.refetch()} retrying={runs.isFetching} />;
  if (!runs.data) return <SkeletonText lines={6} label={t("ui.loading")} />;
  const { content, totalElements } = runs.data;
  if (totalElements === 0) return <EmptyState icon="refresh" title={t("prices.sync.noRuns")} hint={t("prices.sync.noRunsHint")} />;
  const counts = ["added", "repriced", "kept", "same"] as const;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, and must do so by keyboard too */}
      <div className="sync-log" tabIndex={0} role="region" aria-label={t("prices.sync.log")}>
        <table className="table" aria-label={t("prices.sync.log")}>
          <thead>
            <tr>
              <th scope="col">{t("prices.sync.at")}</th>
              <th scope="col">{t("prices.plan.one")}</th>
              <th scope="col">{t("prices.term")}</th>
              <th scope="col">{t("prices.places")}</th>
              <th scope="col">{t("prices.state")}</th>
              {counts.map((key) => (
                <th key={key} scope="col" className="num">
                  {t(`prices.sync.${key}`)}
                </th>
              ))}
              <th scope="col">{t("prices.sync.operator")}</th>
            </tr>
          </thead>
          <tbody>
            {content.map((run) => (
              <tr key={run.id}>
                <td>
                  <When at={run.createdAt} />
                </td>
                <td title={run.planName}>
                  <b>{run.kind === "release" ? t("prices.sync.released") : run.planName}</b>
                </td>
                <td>
                  <WhenTerm from={run.from} to={run.to} />
                </td>
                <td title={placesIn(run.places, t)}>{placesIn(run.places, t) || t("prices.allPlaces")}</td>
                <td>
                  <StatusTag tone={TONE[run.state]}>
                    {run.state === "running"
                      ? t("prices.sync.part", { done: run.done, total: run.total })
                      : t(`prices.sync.states.${run.state}`)}
                  </StatusTag>
                </td>
                {counts.map((key) => (
                  <td key={key} className="num">
                    {grouped(run[key])}
                  </td>
                ))}
                <td>{operatorName(run.operator, t)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {totalElements > SIZE && (
        <nav className="row sync-pages" aria-label={t("prices.sync.log")}>
          <Button kind="quiet" icon="chevron-left" spent={page === 0} onClick={() => setPage(page - 1)}>
            {t("list.previous")}
          </Button>
          <span className="mut">
            {t("list.range", { from: page * SIZE + 1, to: Math.min(totalElements, (page + 1) * SIZE), total: totalElements })}
          </span>
          <Button kind="quiet" spent={(page + 1) * SIZE >= totalElements} onClick={() => setPage(page + 1)}>
            {t("list.next")}
          </Button>
        </nav>
      )}
    </>
  );
}
