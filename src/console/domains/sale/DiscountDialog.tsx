import { useId, useState } from "react";
import { showFen, fen } from "../../../contract/money";
import { useT } from "../../i18n/useT";
import { Modal } from "../../desk/Modal";
import { useCan } from "../../session/store";
import { Button } from "../../ui/Button";
import { readAmount } from "../../desk/payments";
import type { Till } from "./till";
import "../../theme/form.css";

/** A discount by hand, off the whole cart or one line, with its reason. An empty amount takes it away. */
export function DiscountDialog({
  till,
  most = 0,
  of,
  onTill,
  onClose,
}: {
  till: Till;
  /** Percent that may be taken off. */
  most: number | undefined;
  /** The product whose line it is opened for; undefined: the whole. */
  of: string | undefined;
  onTill: (change: (before: Till) => Till) => void;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const free = useCan("sale_discount_any");
  const [line, setLine] = useState(of ?? "");
  const known = till.lines.find((one) => one.productId === line);
  const [amount, setAmount] = useState(known ? known.off : till.discount.amount);
  const [reason, setReason] = useState(known ? known.reason : till.discount.reason);
  const off = readAmount(amount);
  const ready = off !== undefined && (off === 0 || reason.trim().length >= 2);
  const take = (): void => {
    if (!ready) return;
    const next = off === 0 ? { amount: "", reason: "" } : { amount, reason };
    onTill((before) =>
      line === ""
        ? { ...before, discount: next }
        : {
            ...before,
            lines: before.lines.map((one) => (one.productId === line ? { ...one, off: next.amount, reason: next.reason } : one)),
          },
    );
    onClose();
  };
  const change = (next: string): void => {
    setLine(next);
    const one = till.lines.find(({ productId }) => productId === next);
    setAmount(one ? one.off : till.discount.amount);
    setReason(one ? one.reason : till.discount.reason);
  };
  return (
    <Modal title={t({ zh: "优惠", en: "Discount" })} width={420} onClose={onClose}>
      <form
        className="pay-form till-discount"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <label className="field-label" htmlFor={`${id}-of`}>
          {t({ zh: "优惠对象", en: "Off" })}
        </label>
        <span className="input">
          <select id={`${id}-of`} value={line} onChange={(event) => change(event.target.value)}>
            <option value="">{t({ zh: "整单", en: "The whole cart" })}</option>
            {till.lines.map((one) => (
              <option key={one.productId} value={one.productId}>
                {one.name} ×{one.quantity} {showFen(fen(one.price) * one.quantity)}
              </option>
            ))}
          </select>
        </span>
        <label className="field-label" htmlFor={`${id}-amount`}>
          {t({ zh: "减多少（元）", en: "Amount off (yuan)" })}
        </label>
        <span className="input">
          <input
            id={`${id}-amount`}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            value={amount}
            aria-invalid={off === undefined || undefined}
            onChange={(event) => setAmount(event.target.value)}
          />
        </span>
        <label className="field-label" htmlFor={`${id}-reason`}>
          {t({ zh: "原因", en: "Reason" })}
        </label>
        <span className="input">
          <input
            id={`${id}-reason`}
            autoComplete="off"
            maxLength={200}
            value={reason}
            placeholder={t({ zh: "至少两个字，记入销售单", en: "At least two characters; kept with the sale" })}
            onChange={(event) => setReason(event.target.value)}
          />
        </span>
        <p className="mut">
          {free
            ? t({ zh: "你可以不受上限优惠", en: "No limit for you" })
            : t({ zh: "最多优惠会员价后的 {percent}%", en: "At most {percent}% of the price after the member's" }, { percent: most })}
        </p>
        <Button kind="primary" size="lg" type="submit" block disabled={!ready}>
          {off === 0 ? t({ zh: "取消优惠", en: "Take the discount away" }) : t({ zh: "确定", en: "Apply" })}
        </Button>
      </form>
    </Modal>
  );
}
