import { useId, useState } from "react";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { sale } from "../../../contract/sale/sale";
import { useOffline } from "../../api/connection";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { DiscountAmount } from "../../desk/DiscountAmount";
import { readAmount } from "../../desk/payments";
import { localQuote } from "./offline/local";
import { quoteInput, EMPTY, type Till } from "./till";
import "../../theme/form.css";

/** A discount by hand, off the whole cart or one line, with its reason. An empty amount removes it. */
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
  const before = readAmount(known ? known.off : till.discount.amount) ?? 0;
  const isRemoval = off === 0 && before > 0;
  const whyNot =
    off === undefined
      ? t("booking.choice.amountWrong")
      : off === 0 && before === 0
        ? t("sale.discountDialog.enterDiscount")
        : off > 0 && reason.trim().length < 2
          ? t("sale.enterReasonTwoCharacters")
          : undefined;
  const isOffline = useOffline();
  // Price that the discount is subtracted from: this buyer's price without any manual discount of this kind.
  const plain = {
    ...till,
    discount: EMPTY.discount,
    rounding: null,
    lines: line === "" ? till.lines : till.lines.map((one) => ({ ...one, off: "", reason: "" })),
  };
  const priced = useRead(sale.quote, quoteInput(plain), { enabled: !isOffline, keepPrevious: true });
  const quote = isOffline ? localQuote(plain) : priced.data;
  const lineTotal = quote?.lines.find(({ productId }) => productId === line)?.total;
  const price = line === "" ? quote?.total : lineTotal;
  const base = price === undefined ? undefined : fen(price);
  const apply = (): void => {
    if (whyNot !== undefined) return;
    const next = off === 0 ? { amount: "", reason: "" } : { amount: yuan(off ?? 0), reason };
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
    <Modal title={t("sale.key.discount")} width={420} first={`[id="${id}-amount"]`} onClose={onClose}>
      <form
        className="pay-form till-discount"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <label className="field-label" htmlFor={`${id}-of`}>
          {t("sale.discountDialog.off")}
        </label>
        <span className="input">
          <select id={`${id}-of`} value={line} onChange={(event) => change(event.target.value)}>
            <option value="">{t("sale.discountDialog.wholeCart")}</option>
            {till.lines.map((one) => (
              <option key={one.productId} value={one.productId}>
                {one.name} ×{one.quantity} {showFen(fen(one.price) * one.quantity)}
              </option>
            ))}
          </select>
        </span>
        <label className="field-label" htmlFor={`${id}-amount`}>
          {t("sale.discountDialog.amountOff")}
        </label>
        <DiscountAmount key={line} id={`${id}-amount`} base={base} value={amount} onValue={setAmount} />
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
          {free ? t("sale.discountDialog.noLimitYou") : t("sale.discountDialog.upPriceAfterMembers", { percent: most })}
        </p>
        <Button kind={isRemoval ? "plain" : "primary"} size="lg" type="submit" block why={whyNot}>
          {isRemoval ? t("sale.discountDialog.removeDiscount") : t("sale.apply")}
        </Button>
      </form>
    </Modal>
  );
}
