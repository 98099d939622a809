import type { z } from "zod";
import type { Call } from "../../../../contract/call";
import type { Code } from "../../../../contract/permissions";
import { useCall } from "../../../api/useCall";
import { useCan } from "../../../session/store";
import { RowSwitch } from "../../../ui/RowSwitch";
import type { Unpaid } from "../plan/EffectDialog";
import { usePriceEffect } from "./usePriceEffect";

/** Switches a rule of price on or off where it stands in its list, after a question where that touches unpaid bookings. */
export function RuleSwitch({
  row,
  of,
  call,
  code,
  label,
}: {
  row: { readonly id: string; readonly on: boolean };
  of: "promotion" | "bundle";
  call: Call<z.ZodType<unknown, { id: string; on: boolean; unpaid?: Unpaid | undefined }>>;
  /** Who may. */
  code: Code;
  label: string;
}) {
  const may = useCan(code);
  const { ask, pending: asking, dialog } = usePriceEffect();
  const { run, pending } = useCall(call);
  return (
    <>
      <RowSwitch
        row={row}
        label={label}
        disabled={!may || pending || asking}
        turn={async (on) => {
          const unpaid = await ask({ of, id: row.id, on });
          return unpaid !== undefined && run({ id: row.id, on, unpaid });
        }}
      />
      {dialog}
    </>
  );
}
