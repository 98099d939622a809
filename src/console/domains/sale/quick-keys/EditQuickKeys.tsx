import { useRef, useState } from "react";
import { MOST_QUICK_KEYS, QUICK_COLOURS, type QuickColour, quickKeys } from "../../../../contract/sale/quick-keys";
import type { Product } from "../../../../contract/stock/stock";
import { useCall } from "../../../api/use-call";
import { Modal } from "../../../desk/Modal";
import type { TKey } from "../../../i18n/keys";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { SearchField } from "../../../ui/SearchField";
import { useGoods } from "../offline/use-goods";
import type { QuickKeysState } from "./QuickKeys";

const FOUND = 5;
const COLOURS = {
  plain: "sale.editQuickKeys.plain",
  blue: "sale.editQuickKeys.blue",
  green: "sale.editQuickKeys.green",
  orange: "sale.editQuickKeys.orange",
  red: "sale.editQuickKeys.red",
} as const satisfies Record<QuickColour, TKey>;

type Keys = QuickKeysState["keys"];

/** Swaps a key with the one before it. */
const swapWithPrevious = (keys: Keys, at: number): Keys => {
  const [before, key] = [keys[at - 1], keys[at]];
  return before && key ? [...keys.slice(0, at - 1), key, before, ...keys.slice(at + 1)] : keys;
};

/** Pins products to the quick keys: which, in which order and colour, for this till or for the venue. */
export function EditQuickKeys({ of, onSaved, onClose }: { of: QuickKeysState; onSaved: () => void; onClose: () => void }) {
  const t = useT();
  const [scope, setScope] = useState(of.scope);
  const [keys, setKeys] = useState(of.keys);
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const found = useGoods(text.trim(), "", FOUND + keys.length);
  const hits = text.trim() === "" ? [] : (found.content ?? []).filter(({ id }) => !keys.some(({ product }) => product.id === id));
  const { run, pending, error } = useCall(quickKeys.modify);
  const add = (product: Product | undefined): void => {
    if (!product || keys.length >= MOST_QUICK_KEYS) return;
    setKeys([...keys, { product, colour: "plain" }]);
    setText("");
    input.current?.focus();
  };
  const save = async (): Promise<void> => {
    try {
      await run({ scope, keys: keys.map(({ product, colour }) => ({ productId: product.id, colour })) });
      onSaved();
    } catch {
      // Shown in the dialog; nothing that was chosen is lost.
    }
  };
  return (
    <Modal title={t("sale.editQuickKeys2")} width={520} onClose={onClose}>
      <div className="pay-form till-quick-edit">
        <div className="seg" role="group" aria-label={t("sale.editQuickKeys.for")}>
          <button type="button" aria-pressed={scope === "venue"} onClick={() => setScope("venue")}>
            {t("sale.editQuickKeys.allTillsVenue")}
          </button>
          <button type="button" aria-pressed={scope === "till"} onClick={() => setScope("till")}>
            {t("sale.editQuickKeys.tillOnly")}
          </button>
        </div>
        <SearchField
          input={input}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to add products
          autoFocus
          label={t("sale.editQuickKeys.addProductNamePinyin")}
          value={text}
          onChange={setText}
          onEnter={() => add(hits[0])}
        />
        <div className="row wrap">
          {hits.slice(0, FOUND).map((product) => (
            <Button key={product.id} icon="plus" onClick={() => add(product)}>
              {`${product.name} ${product.spec}`.trim()}
            </Button>
          ))}
        </div>
        <ul className="till-lines">
          {keys.map(({ product, colour }, at) => (
            <li key={product.id}>
              <span className="till-what">
                <b>{`${product.name} ${product.spec}`.trim()}</b>
              </span>
              <select
                aria-label={t("sale.editQuickKeys.colour", { name: product.name })}
                value={colour}
                onChange={(event) => {
                  const next = QUICK_COLOURS.find((one) => one === event.target.value) ?? "plain";
                  setKeys(keys.map((key, i) => (i === at ? { ...key, colour: next } : key)));
                }}
              >
                {QUICK_COLOURS.map((one) => (
                  <option key={one} value={one}>
                    {t(COLOURS[one])}
                  </option>
                ))}
              </select>
              <span className="row">
                <Button
                  kind="quiet"
                  icon="arrow-up"
                  spent={at === 0}
                  aria-label={t("sale.editQuickKeys.moveForward", { name: product.name })}
                  onClick={() => setKeys(swapWithPrevious(keys, at))}
                />
                <Button
                  kind="quiet"
                  icon="close"
                  aria-label={t("sale.editQuickKeys.remove", { name: product.name })}
                  onClick={() => setKeys(keys.filter((_, i) => i !== at))}
                />
              </span>
            </li>
          ))}
        </ul>
        {error && <Failure>{error.message}</Failure>}
        <Button kind="primary" size="lg" block busy={pending} onClick={() => void save()}>
          {t("common.save")}
        </Button>
      </div>
    </Modal>
  );
}
