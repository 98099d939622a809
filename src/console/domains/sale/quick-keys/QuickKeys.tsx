import { type KeyboardEvent, useState } from "react";
import { MOST_QUICK_KEYS, type QuickColour, type QuickKeyPage, quickKeys } from "../../../../contract/sale/quick-keys";
import { type Product, stock } from "../../../../contract/stock/stock";
import { useOffline } from "../../../api/connection";
import { useRead } from "../../../api/use-read";
import { useT } from "../../../i18n/use-t";
import { isOfInputMethod } from "../../../keys/ime";
import { useCan } from "../../../providers/access-control";
import { Button } from "../../../ui/Button";
import { ProductTile } from "../ProductTile";
import { EditQuickKeys } from "./EditQuickKeys";

/** A quick key with its product. */
export interface QuickTile {
  readonly product: Product;
  readonly colour: QuickColour;
}
/** The quick keys of this till that are sold, and whether the person may change them. */
export interface QuickKeysState {
  readonly scope: QuickKeyPage["scope"];
  readonly keys: readonly QuickTile[];
  readonly canEdit: boolean;
  readonly refetch: () => void;
}

/** Reads the quick keys of this till. */
export function useQuickKeys(): QuickKeysState {
  const isOffline = useOffline();
  const canEdit = useCan("sale_quick_keys");
  const page = useRead(quickKeys.view, {}, { staleTime: 60_000, enabled: !isOffline });
  const pinned = page.data?.keys ?? [];
  const ids = pinned.map(({ productId }) => productId).join(",");
  const goods = useRead(
    stock.products,
    { ids, shelf: "on", page: 0, size: MOST_QUICK_KEYS },
    { staleTime: 0, keepPrevious: true, enabled: ids !== "" && !isOffline },
  );
  const byId = new Map((ids === "" ? [] : (goods.data?.content ?? [])).map((product) => [product.id, product]));
  return {
    scope: page.data?.scope ?? "venue",
    keys: pinned.flatMap(({ productId, colour }) => {
      const product = byId.get(productId);
      return product ? [{ product, colour }] : [];
    }),
    canEdit: canEdit && !isOffline,
    refetch: () => void page.refetch(),
  };
}

/** Moves the focus by arrow keys between tiles, as they lie on the screen. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  if (isOfInputMethod(event.nativeEvent)) return;
  const tiles = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("button:enabled")];
  const at = tiles.findIndex((tile) => tile === document.activeElement);
  const here = tiles[at];
  if (!here) return;
  const isInRow = (tile: HTMLElement): boolean => tile.offsetTop === here.offsetTop;
  const columns = Math.max(1, tiles.filter(isInRow).length);
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  tiles[at + step]?.focus();
}

/** The page of quick keys; arrows and Enter choose. */
export function QuickKeys({
  of,
  taken,
  onPick,
}: {
  of: QuickKeysState;
  taken: ReadonlyMap<string, number>;
  onPick: (product: Product) => void;
}) {
  const t = useT();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      {of.keys.length === 0 && <p className="till-empty">{t("sale.quickKeys.noQuickKeysYet")}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the buttons in it */}
      <ul className="till-tiles till-quick" aria-label={t("sale.quickKeys.quickKeys")} onKeyDown={moveFocus}>
        {of.keys.map(({ product, colour }) => (
          <li key={product.id}>
            <ProductTile product={product} colour={colour} count={taken.get(product.id) ?? 0} onPick={onPick} />
          </li>
        ))}
      </ul>
      {of.canEdit && (
        <p className="row">
          <Button kind="quiet" icon="edit" onClick={() => setEditing(true)}>
            {t("sale.editQuickKeys2")}
          </Button>
        </p>
      )}
      {isEditing && (
        <EditQuickKeys
          of={of}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            of.refetch();
          }}
        />
      )}
    </>
  );
}
