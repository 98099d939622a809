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
    if (price === undefined)
      return t(hasProblem(reading) && reading.problem ? reading.problem : { zh: "请填写新的单价", en: "Enter the new price" });
    if (isRemoval) return undefined;
    if (price === own) return t({ zh: "和原价一样", en: "This is already the regular price" });
    return reason.trim().length < 2 ? t({ zh: "请填写原因，至少两个字", en: "Enter the reason, two characters at least" }) : undefined;
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
    <Modal title={t({ zh: "改价", en: "Change a price" })} width={420} first={`[id="${id}-price"]`} onClose={onClose}>
      <form
        className="pay-form till-discount"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <label className="field-label" htmlFor={`${id}-of`}>
          {t({ zh: "商品", en: "Product" })}
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
          {t({ zh: "新单价（原价 {own}）", en: "New unit price (regular price {own})" }, { own: showFen(own) })}
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
          {t({ zh: "原因", en: "Reason" })}
        </label>
        <span className="input">
          <input
            id={`${id}-reason`}
            autoComplete="off"
            maxLength={200}
            value={reason}
            placeholder={t({ zh: "至少两个字，记入销售单", en: "At least two characters; saved with the sale" })}
            onChange={(event) => setReason(event.target.value)}
          />
        </span>
        <p className="mut">
          {free
            ? t({ zh: "改后的单价代替会员价；你可以改成任何价格", en: "The new price replaces the member price. You may set any price" })
            : t(
                {
                  zh: "改后的单价代替会员价。比原价低 {percent}% 以内可自己改；低得更多或高于原价，收款时由同事输入审批码同意",
                  en: "The new price replaces the member price. You may go up to {percent}% below the regular price; for a lower or a higher price a colleague approves with their PIN when you collect the payment",
                },
                { percent: most },
              )}
        </p>
        <Button kind={isRemoval ? "plain" : "primary"} size="lg" type="submit" block why={whyNot}>
          {isRemoval ? t({ zh: "恢复原价", en: "Restore the regular price" }) : t({ zh: "确定", en: "Apply" })}
        </Button>
      </form>
    </Modal>
  );
}
