import type { z } from "zod";
import type { Call } from "../../../../contract/call";
import type { Code } from "../../../../contract/permissions";
import { useCall } from "../../../api/useCall";
import { useCan } from "../../../session/store";
import type { Column } from "../../../ui/list/columns";
import { RowSwitch } from "../../../ui/RowSwitch";
import type { Unpaid } from "../plan/EffectDialog";
import { usePriceEffect } from "./usePriceEffect";

interface Switching {
  readonly of: "promotion" | "bundle";
  readonly call: Call<z.ZodType<unknown, { id: string; on: boolean; unpaid?: Unpaid | undefined }>>;
  /** Who may. */
  readonly code: Code;
}

function RuleSwitch({ row, of, call, code, label }: Switching & { row: { readonly id: string; readonly on: boolean }; label: string }) {
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

/**
 * Switches a rule of price on or off where it stands in its list, after a question where that touches unpaid bookings.
 * @param title of the column
 * @param label what the switch of this rule does
 */
export const switchColumn = <R extends { readonly id: string; readonly on: boolean }>({
  title,
  label,
  ...switching
}: Switching & { readonly title: string; readonly label: (row: R) => string }): Column<R> => ({
  key: "on",
  title,
  width: 72,
  sort: "on",
  render: (row) => <RuleSwitch {...switching} row={row} label={label(row)} />,
});
