/** Shows values that an act changes, as they are now and as they will be: in every dialog that moves a balance. */
import type { ReactNode } from "react";
import { fen, yuan } from "../../contract/core/money";
import { Money } from "./Money";
import "../theme/form.css";

interface Moved {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
  /** There is not enough for it. */
  readonly short?: boolean;
}

export function BeforeAfter({ rows }: { readonly rows: readonly Moved[] }) {
  return (
    <dl className="before-after" aria-live="polite">
      {rows.map(({ label, before, after, short }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {before} → <b className={short ? "bad" : undefined}>{after}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A balance of yuan that moves by so many fen. */
export const movedBy = (label: string, balance: string, by: number): Moved => {
  const after = fen(balance) + by;
  return { label, before: <Money value={balance} />, after: <Money value={yuan(after)} />, short: after < 0 };
};
