import { type Promotion, promotions } from "../../../../contract/discounts";
import { useCall } from "../../../api/useCall";
import { useT } from "../../../i18n/useT";
import { useCan } from "../../../session/store";
import { RowSwitch } from "../../../ui/RowSwitch";
import { usePriceEffect } from "../effect/usePriceEffect";

/** Switches a promotion on or off where it stands. */
export function PromotionSwitch({ row }: { row: Promotion }) {
  const t = useT();
  const may = useCan("promotion_modify");
  const { ask, pending: asking, dialog } = usePriceEffect();
  const { run, pending } = useCall(promotions.turn);
  const label = t("prices.promotion.turn", { name: row.name });
  return (
    <>
      <RowSwitch
        row={row}
        label={label}
        disabled={!may || pending || asking}
        turn={async (on) => {
          const unpaid = await ask({ of: "promotion", id: row.id, on });
          return unpaid !== undefined && run({ id: row.id, on, unpaid });
        }}
      />
      {dialog}
    </>
  );
}
