import { type Bundle, bundles } from "../../../contract/places";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { useCan } from "../../session/store";
import { RowSwitch } from "../../ui/RowSwitch";
import { usePriceEffect } from "../prices/effect/usePriceEffect";

/** Switches a bundle on or off where it stands. */
export function BundleSwitch({ row }: { row: Bundle }) {
  const t = useT();
  const may = useCan("place_set_modify");
  const { ask, pending: asking, dialog } = usePriceEffect();
  const { run, pending } = useCall(bundles.turn);
  const label = t("places.bundle.turn", { name: row.name });
  return (
    <>
      <RowSwitch
        row={row}
        label={label}
        disabled={!may || pending || asking}
        turn={async (on) => {
          const unpaid = await ask({ of: "bundle", id: row.id, on });
          return unpaid !== undefined && run({ id: row.id, on, unpaid });
        }}
      />
      {dialog}
    </>
  );
}
