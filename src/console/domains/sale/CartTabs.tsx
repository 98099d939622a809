import { fen, showFen } from "../../../contract/core/money";
import type { Cart } from "../../../contract/sale/sale";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { When } from "../../ui/When";

/** Waiting carts, as tabs next to the current one. */
export function CartTabs({
  carts,
  fresh,
  onRecall,
  onNew,
}: {
  carts: readonly Cart[];
  fresh: boolean;
  onRecall: (cart: Cart) => void;
  onNew: () => void;
}) {
  const t = useT();
  return (
    <div className="till-carts" role="group" aria-label={t("sale.cartTabs.carts")}>
      <button type="button" aria-pressed>
        {t("sale.cart")}
      </button>
      {carts.map((cart) => (
        <button key={cart.id} type="button" onClick={() => onRecall(cart)} title={cart.goods}>
          {cart.state === "open" ? t("sale.cartTabs.open") : t("sale.cartTabs.onHold")} <When at={cart.at} />{" "}
          {cart.remark || cart.memberName || showFen(fen(cart.total))}
        </button>
      ))}
      <Button
        kind="quiet"
        icon="plus"
        aria-label={t("sale.cartTabs.holdCartBeginAnother")}
        why={fresh ? t("sale.cartTabs.cartEmptyUse") : undefined}
        whyInTooltip
        onClick={onNew}
      />
    </div>
  );
}
