import type { PriceTrace } from "../../../../contract/booking/booking";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { Money } from "../../../ui/Money";
import { formatDetail } from "../../../ui/format-discount";

/** Why a price is what it is: each rule in the order in which it was tried, those that made the price with what they did. */
export function TraceView({ trace }: { trace: PriceTrace }) {
  const t = useT();
  return (
    <ol className="trial" aria-label={t("prices.trial.steps")}>
      {trace.steps.map((step, i) => (
        <li key={i} data-matched={step.matched}>
          <Icon name={step.matched ? "check" : "minus"} size="s" />
          <span className="grow">
            <b>{t(`booking.rule.${step.rule}`)}</b>
            {step.matched ? ` ${step.name}` : ` ${t("prices.trial.missed")}`}
            {step.detail !== "" && <small>{formatDetail(step.detail, t)}</small>}
          </span>
          {step.matched && <Money value={step.amount} />}
        </li>
      ))}
      <li className="trial-total">
        <span className="grow">{t("prices.trial.pays")}</span>
        {trace.list !== trace.price && (
          <s className="mut">
            <Money value={trace.list} />
          </s>
        )}
        <b>
          <Money value={trace.price} currency />
        </b>
      </li>
    </ol>
  );
}
