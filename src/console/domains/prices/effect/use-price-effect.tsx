import { type ReactNode, useState } from "react";
import { priceEffect, type PriceChange } from "../../../../contract/prices/price-effect";
import type { PlanEffect } from "../../../../contract/prices/price-plans";
import { useCall } from "../../../api/use-call";
import { useT } from "../../../i18n/use-t";
import { EffectDialog, type Unpaid } from "../plan/EffectDialog";

interface Question {
  readonly effect: PlanEffect;
  readonly answer: (unpaid: Unpaid | undefined) => void;
  /** The rule that is to be deleted; undefined: it is to be saved. */
  readonly removing: string | undefined;
}

/**
 * Before a change of discounts, temporary prices or bundles is saved: which unpaid bookings it touches, and what is to become of them.
 * @returns `ask`: resolves at once where none is touched, else when the person has answered; of a rule to be deleted, by name, it always
 * asks. Undefined: not to be done. Rejects with the refusal. `dialog` is to be drawn.
 */
export function usePriceEffect(): {
  ask: (change: PriceChange, removing?: string) => Promise<Unpaid | undefined>;
  pending: boolean;
  dialog: ReactNode;
} {
  const t = useT();
  const { run, pending } = useCall(priceEffect.preview);
  const [question, setQuestion] = useState<Question>();
  const ask = async (change: PriceChange, removing?: string): Promise<Unpaid | undefined> => {
    const effect = await run(change);
    if (effect.count === 0 && removing === undefined) return "leave";
    return new Promise((resolve) => {
      setQuestion({
        effect,
        removing,
        answer: (unpaid) => {
          setQuestion(undefined);
          resolve(unpaid);
        },
      });
    });
  };
  return {
    ask,
    pending,
    dialog: question && (
      <EffectDialog
        effect={question.effect}
        title={t("prices.effect.title")}
        confirm={t("common.save")}
        deleting={question.removing}
        busy={false}
        failure={undefined}
        onConfirm={question.answer}
        onClose={() => question.answer(undefined)}
      />
    ),
  };
}
