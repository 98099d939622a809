import type { ReactNode } from "react";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { ErrorState } from "../../../ui/ErrorState";
import { SkeletonText } from "../../../ui/Skeleton";

/**
 * A list in the panel beside the grid: what it is of, why it cannot be shown, or that nothing is in it.
 * @param none what an empty list says; undefined: it is not empty
 */
export function ListPanel({
  title,
  hint,
  read,
  none,
  onClose,
  children,
}: {
  title: string;
  hint: ReactNode;
  read: { readonly data?: unknown; readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown };
  none: string | undefined;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <>
      <header className="hd">
        <div className="grow">
          <h2>{title}</h2>
          <p>{hint}</p>
        </div>
        <Button kind="quiet" icon="close" aria-label={t("booking.order.close")} onClick={onClose} />
      </header>
      <div className="bd">
        {read.error && !read.data && (
          <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
        )}
        {!read.data && !read.error && <SkeletonText lines={5} label={t("ui.loading")} />}
        {read.data !== undefined && none !== undefined && <p className="mut idle-none">{none}</p>}
        {children}
      </div>
    </>
  );
}
