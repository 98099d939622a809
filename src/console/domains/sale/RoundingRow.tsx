import { fen, showFen } from "../../../contract/core/money";
import type { SaleQuote } from "../../../contract/sale/sale";
import { useT } from "../../i18n/use-t";
import { Kbd } from "../../ui/Kbd";
import { nextRounding, type Till } from "./till";

/** The rounding of the cart: its amount, and a button for the next unit. Renders nothing where the venue rounds no cart. */
export function RoundingRow({
  till,
  quote,
  isCharging = false,
  onTill,
}: {
  till: Till;
  quote: SaleQuote | undefined;
  /** A code is being charged: the total stays. */
  isCharging?: boolean;
  onTill: (change: (before: Till) => Till) => void;
}) {
  const t = useT();
  const amount = quote ? fen(quote.rounding) : 0;
  if (quote === undefined || (quote.roundings.length === 0 && till.rounding === null)) return null;
  const next = nextRounding(till, quote);
  const offered = quote.roundings.find(({ unit }) => unit === next);
  const isFixed = till.scanned !== null || isCharging;
  const names = { jiao: t("sale.roundingRow.jiao"), yuan: t("sale.roundingRow.yuan") };
  return (
    <div className="till-off">
      <dt className="row">
        {t("sale.rounding")}
        {!isFixed && (
          <button type="button" className="link" aria-keyshortcuts="F7" onClick={() => onTill((before) => ({ ...before, rounding: next }))}>
            {offered ? `${names[offered.unit]} ${showFen(-fen(offered.amount))}` : t("sale.roundingRow.none")} <Kbd>F7</Kbd>
          </button>
        )}
      </dt>
      <dd>{amount > 0 ? showFen(-amount) : till.rounding !== null && t("sale.roundingRow.nothingRoundOff")}</dd>
    </div>
  );
}
