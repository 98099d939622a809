import type { Input } from "../../../../contract/core/call";
import { priceTrial } from "../../../../contract/prices/price-trial";
import { DAY_MINUTES } from "../../../../contract/core/time";
import { useRead } from "../../../api/use-read";
import { useSettled } from "../../../api/use-settled";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { SkeletonText } from "../../../ui/Skeleton";
import { TraceView } from "./TraceView";
import type { TrialDraft } from "./TrialFields";

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const NOTHING: Input<typeof priceTrial.price> = { placeId: "", day: "", start: 0, end: 0 };

/** The answer of the rules to the question, read again as it changes; with a promotion as it would be saved, if one is given. */
export function TrialResult({ draft, promotion }: { draft: TrialDraft; promotion?: Input<typeof priceTrial.price>["promotion"] }) {
  const t = useT();
  const [trialInput, settled] = useSettled<Input<typeof priceTrial.price> | undefined>(
    draft.placeId !== "" && DAY.test(draft.day)
      ? {
          placeId: draft.placeId,
          day: draft.day,
          start: draft.start,
          end: Math.min(DAY_MINUTES, draft.start + draft.minutes),
          cardTypeId: draft.cardTypeId === "" ? null : draft.cardTypeId,
          ...(promotion ? { promotion } : {}),
        }
      : undefined,
  );
  const found = useRead(priceTrial.price, trialInput ?? NOTHING, { enabled: trialInput !== undefined, keepPrevious: true, staleTime: 0 });
  if (found.error)
    return (
      <p className="notice notice-waiting" role="status">
        <Icon name="info" />
        {found.error.message}
      </p>
    );
  if (!found.data) return <SkeletonText lines={4} label={t("ui.loading")} />;
  return (
    <div aria-live="polite" aria-busy={!settled || found.isFetching || undefined}>
      <TraceView trace={found.data.trace} />
    </div>
  );
}
