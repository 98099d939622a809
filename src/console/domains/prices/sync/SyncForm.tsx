import { useState } from "react";
import { useSearchParams } from "react-router";
import type { Input } from "../../../../contract/core/call";
import { pricePlans } from "../../../../contract/prices/price-plans";
import { priceSync } from "../../../../contract/prices/price-sync";
import { addDays } from "../../../../contract/core/time";
import { useRead } from "../../../api/use-read";
import { useSettled } from "../../../api/use-settled";
import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { CommandButton } from "../../../ui/CommandButton";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { Failure } from "../../../ui/Failure";
import { SkeletonText } from "../../../ui/Skeleton";
import { useToday } from "../../../ui/today";
import { PreviewCard } from "./PreviewCard";
import { type Reach, ReachFields } from "./ReachFields";
import { SyncPreview } from "./SyncPreview";
import { useSyncRun } from "./use-sync-run";

const WEEK = 6;

interface Draft extends Reach {
  readonly planId: string;
}

/** Writes the prices of a plan down for days and places: looked at before, run with progress. */
export function SyncForm() {
  const t = useT();
  const today = useToday();
  const [search] = useSearchParams();
  const mayRun = useCan("price_sync_run");
  const plans = useRead(pricePlans.list, { state: "current,upcoming", page: 0, size: 200 }, { staleTime: 60_000 });
  const [draft, setDraft] = useState<Draft>({ planId: search.get("planId") ?? "", from: today, to: addDays(today, WEEK), placeIds: [] });
  const all = plans.data?.content ?? [];
  const plan = all.find((each) => each.id === draft.planId) ?? all[0];
  const input: Input<typeof priceSync.run> | undefined =
    plan && draft.from !== "" && draft.to !== "" ? { ...draft, planId: plan.id, placeIds: [...draft.placeIds] } : undefined;
  const [previewInput, settled] = useSettled(input);
  const preview = useRead(priceSync.preview, previewInput ?? { planId: "", from: today, to: today }, {
    enabled: previewInput !== undefined,
    keepPrevious: true,
    staleTime: 0,
  });
  const { run, starting, error, start, cancel } = useSyncRun(() => void preview.refetch());
  const isPreviewShown = preview.data !== undefined && !preview.isPlaceholderData && preview.error === null;
  // The preview of the sync is loading: the button retains the focus and shows that it waits.
  const waits = input !== undefined && (!settled || preview.isFetching);
  const running = run?.state === "running";
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  if (plans.error && !plans.data)
    return <ErrorState what={plans.error.message} onRetry={() => void plans.refetch()} retrying={plans.isFetching} />;
  if (!plans.data) return <SkeletonText lines={10} label={t("ui.loading")} />;
  if (!plan) return <EmptyState icon="grid" title={t("prices.sync.noPlan")} hint={t("prices.sync.noPlanHint")} />;
  return (
    <div className="sync-two">
      <section className="card" aria-label={t("prices.sync.what")}>
        <fieldset className="sync-fields" disabled={running}>
          <label>
            <span className="field-label">{t("prices.plan.one")}</span>
            <span className="input">
              <select value={plan.id} onChange={(event) => set({ planId: event.target.value, placeIds: [] })}>
                {all.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.programName} · {each.name}
                  </option>
                ))}
              </select>
            </span>
          </label>
          <ReachFields reach={draft} programId={plan.programId} onReach={set} />
        </fieldset>
        {error && <Failure>{error.message}</Failure>}
        {run && (
          <div className="sync-run" role="status">
            <progress max={run.total} value={run.done} aria-label={t("prices.sync.progress")} />
            <span>
              {running
                ? t("prices.sync.running", { done: run.done, total: run.total })
                : t(run.state === "done" ? "prices.sync.finished" : "prices.sync.stopped", {
                    added: run.added,
                    repriced: run.repriced,
                    kept: run.kept,
                  })}
            </span>
          </div>
        )}
        {mayRun && (
          <div className="sync-acts">
            {running && <CommandButton onClick={cancel}>{t("prices.sync.cancel")}</CommandButton>}
            <CommandButton
              kind="primary"
              size="lg"
              busy={starting || running || waits}
              why={waits || (input && isPreviewShown) ? undefined : t("prices.syncForm.chooseSourceTargetsDays")}
              onClick={() => input && start(input)}
            >
              {t("prices.sync.start")}
            </CommandButton>
          </div>
        )}
      </section>
      <PreviewCard preview={preview}>{(found) => <SyncPreview preview={found} />}</PreviewCard>
    </div>
  );
}
