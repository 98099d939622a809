import { useState } from "react";
import { type Bundle, bundles } from "../../../contract/places";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { useCan } from "../../session/store";
import { notify } from "../../ui/notices";

/** Switches a bundle on or off where it stands. */
export function BundleSwitch({ row }: { row: Bundle }) {
  const t = useT();
  const may = useCan("place_set_modify");
  const { run, pending } = useCall(bundles.turn);
  const [asked, setAsked] = useState<{ readonly on: boolean; readonly of: Bundle }>();
  // What was asked counts until the list has been read again.
  const on = asked?.of === row ? asked.on : row.on;
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={t("places.bundle.turn", { name: row.name })}
      disabled={!may || pending}
      onClick={() => {
        setAsked({ on: !on, of: row });
        run({ id: row.id, on: !on }).catch((error: unknown) => {
          setAsked(undefined);
          notify.error(error instanceof Error ? error.message : String(error));
        });
      }}
    />
  );
}
