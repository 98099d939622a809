import { useT } from "../../i18n/use-t";
import { Icon } from "../Icon";
import { SkeletonText } from "../Skeleton";
import { useKeysOnward } from "../use-keys-onward";

/** A read whose answer holds what can be chosen. */
interface SupplyRead {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** Choices of a field, and the message when there are none. */
export interface SupplyOf {
  readonly from: SupplyRead;
  /** Said once the answer is there; left out where it holds something. */
  readonly none?: string | undefined;
}

/**
 * Why there is nothing to choose from yet: it is on its way, could not be had, or there is none. Nothing while there is something.
 */
export function Supply({ from, none }: SupplyOf) {
  const t = useT();
  if (from.data !== undefined) return none;
  if (from.error) return <Failed read={from} />;
  return from.isFetching ? <SkeletonText lines={1} label={t("ui.loading")} /> : null;
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
