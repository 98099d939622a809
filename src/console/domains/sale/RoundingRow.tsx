import { fen, showFen } from "../../../contract/core/money";
import type { SaleQuote } from "../../../contract/sale/sale";
import { useT } from "../../i18n/use-t";
import { CommandButton } from "../../ui/CommandButton";
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
  return (
    <div className="till-off">
      <dt>
        <CommandButton
          kind="quiet"
          aria-keyshortcuts="F7"
          why={till.scanned === null && !isCharging ? undefined : t({ zh: "这单已扫码收款，应收不能再变", en: "A code has paid for this cart; its total stays" })}
          whyInTooltip
          onClick={() => onTill((before) => ({ ...before, rounding: next }))}
        >
          {offered
            ? t({ zh: "抹零 {amount}", en: "Round down by {amount}" }, { amount: showFen(fen(offered.amount)) })
            : t({ zh: "不抹零", en: "Do not round" })}{" "}
          <Kbd>F7</Kbd>
        </CommandButton>
      </dt>
      <dd>
        {amount > 0 && (
          <>
            {t({ zh: "抹零", en: "Rounding" })} {showFen(-amount)}
          </>
        )}
        {amount === 0 && till.rounding !== null && t({ zh: "没有可抹的零头", en: "Nothing to round off" })}
      </dd>
    </div>
  );
}
