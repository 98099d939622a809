import { useState } from "react";
import { notify } from "./notices";

/**
 * Switches a row on or off in its list.
 * @param turn asks for it; a refusal is shown and the switch goes back, as it does on the answer false
 * @param why reason for which the person may not; undefined: they may
 * @param busy an answer is on its way
 */
export function RowSwitch<R extends { readonly on: boolean }>({
  row,
  label,
  why,
  busy,
  turn,
}: {
  row: R;
  label: string;
  why: string | undefined;
  busy: boolean;
  turn: (on: boolean) => Promise<unknown>;
}) {
  const [pending, setPending] = useState<{ readonly on: boolean; readonly of: R }>();
  // The requested value counts until the list has been read again.
  const on = pending?.of === row ? pending.on : row.on;
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={on}
      aria-label={label}
      disabled={busy || why !== undefined}
      title={why}
      onClick={() => {
        setPending({ on: !on, of: row });
        turn(!on)
          .then((done) => {
            if (done === false) setPending(undefined);
          })
          .catch((error: unknown) => {
            setPending(undefined);
            notify.error(error instanceof Error ? error.message : String(error));
          });
      }}
    />
  );
}
