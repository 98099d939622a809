import { useT } from "../../i18n/useT";
import { Icon } from "../Icon";
import { SkeletonText } from "../Skeleton";
import { useKeysOnward } from "../useKeysOnward";

/** A read whose answer holds what can be chosen. */
export interface SupplyRead {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/**
 * Why there is nothing to choose from yet: it is on its way, could not be had, or there is none. Nothing while there is something.
 * @param none said once the answer is there; left out where it holds something
 */
export function Supply({ read, none }: { read: SupplyRead; none?: string | undefined }) {
  const t = useT();
  if (read.data !== undefined) return none;
  if (read.error) return <Failed read={read} />;
  return read.isFetching ? <SkeletonText lines={1} label={t("ui.loading")} /> : null;
}

function Failed({ read }: { read: SupplyRead }) {
  const t = useT();
  const box = useKeysOnward<HTMLParagraphElement>("page");
  return (
    <p className="notice notice-error" role="alert" ref={box}>
      <Icon name="error" />
      <span className="grow">{t("ui.supplyFailed")}</span>
      <button type="button" className="link" aria-busy={read.isFetching || undefined} onClick={() => void read.refetch()}>
        {t("ui.retry")}
      </button>
    </p>
  );
}
