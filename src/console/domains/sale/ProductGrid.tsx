import { useEffect, useImperativeHandle, useRef, useState, type Ref, type RefObject } from "react";
import { type Product, stock } from "../../../contract/stock/stock";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { can } from "../../providers/access-control";
import { useSession } from "../../session/store";
import { beep } from "../../desk/beep";
import { ErrorState } from "../../ui/ErrorState";
import { SearchField } from "../../ui/SearchField";
import { Kbd } from "../../ui/Kbd";
import { SkeletonText } from "../../ui/Skeleton";
import { ITEM_TABS, ItemTiles } from "./ItemTiles";
import { useGoods } from "./offline/use-goods";
import { isSoldOut, ProductTile } from "./ProductTile";
import { QuickKeys, useQuickKeys } from "./quick-keys/QuickKeys";
import type { TillItem } from "./till";

/** The tabs beside classes: what this person may sell. */
function useSellable(): readonly (typeof ITEM_TABS)[number][] {
  useSession();
  return ITEM_TABS.filter(({ code }) => can(code));
}

/** The tab of the quick keys. */
const QUICK = "quick";
/** Pattern of typed input that is treated as a barcode when entered. */
const CODE = /^\d{6,}$/;
const WAIT_MS = 120;
const SHOWN = 60;

/**
 * Goods of the till: found by name, pinyin or barcode, or by their class; a tap or Enter puts one in.
 * @param taken pieces in the cart, by product
 * @param said what came of a scan or of a typed code that nothing has
 */
export function ProductGrid({
  input,
  quickKeys,
  taken,
  items,
  memberId,
  said,
  onSaid,
  onPick,
  onItem,
}: {
  input: RefObject<HTMLInputElement | null>;
  /** Shows the quick keys, with the focus on the first. */
  quickKeys: Ref<() => void>;
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
  const [query, setQuery] = useState("");
  const quick = useQuickKeys();
  const [chosen, setChosen] = useState<string>();
  // Goods that staff pinned come first, where there are any.
  const classId = chosen ?? (quick.keys.length > 0 ? QUICK : "");
  const [entered, setEntered] = useState(false);
  const kinds = useSellable();
  const kind = text.trim() === "" ? kinds.find((tab) => tab.kind === classId)?.kind : undefined;
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const classes = useRead(stock.classes, {}, { staleTime: 60_000 });
  const isQuick = classId === QUICK && text.trim() === "";
  const found = useGoods(query, kind === undefined && classId !== QUICK ? classId : "", SHOWN);
  const current = query === text.trim() && found.current;
  const first = current ? found.content?.[0] : undefined;
  const pick = (product: Product): void => {
    if (isSoldOut(product, taken.get(product.id) ?? 0)) return;
    onPick(product);
    setText("");
  };
  // Enter pressed before the answer came takes the first as soon as it is there.
  useEffect(() => {
    if (!entered || !current) return;
    setEntered(false);
    if (first) pick(first);
    else if (found.content?.length === 0 && CODE.test(query)) {
      // A code is not a search: the goods stay in sight, and the next code can be typed at once.
      beep();
      onSaid(t("sale.productGrid.noGoodsBarcode", { code: query }));
      setText("");
    }
    // The answer to what is typed decides; a new handler does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [entered, current, first]);
  const goods = useRef<HTMLDivElement>(null);
  useImperativeHandle(quickKeys, () => () => {
    setText("");
    setChosen(QUICK);
    setTimeout(() => goods.current?.querySelector<HTMLElement>(".till-quick button:enabled")?.focus(), 0);
  });
  const tabs = [{ id: "", name: t("list.all") }, ...(classes.data?.content ?? []).filter(({ products }) => products > 0)];
  return (
    <div ref={goods} className="till-goods">
      <SearchField
        input={input}
        icon="scan"
        large
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the till is always ready for the scanner
        autoFocus
        label={t("sale.productGrid.scanBarcodeTypeName")}
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
        {said !== "" ? said : kind === undefined && current && found.content?.length === 0 ? t("sale.productGrid.noGoodsFound") : ""}
      </p>
      <div className="till-classes" role="group" aria-label={t("sale.productGrid.productClasses")}>
        {(quick.keys.length > 0 || quick.canEdit) && (
          <button type="button" aria-pressed={classId === QUICK} aria-keyshortcuts="F3" onClick={() => setChosen(QUICK)}>
            {t("sale.productGrid.quickKeys")}
          </button>
        )}
        {tabs.map(({ id, name }) => (
          <button key={id} type="button" aria-pressed={classId === id} onClick={() => setChosen(id)}>
            {name}
          </button>
        ))}
        {kinds.map((tab) => (
          <button
            key={tab.kind}
            type="button"
            className="till-kind"
            aria-pressed={classId === tab.kind}
            onClick={() => setChosen(tab.kind)}
          >
            {t(tab.name)}
          </button>
        ))}
      </div>
      {isQuick && <QuickKeys of={quick} taken={taken} onPick={pick} />}
      {kind !== undefined && <ItemTiles kind={kind} taken={items} memberId={memberId} onPick={onItem} />}
      {found.error && <ErrorState what={found.error.message} onRetry={found.again} />}
      {!found.content && !found.error && <SkeletonText lines={6} label={t("ui.loading")} />}
      <ul
        className="till-tiles"
        hidden={kind !== undefined || isQuick}
        aria-label={t("sale.productGrid.goods")}
        aria-busy={!current || undefined}
      >
        {(found.content ?? []).map((product) => (
          <li key={product.id}>
            <ProductTile product={product} count={taken.get(product.id) ?? 0} onPick={pick} />
          </li>
        ))}
      </ul>
    </div>
  );
}
