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
    <div className="till-carts" role="group" aria-label={t({ zh: "单子", en: "Carts" })}>
      <button type="button" aria-pressed>
        {t({ zh: "当前单", en: "This cart" })}
      </button>
      {carts.map((cart) => (
        <button key={cart.id} type="button" onClick={() => onRecall(cart)} title={cart.goods}>
          {cart.state === "open" ? t({ zh: "处理中", en: "Open" }) : t({ zh: "挂单", en: "Hung" })} <When at={cart.at} />{" "}
          {cart.remark || cart.memberName || showFen(fen(cart.total))}
        </button>
      ))}
      <Button
        kind="quiet"
        icon="plus"
        aria-label={t({ zh: "挂起当前单，另开一单", en: "Hang this cart, begin another" })}
        why={fresh ? t({ zh: "当前单是空的，直接用它", en: "This cart is empty: use it" }) : undefined}
        whyInTooltip
        onClick={onNew}
      />
    </div>
  );
}
