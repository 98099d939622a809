import { barcodeKey } from "../../../../contract/core/typed/code";
import "./goods.css";
import { useEffect, useState } from "react";
import { fen, showFen } from "../../../../contract/core/money";
import { type Product, stock } from "../../../../contract/stock/stock";
import { invoke } from "../../../api/invoke";
import { useRead } from "../../../api/use-read";
import { useT } from "../../../i18n/use-t";
import { useScan } from "../../../desk/use-scan";
import { ErrorState } from "../../../ui/ErrorState";
import { Icon } from "../../../ui/Icon";
import { SkeletonText } from "../../../ui/Skeleton";
import { isOfInputMethod } from "../../../keys/ime";

const WAIT_MS = 150;
const SHOWN = 8;

/** Pieces of a product that can still be taken; undefined: as many as you like. */
export const leftOf = ({ stocked, onHand }: Product): number | undefined => (stocked ? onHand : undefined);

/**
 * Finds products by name, pinyin or barcode, typed or scanned; Enter takes the first. Without a search the first of the shop are there to be tapped.
 * @param taken pieces that are in the cart already, by product
 */
export function GoodsPicker({ taken, onPick }: { taken: ReadonlyMap<string, number>; onPick: (product: Product) => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const [query, setQuery] = useState("");
  const [entered, setEntered] = useState(false);
  const [unknown, setUnknown] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const found = useRead(stock.products, { q: query, shelf: "on", page: 0, size: SHOWN }, { keepPrevious: true, staleTime: 0 });
  const current = query === text.trim() && !found.isPlaceholderData;
  const first = current ? found.data?.content[0] : undefined;
  const none = current && found.data?.content.length === 0;
  const isOut = (product: Product): boolean => (leftOf(product) ?? Infinity) <= (taken.get(product.id) ?? 0);
  const pick = (product: Product): void => {
    if (isOut(product)) return;
    onPick(product);
    setText("");
    setUnknown(undefined);
  };
  // Enter pressed before the answer came takes the first as soon as it is there.
  useEffect(() => {
    if (!entered || !current) return;
    setEntered(false);
    if (first) pick(first);
    // The answer to what is typed decides; a new handler does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [entered, current, first]);
  useScan("barcode", ({ text: code }) => {
    invoke(stock.products, { q: code, shelf: "on", page: 0, size: SHOWN }).then(
      ({ content }) => {
        const product = content.find((one) => barcodeKey(one.barcode) === barcodeKey(code));
        if (product && !isOut(product)) pick(product);
        else setUnknown(product?.name ?? code);
      },
      () => setUnknown(code),
    );
  });
  return (
    <section>
      <label className="input">
        <Icon name="search" />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form appears because it was asked for
          autoFocus
          type="search"
          autoComplete="off"
          maxLength={64}
          aria-label={t("booking.goods.find")}
          placeholder={t("booking.goods.find")}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setEntered(false);
            setUnknown(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || isOfInputMethod(event) || event.ctrlKey || event.metaKey || text.trim() === "") return;
            event.preventDefault();
            setEntered(true);
          }}
        />
      </label>
      {found.error && !found.data && <ErrorState what={found.error.message} onRetry={() => void found.refetch()} />}
      {!found.data && !found.error && <SkeletonText lines={4} label={t("ui.loading")} />}
      <ul className="goods" aria-label={t("booking.goods.onSale")} aria-busy={!current || undefined}>
        {(found.data?.content ?? []).map((product) => {
          const left = leftOf(product);
          return (
            <li key={product.id}>
              <button
                type="button"
                className="goods-tile"
                disabled={isOut(product)}
                title={isOut(product) ? t("booking.goods.out") : undefined}
                onClick={() => pick(product)}
              >
                <b className="cut">{product.name}</b>
                <small>
                  {left === undefined ? product.className : left === 0 ? t("booking.goods.out") : t("booking.goods.left", { left })}
                </small>
                <span className="am">{showFen(fen(product.price))}</span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className="mut pay-note" role="status">
        {none ? t("booking.goods.none") : unknown !== undefined ? t("booking.goods.unknown", { code: unknown }) : ""}
      </p>
    </section>
  );
}
