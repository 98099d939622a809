/** Finds products for the lines of a document: typed, scanned, or many at once. */
import { barcodeKey, isWeighed, WEIGHED } from "../../../contract/core/typed/code";
import { type RefObject, useId, useState } from "react";
import { type DocumentKind, stockDocuments, type StockGoods } from "../../../contract/stock/stock-documents";
import { stock } from "../../../contract/stock/stock";
import { invoke } from "../../api/invoke";
import { useRead } from "../../api/use-read";
import { useSettled } from "../../api/use-settled";
import { useT } from "../../i18n/use-t";
import { useScan } from "../../desk/use-scan";
import { Button } from "../../ui/Button";
import { SearchField } from "../../ui/SearchField";
import { notify } from "../../ui/notices";
import { isReceipt } from "./lines";

const MANY = 500;

export function GoodsFinder({
  kind,
  warehouse,
  supplierId,
  search,
  onAdd,
}: {
  kind: DocumentKind;
  warehouse: "main" | "shop";
  supplierId: string | null;
  search: RefObject<HTMLInputElement | null>;
  /** @param once many at once: those that are there already stay as they are */
  onAdd: (goods: readonly StockGoods[], once: boolean) => void;
}) {
  const t = useT();
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const [q] = useSettled(text.trim(), 150);
  const found = useRead(stockDocuments.goods, { q, warehouse, size: 8 }, { enabled: q !== "", keepPrevious: true, staleTime: 0 });
  const rows = text.trim() === "" ? [] : (found.data ?? []);
  const current = q === text.trim() && !found.isPlaceholderData && found.data !== undefined;
  const none = text.trim() !== "" && current && rows.length === 0;
  const pick = (goods: StockGoods | undefined): void => {
    if (!goods) return;
    onAdd([goods], false);
    setText("");
    setAt(0);
  };
  const byCode = (code: string): void => {
    invoke(stockDocuments.goods, { q: code, warehouse, size: 8 }).then(
      (all) => {
        const goods = all.find(({ barcode }) => barcodeKey(barcode) === barcodeKey(code)) ?? (all.length === 1 ? all[0] : undefined);
        if (goods) pick(goods);
        else if (all.length === 0) notify.error(isWeighed(code) ? t(WEIGHED) : t("stock.goodsFinder.noProductBarcodeNothing", { code }));
      },
      () => undefined,
    );
  };
  useScan("barcode", ({ text: code }) => {
    byCode(code);
    return true;
  });
  const addMany = (more: object): void => {
    invoke(stockDocuments.goods, { warehouse, size: MANY, ...more }).then(
      (all) => {
        if (all.length === 0) notify.error(t("stock.goodsFinder.thereNoProductsAdd"));
        else onAdd(all, true);
      },
      () => undefined,
    );
  };
  return (
    <div className="sd-scan">
      <div className="sd-find">
        <SearchField
          input={search}
          icon="scan"
          large
          label={t("stock.goodsFinder.addProduct")}
          placeholder={t("stock.goodsFinder.scanBarcodeAddOne")}
          value={text}
          onChange={(typed) => {
            setText(typed);
            setAt(0);
          }}
          onEnter={() => {
            if (current) pick(rows[at]);
            else byCode(text.trim());
          }}
          onEscape={() => setText("")}
          found={{ list, count: rows.length, at, onAt: setAt, active: rows.length > 0 ? `${list}-${at}` : undefined }}
          hint={<kbd aria-hidden>/</kbd>}
        />
        <ul id={list} role="listbox" className="sd-found" aria-label={t("stock.goodsFinder.productsFound")} hidden={rows.length === 0}>
          {rows.map((goods, i) => (
            <li key={goods.productId} id={`${list}-${i}`} role="option" aria-selected={i === at}>
              <button type="button" tabIndex={-1} onClick={() => pick(goods)}>
                <b>{[goods.name, goods.spec].filter(Boolean).join(" ")}</b>
                <small className="mono">{goods.barcode}</small>
                <span>{t("stock.goodsFinder.there", { count: goods.onHand, unit: goods.unit })}</span>
              </button>
            </li>
          ))}
        </ul>
        <p className="sd-none" role="status">
          {none ? t("stock.goodsFinder.nothingFoundServicesCarry", { text: text.trim() }) : ""}
        </p>
      </div>
      {isReceipt(kind) && supplierId !== null && (
        <Button onClick={() => addMany({ supplierId })}>{t("stock.goodsFinder.whatSuppliedBefore")}</Button>
      )}
      {kind === "count" && <CountMany onAdd={addMany} />}
    </div>
  );
}

/** Takes all products, or those of a class, into a count. */
function CountMany({ onAdd }: { onAdd: (more: object) => void }) {
  const t = useT();
  const { data } = useRead(stock.classes, {});
  return (
    <label className="input input-lg sd-many">
      <select
        aria-label={t("stock.goodsFinder.addManyProducts")}
        value=""
        onChange={(event) => onAdd(event.target.value === "*" ? {} : { classId: event.target.value })}
      >
        <option value="">{t("stock.goodsFinder.addMany")}</option>
        <option value="*">{t("stock.goodsFinder.allProducts")}</option>
        {(data?.content ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
