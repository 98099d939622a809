import { useState } from "react";
import type { Input } from "../../../../contract/core/call";
import { priceSync } from "../../../../contract/prices/price-sync";
import { addDays } from "../../../../contract/core/time";
import { useCall } from "../../../api/use-call";
import { useRead } from "../../../api/use-read";
import { useSettled } from "../../../api/use-settled";
import { useLanguage, useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { Ask } from "../../../ui/Ask";
import { CommandButton } from "../../../ui/CommandButton";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorState } from "../../../ui/ErrorState";
import { Failure } from "../../../ui/Failure";
import { notify } from "../../../ui/notices";
import { SkeletonText } from "../../../ui/Skeleton";
import { formatTerm } from "../../../ui/format-time";
import { useToday } from "../../../ui/today";
import { usePrograms } from "../../../ui/form/use-named";
import { PreviewCard } from "./PreviewCard";
import { type Reach, ReachFields } from "./ReachFields";
import { ReleasePreview } from "./ReleasePreview";

const WEEK = 6;

/** Gives synced days back to live prices: what changes is shown before, and asked once more. */
export function ReleaseForm() {
  const t = useT();
  const language = useLanguage();
  const today = useToday();
  const mayRun = useCan("price_sync_run");
  const programs = usePrograms();
  const [draft, setDraft] = useState<Reach & { programId: string }>({ programId: "", from: today, to: addDays(today, WEEK), placeIds: [] });
  const [asking, setAsking] = useState(false);
  const all = programs.data?.content ?? [];
  const program = all.find((each) => each.id === draft.programId) ?? all[0];
  const input: Input<typeof priceSync.release> | undefined =
    program && draft.from !== "" && draft.to !== "" ? { ...draft, programId: program.id, placeIds: [...draft.placeIds] } : undefined;
  const [previewInput, settled] = useSettled(input);
  const preview = useRead(priceSync.releasePreview, previewInput ?? { programId: "", from: today, to: today }, {
    enabled: previewInput !== undefined,
    keepPrevious: true,
    staleTime: 0,
  });
  const isPreviewShown = preview.data !== undefined && !preview.isPlaceholderData && preview.error === null;
  // The preview of the release is loading: the button retains the focus and shows that it waits.
  const waits = input !== undefined && (!settled || preview.isFetching);
  const { run, pending, error } = useCall(priceSync.release);
  const set = (change: Partial<Reach & { programId: string }>): void => setDraft((before) => ({ ...before, ...change }));
  if (programs.error && !programs.data)
    return <ErrorState what={programs.error.message} onRetry={() => void programs.refetch()} retrying={programs.isFetching} />;
  if (programs.data && all.length === 0)
    return <EmptyState icon="grid" title={t("prices.sync.noPlan")} hint={t("prices.sync.noPlanHint")} />;
  if (!program) return <SkeletonText lines={10} label={t("ui.loading")} />;
  const days = preview.data?.days ?? 0;
  const release = (): void => {
    setAsking(false);
    if (!input) return;
    run(input)
      .then((done) => {
        notify.success(t("prices.sync.releasedDays", { days: done.total }));
        return preview.refetch();
      })
      .catch(() => undefined); // shown above the button
  };
  return (
    <div className="sync-two">
      <section className="card" aria-label={t("prices.sync.releaseWhat")}>
        <fieldset className="sync-fields" disabled={pending}>
          <label>
            <span className="field-label">{t("prices.program")}</span>
            <span className="input">
              <select value={program.id} onChange={(event) => set({ programId: event.target.value, placeIds: [] })}>
                {all.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
              </select>
            </span>
          </label>
          <ReachFields reach={draft} programId={program.id} onReach={set} />
        </fieldset>
        {error && <Failure>{error.message}</Failure>}
        {mayRun && (
          <div className="sync-acts">
            <CommandButton
              kind="primary"
              size="lg"
              busy={pending || waits}
              why={waits || (input && isPreviewShown && days > 0) ? undefined : t("prices.releaseForm.chooseRangeDaysRelease")}
              onClick={() => setAsking(true)}
            >
              {t("prices.sync.release")}
            </CommandButton>
          </div>
        )}
      </section>
      <PreviewCard preview={preview}>{(found) => <ReleasePreview preview={found} />}</PreviewCard>
      {asking && (
        <Ask
          title={t("prices.sync.releaseAsk", { term: formatTerm(draft.from, draft.to, language) })}
          onClose={() => setAsking(false)}
          answers={[
            { title: t("common.cancel"), act: () => setAsking(false), kind: "primary" },
            { title: t("prices.sync.release"), act: release, kind: "danger" },
          ]}
        >
          {t("prices.sync.releaseAskText", { days, repriced: preview.data?.repriced ?? 0, lost: preview.data?.lost ?? 0 })}
        </Ask>
      )}
    </div>
  );
}
