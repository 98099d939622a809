import { useEffect, useState, type RefObject } from "react";
import { apiAddress } from "../../api/host";
import { fen, showFen } from "../../../contract/core/money";
import { type Product, stock } from "../../../contract/stock/stock";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { can } from "../../providers/access-control";
import { useSession } from "../../session/store";
import { beep } from "../../desk/beep";
import { ErrorState } from "../../ui/ErrorState";
import { Icon } from "../../ui/Icon";
import { SearchField } from "../../ui/SearchField";
import { Kbd } from "../../ui/Kbd";
import { SkeletonText } from "../../ui/Skeleton";
import { ITEM_TABS, ItemTiles } from "./ItemTiles";
import { useGoods } from "./offline/use-goods";
import type { TillItem } from "./till";

/** The tabs beside classes: what this person may sell. */
function useSellable(): readonly (typeof ITEM_TABS)[number][] {
  useSession();
  return ITEM_TABS.filter(({ code }) => can(code));
}

/** Pattern of typed input that is treated as a barcode when entered. */
const CODE = /^\d{6,}$/;
const WAIT_MS = 120;
const SHOWN = 60;

/** Pieces that can still be put in; undefined: as many as you like. */
const remainingPieces = (product: Product, taken: number): number | undefined => (product.stocked ? product.onHand - taken : undefined);

/**
 * Goods of the till: found by name, pinyin or barcode, or by their class; a tap or Enter puts one in.
 * @param taken pieces in the cart, by product
 * @param said what came of a scan or of a typed code that nothing has
 */
export function ProductGrid({
  input,
  taken,
  items,
  memberId,
  said,
  onSaid,
  onPick,
  onItem,
}: {
  input: RefObject<HTMLInputElement | null>;
  taken: ReadonlyMap<string, number>;
  items: readonly TillItem[];
  memberId: string | null;
  said: string;
  onSaid: (text: string) => void;
  onPick: (product: Product) => void;
  onItem: (item: Omit<TillItem, "quantity">) => void;
}) {
  const t = useT();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState("");
  const [classId, setClassId] = useState("");
  const [entered, setEntered] = useState(false);
  const kinds = useSellable();
  const kind = text.trim() === "" ? kinds.find((tab) => tab.kind === classId)?.kind : undefined;
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const classes = useRead(stock.classes, {}, { staleTime: 60_000 });
  const found = useGoods(asked, kind === undefined ? classId : "", SHOWN);
  const current = asked === text.trim() && found.current;
  const first = current ? found.content?.[0] : undefined;
  const isOut = (product: Product): boolean => (remainingPieces(product, taken.get(product.id) ?? 0) ?? 1) <= 0;
  const pick = (product: Product): void => {
    if (isOut(product)) return;
    onPick(product);
    setText("");
  };
  // Enter pressed before the answer came takes the first as soon as it is there.
  useEffect(() => {
    if (!entered || !current) return;
    setEntered(false);
    if (first) pick(first);
    else if (found.content?.length === 0 && CODE.test(asked)) {
      // A code is not a search: the goods stay in sight, and the next code can be typed at once.
      beep();
      onSaid(t({ zh: "没有条码为 {code} 的商品", en: "No goods have the barcode {code}" }, { code: asked }));
      setText("");
    }
    // The answer to what is typed decides; a new handler does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [entered, current, first]);
  const tabs = [{ id: "", name: t({ zh: "全部", en: "All" }) }, ...(classes.data?.content ?? []).filter(({ products }) => products > 0)];
  return (
    <div className="till-goods">
      <SearchField
        input={input}
        icon="scan"
        large
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the till is always ready for the scanner
        autoFocus
        label={t({ zh: "扫条码，或输入商品名、拼音首字母", en: "Scan a barcode, or type a name" })}
        value={text}
        onChange={(typed) => {
          setText(typed);
          setEntered(false);
          if (said !== "" && typed !== "") onSaid("");
        }}
        onEnter={() => setEntered(true)}
        hint={<Kbd>/</Kbd>}
      />
      <p className="till-said" role="status">
        {said !== ""
          ? said
          : kind === undefined && current && found.content?.length === 0
            ? t({ zh: "没有找到商品", en: "No goods found" })
            : ""}
      </p>
      <div className="till-classes" role="group" aria-label={t({ zh: "商品分类", en: "Product classes" })}>
        {tabs.map(({ id, name }) => (
          <button key={id} type="button" aria-pressed={classId === id} onClick={() => setClassId(id)}>
            {name}
          </button>
        ))}
        {kinds.map((tab) => (
          <button
            key={tab.kind}
            type="button"
            className="till-kind"
            aria-pressed={classId === tab.kind}
            onClick={() => setClassId(tab.kind)}
          >
            {t(tab.name)}
          </button>
        ))}
      </div>
      {kind !== undefined && <ItemTiles kind={kind} taken={items} memberId={memberId} onPick={onItem} />}
      {found.error && <ErrorState what={found.error.message} onRetry={found.again} />}
      {!found.content && !found.error && <SkeletonText lines={6} label={t("ui.loading")} />}
      <ul className="till-tiles" hidden={kind !== undefined} aria-label={t({ zh: "商品", en: "Goods" })} aria-busy={!current || undefined}>
        {(found.content ?? []).map((product) => {
          const count = taken.get(product.id) ?? 0;
          const left = remainingPieces(product, 0);
          const low = left !== undefined && product.lowLimit > 0 && left <= product.lowLimit;
          return (
            <li key={product.id}>
              <button
                type="button"
                className={count > 0 ? "till-tile on" : "till-tile"}
                disabled={isOut(product) && count === 0}
                title={isOut(product) && count === 0 ? t({ zh: "已售罄", en: "Sold out" }) : undefined}
                onClick={() => pick(product)}
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
                      ? t({ zh: "服务", en: "service" })
                      : left <= 0
                        ? t({ zh: "售罄", en: "sold out" })
                        : low
                          ? t({ zh: "仅剩 {left}", en: "only {left}" }, { left })
                          : t({ zh: "余 {left}", en: "{left} left" }, { left })}
                  </small>
                </span>
                {count > 0 && (
                  <span className="till-count">
                    {count}
                    <span className="sr"> {t({ zh: "件在单中", en: "in the cart" })}</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
