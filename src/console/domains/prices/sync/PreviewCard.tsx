import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useT } from "../../../i18n/use-t";
import { Failure } from "../../../ui/Failure";
import { SkeletonText } from "../../../ui/Skeleton";

/** Shows the effect of a sync or a release, beside its fields. */
export function PreviewCard<T>({ preview, children }: { preview: UseQueryResult<T, Error>; children: (preview: T) => ReactNode }) {
  const t = useT();
  return (
    <section className="card" aria-label={t("prices.sync.preview")} aria-busy={preview.isFetching || undefined}>
      <h2>{t("prices.sync.preview")}</h2>
      {preview.error ? (
        <Failure>{preview.error.message}</Failure>
      ) : preview.data ? (
        children(preview.data)
      ) : (
        <SkeletonText lines={6} label={t("ui.loading")} />
      )}
    </section>
  );
}
