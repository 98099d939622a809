import { useId, useState } from "react";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { readAmount } from "../../../contract/core/typed/amount";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { FieldProblem, hasProblem } from "../../ui/FieldProblem";
import type { Till } from "./till";
import "../../theme/form.css";

/** The price of one piece of a line in place of its own, with the reason. The product's own price removes it. */
export function PriceDialog({
  till,
  most = 0,
  onTill,
  onClose,
}: {
  till: Till;
  /** Percent that may be taken off. */
  most: number | undefined;
  onTill: (change: (before: Till) => Till) => void;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const free = useCan("sale_price_any");
  const [productId, setProduct] = useState(till.lines.at(-1)?.productId ?? "");
  const line = till.lines.find((one) => one.productId === productId);
  const [text, setText] = useState(line?.setPrice?.amount ?? "");
  const [reason, setReason] = useState(line?.setPrice?.reason ?? "");
  const reading = readAmount(text);
  const price = reading.problem === undefined ? reading.value : undefined;
  const own = line ? fen(line.price) : 0;
  const isRemoval = price === own && line?.setPrice !== undefined;
  const whyNot = ((): string | undefined => {
    if (price === undefined) return t(hasProblem(reading) && reading.problem ? reading.problem : "sale.priceDialog.enterNewPrice");
    if (isRemoval) return undefined;
    if (price === own) return t("sale.priceDialog.alreadyRegularPrice");
    return reason.trim().length < 2 ? t("sale.enterReasonTwoCharacters") : undefined;
  })();
  const choose = (next: string): void => {
    setProduct(next);
    const chosen = till.lines.find((one) => one.productId === next);
    setText(chosen?.setPrice?.amount ?? "");
    setReason(chosen?.setPrice?.reason ?? "");
  };
  const apply = (): void => {
    if (whyNot !== undefined || price === undefined) return;
    const setPrice = isRemoval ? undefined : { amount: yuan(price), reason: reason.trim() };
    onTill((before) => ({ ...before, lines: before.lines.map((one) => (one.productId === productId ? { ...one, setPrice } : one)) }));
    onClose();
  };
  return (
    <Modal title={t("sale.key.price")} width={420} first={`[id="${id}-price"]`} onClose={onClose}>
      <form
        className="pay-form till-discount"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <label className="field-label" htmlFor={`${id}-of`}>
          {t("sale.product")}
        </label>
        <span className="input">
          <select id={`${id}-of`} value={productId} onChange={(event) => choose(event.target.value)}>
            {till.lines.map((one) => (
              <option key={one.productId} value={one.productId}>
                {one.name} ×{one.quantity}
              </option>
            ))}
          </select>
        </span>
        <label className="field-label" htmlFor={`${id}-price`}>
          {t("sale.priceDialog.newUnitPriceRegular", { own: showFen(own) })}
        </label>
        <span className="input">
          <input
            id={`${id}-price`}
            inputMode="decimal"
            autoComplete="off"
            placeholder={yuan(own)}
            value={text}
            aria-invalid={hasProblem(reading) || undefined}
            aria-describedby={`${id}-problem`}
            onChange={(event) => setText(event.target.value)}
          />
        </span>
        <FieldProblem id={`${id}-problem`} of={reading} />
        <label className="field-label" htmlFor={`${id}-reason`}>
          {t("ui.reason")}
        </label>
        <span className="input">
          <input
            id={`${id}-reason`}
            autoComplete="off"
            maxLength={200}
            value={reason}
            placeholder={t("sale.leastTwoCharactersSaved")}
            onChange={(event) => setReason(event.target.value)}
          />
        </span>
        <p className="mut">
          {free ? t("sale.priceDialog.newPriceReplacesMember") : t("sale.priceDialog.newPriceReplacesMemberPrice", { percent: most })}
        </p>
        <Button kind={isRemoval ? "plain" : "primary"} size="lg" type="submit" block why={whyNot}>
          {isRemoval ? t("sale.priceDialog.restoreRegularPrice") : t("sale.apply")}
        </Button>
      </form>
    </Modal>
  );
}
