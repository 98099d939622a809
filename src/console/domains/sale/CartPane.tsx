import { fen, showFen } from "../../../contract/core/money";
import type { SaleQuote } from "../../../contract/sale/sale";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { CardOffers } from "../../desk/CardOffers";
import { VenueCoupon } from "../../desk/VenueCoupon";
import { CommandButton } from "../../ui/CommandButton";
import { Failure } from "../../ui/Failure";
import { Kbd } from "../../ui/Kbd";
import { CartItem, CartLine } from "./CartLines";
import { RoundingRow } from "./RoundingRow";
import { isEmpty, piecesOf, type Till, withItem, withPieces } from "./till";

/** The cart: pieces, prices of this buyer, discounts by hand, the total. */
export function CartPane({
  till,
  quote,
  waits,
  error,
  couponError,
  onTill,
  onDiscount,
  onPrice,
  onHold,
  onPay,
}: {
  till: Till;
  quote: SaleQuote | undefined;
  waits: boolean;
  error: string | undefined;
  /** Why the coupon can't be used. */
  couponError: string | undefined;
  onTill: (change: (before: Till) => Till) => void;
  onDiscount: (productId?: string) => void;
  onPrice: () => void;
  onHold: () => void;
  onPay: () => void;
}) {
  const t = useT();
  const mayDiscount = useCan("sale_discount");
  const pieces = piecesOf(till);
  const empty = isEmpty(till);
  const whyEmpty = empty ? t("sale.cartPane.scanProductTapOne") : undefined;
  const whyNoGoods = whyEmpty ?? (till.lines.length === 0 ? t("sale.cartPane.cartNoGoods") : undefined);
  const deposits = quote?.items.filter(({ kind }) => kind === "deposit") ?? [];
  const off = quote ? fen(quote.discount) : 0;
  const rounding = quote ? fen(quote.rounding) : 0;
  const due = quote ? fen(quote.due) : 0;
  return (
    <div className="panel-form">
      <div className="bd">
        {empty ? (
          <p className="till-empty">{whyEmpty}</p>
        ) : (
          <ul className="till-lines" aria-label={t("sale.cartPane.cart")}>
            {till.lines.map((line) => (
              <CartLine
                key={line.productId}
                line={line}
                quote={quote}
                onQuantity={(quantity) => onTill((before) => withPieces(before, line, () => quantity))}
                onDiscount={mayDiscount ? () => onDiscount(line.productId) : undefined}
              />
            ))}
            {till.items.map((item) => (
              <CartItem
                key={`${item.kind} ${item.of ?? ""}`}
                item={item}
                priced={quote?.items.find(({ kind, of }) => kind === item.kind && of === item.of)}
                onQuantity={(quantity) => onTill((before) => withItem(before, item, quantity))}
              />
            ))}
            {deposits.map(({ of, name, quantity, total }) => (
              <li key={`deposit ${of ?? ""}`}>
                <span className="till-what">
                  <b>{name}</b>
                  <small>{t("sale.cartPane.givenBackReturn")}</small>
                </span>
                <span>× {quantity}</span>
                <span className="till-am">{showFen(fen(total))}</span>
              </li>
            ))}
          </ul>
        )}
        <CardOffers
          offers={quote?.cards ?? []}
          without={till.withoutCards}
          onWithout={(withoutCards) => onTill((before) => ({ ...before, withoutCards }))}
        />
        {till.lines.length > 0 && (
          <VenueCoupon
            memberId={till.memberId ?? undefined}
            goodFor="product"
            code={till.couponCode}
            error={couponError}
            onCode={(couponCode) => onTill((before) => ({ ...before, couponCode }))}
          />
        )}
        {error !== undefined && couponError === undefined && <Failure>{error}</Failure>}
      </div>
      <footer className="ft">
        <dl className="till-sums">
          <div>
            <dt>{t("sale.piecesSubtotal", { count: pieces })}</dt>
            <dd>{showFen(due + off + rounding)}</dd>
          </div>
          {off > 0 && (
            <div className="till-off">
              <dt>
                {t("sale.discounts")}
                {till.discount.reason !== "" && ` · ${till.discount.reason}`}
              </dt>
              <dd>{showFen(-off)}</dd>
            </div>
          )}
          <RoundingRow till={till} quote={quote} onTill={onTill} />
        </dl>
        <div className={waits ? "till-due stale" : "till-due"} aria-live="polite">
          <span>{t("sale.pay")}</span>
          <b>
            <small>¥</small>
            {showFen(due)}
          </b>
        </div>
        <div className="till-acts">
          <CommandButton size="lg" onClick={onHold} why={whyEmpty} whyInTooltip aria-keyshortcuts="F4">
            {t("sale.hold")}
          </CommandButton>
          <CommandButton size="lg" onClick={onPrice} why={whyNoGoods} whyInTooltip aria-keyshortcuts="F6">
            {t("sale.price")}
          </CommandButton>
          {mayDiscount && (
            <CommandButton size="lg" onClick={() => onDiscount()} why={whyNoGoods} whyInTooltip aria-keyshortcuts="F8">
              {t("sale.key.discount")}
            </CommandButton>
          )}
          <CommandButton kind="primary" size="lg" onClick={onPay} why={whyEmpty} whyInTooltip aria-keyshortcuts="F9">
            {t("sale.cartPane.pay", { amount: showFen(due) })} <Kbd>F9</Kbd>
          </CommandButton>
        </div>
      </footer>
    </div>
  );
}
