import { fen, showFen } from "../../../contract/core/money";
import type { QuickColour } from "../../../contract/sale/quick-keys";
import type { Product } from "../../../contract/stock/stock";
import { apiAddress } from "../../api/host";
import { useT } from "../../i18n/use-t";
import { Icon } from "../../ui/Icon";

/** Pieces that can still be put in; undefined: as many as you like. */
const remainingPieces = (product: Product, taken: number): number | undefined => (product.stocked ? product.onHand - taken : undefined);

/** True if no further piece can be put in. @param taken pieces in the cart */
export const isSoldOut = (product: Product, taken: number): boolean => (remainingPieces(product, taken) ?? 1) <= 0;

/** A product as a tile that puts a piece into the cart. */
export function ProductTile({
  product,
  count,
  colour = "plain",
  onPick,
}: {
  product: Product;
  /** Pieces in the cart. */
  count: number;
  colour?: QuickColour;
  onPick: (product: Product) => void;
}) {
  const t = useT();
  const left = remainingPieces(product, 0);
  const low = left !== undefined && product.lowLimit > 0 && left <= product.lowLimit;
  const isOut = count === 0 && isSoldOut(product, 0);
  return (
    <button
      type="button"
      className={count > 0 ? "till-tile on" : "till-tile"}
      data-colour={colour}
      disabled={isOut}
      title={isOut ? t("sale.productTile.soldOut") : undefined}
      onClick={() => onPick(product)}
    >
      {product.picture === null ? (
        <span className="till-pic" aria-hidden>
          <Icon name={product.stocked ? "box" : "bolt"} />
        </span>
      ) : (
        <img className="till-pic" src={apiAddress(product.picture)} alt="" loading="lazy" />
      )}
      <b>
        {product.name} {product.spec}
      </b>
      <span className="till-price">
        <span>{showFen(fen(product.price))}</span>
        <small className={low ? "low" : undefined}>
          {left === undefined
            ? t("sale.productTile.service")
            : left <= 0
              ? t("sale.productTile.soldOut2")
              : low
                ? t("sale.productTile.only", { left })
                : t("sale.left", { left })}
        </small>
      </span>
      {count > 0 && (
        <span className="till-count">
          {count}
          <span className="sr"> {t("sale.productTile.cart")}</span>
        </span>
      )}
    </button>
  );
}
