import { useState } from "react";
import { useNavigate } from "react-router";
import { pricePlans, type PlanEffect, type PricePlanDetail } from "../../../../contract/prices/price-plans";
import { useCall } from "../../../api/use-call";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { notify } from "../../../ui/notices";
import { useFinish } from "../../../ui/tab";
import { EffectDialog } from "./EffectDialog";

const LIST = "/venue-place/place-price-plan-list";
const MOST_NAME = 40;

/** Copying a plan, and deleting it after its effect was seen. */
export function PlanMore({ plan }: { plan: PricePlanDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const finish = useFinish();
  const copy = useCall(pricePlans.copy);
  const preview = useCall(pricePlans.deletePreview);
  const remove = useCall(pricePlans.delete);
  const [effect, setEffect] = useState<PlanEffect>();
  const say = (error: unknown): void => void notify.error(error instanceof Error ? error.message : String(error));
  return (
    <>
      <Button
        kind="quiet"
        icon="copy"
        busy={copy.pending}
        onClick={() =>
          void copy
            .run({ id: plan.id, name: t("prices.plan.copyName", { name: plan.name }).slice(0, MOST_NAME) })
            .then((made) => {
              notify.success(t("prices.plan.copied"));
              void navigate(`/venue-place/place-price-plan-form/${made.id}`);
            })
            .catch(say)
        }
      >
        {t("prices.plan.copy")}
      </Button>
      <Button
        kind="danger"
        icon="trash"
        busy={preview.pending}
        onClick={() => void preview.run({ id: plan.id }).then(setEffect).catch(say)}
      >
        {t("common.delete")}
      </Button>
      {effect && (
        <EffectDialog
          effect={effect}
          deleting={plan.name}
          busy={remove.pending}
          failure={remove.error?.message}
          onConfirm={
            (unpaid) =>
              void remove
                .run({ id: plan.id, unpaid })
                .then(() => {
                  notify.success(t("common.deleted"));
                  finish();
                  void navigate(LIST);
                })
                .catch(() => undefined) // shown in the dialog
          }
          onClose={() => setEffect(undefined)}
        />
      )}
    </>
  );
}
