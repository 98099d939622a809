/** The receipt of a sale on 58 or 80 mm or A4 paper; every print after the first is marked as a copy. */
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { fen, showFen } from "../../../contract/core/money";
import { sale, type SaleDetail } from "../../../contract/sale/sale";
import { act } from "../../api/act";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { APPROVED_ACTIONS } from "../../desk/words";
import { usePreference } from "../../session/preferences";
import { useSession } from "../../session/store";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { printedInstant } from "../../ui/format-time";
import { useZone } from "../../ui/zone";
import { isUnsent } from "./offline/local";
import "../../desk/receipt.css";

const PAPERS = ["80", "58", "A4"] as const;
type Paper = (typeof PAPERS)[number];
const MM: Readonly<Record<Paper, number>> = { "58": 58, "80": 80, A4: 210 };

const MM_PER_INCH = 25.4;
const PIXELS_PER_INCH = 96;
/** Left blank below, for the cutter. */
const END_MM = 4;

/** The person's paper: a preference. */
function usePaper(): readonly [Paper, (paper: Paper) => void] {
  const [kept, keep] = usePreference("receipt.paper");
  return [PAPERS.find((one) => one === kept) ?? "80", (paper) => keep(paper)];
}

/** Shows the receipt, and prints it: first as the original, then as numbered copies. */
export function Receipt({ of, onClose }: { of: SaleDetail; onClose: () => void }) {
  const t = useT();
  const [paper, setPaper] = usePaper();
  const [prints, setPrints] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  // A roll is cut where the receipt ends: no page size says so, so it is measured.
  const view = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(200);
  useEffect(() => {
    const drawn = view.current?.firstElementChild;
    if (!(drawn instanceof HTMLElement)) return undefined;
    const watch = new ResizeObserver(() => {
      const { offsetHeight } = drawn;
      // While it is printed, this view is out of sight and has no height.
      if (offsetHeight > 0) setHeight(Math.ceil((offsetHeight * MM_PER_INCH) / PIXELS_PER_INCH) + END_MM);
    });
    watch.observe(drawn);
    return () => watch.disconnect();
  }, []);
  const print = (): void => {
    setBusy(true);
    setFailure(undefined);
    // One that the server does not have yet is counted here.
    (isUnsent(of) ? Promise.resolve({ prints: (prints ?? 0) + 1 }) : act(sale.printed, { id: of.id }))
      .then(({ prints: count }) => {
        setPrints(count);
        // The mark of a copy is drawn before the printer looks.
        setTimeout(() => window.print(), 50);
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Modal title={t({ zh: "打印小票", en: "Print receipt" })} width={440} onClose={onClose}>
      <div className="receipt-bar">
        <div className="seg" role="group" aria-label={t({ zh: "纸张", en: "Paper" })}>
          {PAPERS.map((one) => (
            <button key={one} type="button" aria-pressed={paper === one} onClick={() => setPaper(one)}>
              {one === "A4" ? "A4" : `${one} mm`}
            </button>
          ))}
        </div>
        <span className="grow" />
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to print */}
        <Button kind="primary" icon="print" autoFocus busy={busy} onClick={print}>
          {t({ zh: "打印", en: "Print" })}
        </Button>
      </div>
      {failure !== undefined && <Failure>{failure}</Failure>}
      <div ref={view} className="receipt-view">
        <Paperwork of={of} paper={paper} copy={prints} />
      </div>
      {createPortal(
        <div className="receipt-print">
          <style>{`@page { size: ${paper === "A4" ? "A4" : `${MM[paper]}mm ${height}mm`}; margin: ${paper === "A4" ? "16mm" : "0 3mm"}; }`}</style>
          <Paperwork of={of} paper={paper} copy={prints} />
        </div>,
        document.body,
      )}
    </Modal>
  );
}

/** The content of the receipt. @param copy how often it was printed, this print counted; nothing: not yet */
function Paperwork({ of, paper, copy }: { of: SaleDetail; paper: Paper; copy: number | undefined }) {
  const t = useT();
  const zone = useZone();
  const { venue, venueInfo } = useSession();
  const [now] = useState(() => new Date());
  const pair = (name: string, value: string, key = name) => (
    <div key={key} className="receipt-pair">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
  // Lines have the member's price already: the subtotal is the sum of what stands above it.
  const discount = of.lines.reduce((sum, line) => sum + fen(line.discount), 0);
  const saved = of.lines.reduce((sum, line) => sum + fen(line.memberOff), 0);
  const rounding = fen(of.rounding);
  const pieces = of.items.reduce((sum, { quantity }) => sum + quantity, of.quantity);
  return (
    <article className={`receipt receipt-${paper}`}>
      {copy !== undefined && copy > 1 && (
        <p className="receipt-copy">
          {t({ zh: "副 本", en: "COPY" })}
          <small>
            {t({ zh: "第 {count} 次重印 {at}", en: "Reprint {count}, {at}" }, { count: copy - 1, at: printedInstant(now, zone) })}
          </small>
        </p>
      )}
      <h3>{venue?.name}</h3>
      {venueInfo?.receiptHead && <p className="receipt-words">{venueInfo.receiptHead}</p>}
      <hr />
      <dl>
        {pair(t({ zh: "单号", en: "No." }), of.no)}
        {pair(t({ zh: "时间", en: "Time" }), printedInstant(new Date(of.at), zone))}
        {pair(t({ zh: "收银", en: "Cashier" }), of.operator)}
        {of.approvals.map((one) =>
          pair(
            t({ zh: "{action}同意", en: "{action} approved by" }, { action: t(APPROVED_ACTIONS[one.action]) }),
            t(
              { zh: "{approver}（{requester}申请）", en: "{approver} for {requester}" },
              { approver: one.approvedBy, requester: one.requestedBy },
            ),
            `${one.at} ${one.action}`,
          ),
        )}
      </dl>
      <hr />
      {of.lines.map((line) => (
        <div key={line.id} className="receipt-line">
          <b>{line.productName}</b>
          <span>{showFen(fen(line.price))}</span>
          <span>× {line.quantity}</span>
          <span>{showFen(fen(line.total) + fen(line.rounding) + fen(line.discount))}</span>
          {line.setPrice && (
            <em>
              {t({ zh: "改价（原价 {own}）", en: "Price set (its own is {own})" }, { own: showFen(fen(line.setPrice.own)) })}{" "}
              <span>{line.setPrice.reason}</span>
            </em>
          )}
          {fen(line.discount) > 0 && (
            <em>
              {t({ zh: "优惠", en: "Discount" })} <span>{showFen(-fen(line.discount))}</span>
            </em>
          )}
        </div>
      ))}
      {of.items.map((item) => (
        <div key={item.id} className="receipt-line">
          <b>{item.name}</b>
          <span className="mono">{item.no}</span>
          <span>× {item.quantity}</span>
          <span>{showFen(fen(item.total))}</span>
          {item.cards.map(({ holdingId, name, uses, left }) => (
            <em key={holdingId}>
              {t({ zh: "{name} 用 {uses} 次", en: "{name}, uses {uses}" }, { name, uses })}{" "}
              <span>{left !== null && t({ zh: "余 {left} 次", en: "{left} left" }, { left })}</span>
            </em>
          ))}
        </div>
      ))}
      <hr />
      <dl>
        {pair(t({ zh: "小计 {count} 件", en: "Subtotal, {count} pieces" }, { count: pieces }), showFen(fen(of.due) + rounding + discount))}
        {discount > 0 && pair(t({ zh: "优惠", en: "Discounts" }), showFen(-discount))}
        {rounding > 0 && pair(t({ zh: "抹零", en: "Rounding" }), showFen(-rounding))}
      </dl>
      <p className="receipt-due">
        {t({ zh: "应收", en: "Total" })} <b>¥{showFen(fen(of.due))}</b>
      </p>
      <dl>
        {byMethod(of.payments).flatMap(({ type, amount, change, given }) => [
          pair(t(PAY_TYPE_LABELS[type]), showFen(amount), type),
          ...(given
            ? [
                pair(` ${t({ zh: "收", en: "Given" })}`, showFen(amount + change), `${type}-given`),
                pair(` ${t({ zh: "找零", en: "Change" })}`, showFen(change), `${type}-change`),
              ]
            : []),
        ])}
        {saved > 0 && pair(t({ zh: "会员价已省", en: "Saved by the member's price" }), showFen(saved))}
        {fen(of.returned) > 0 && pair(t({ zh: "已退", en: "Refunded" }), showFen(-fen(of.returned)))}
      </dl>
      {of.memberName !== "" && (
        <>
          <hr />
          <dl>{pair(t({ zh: "会员", en: "Member" }), masked(of.memberName))}</dl>
        </>
      )}
      <hr />
      <p className="receipt-foot receipt-words">
        {venueInfo?.receiptFoot || t({ zh: "7 天内凭单退换，谢谢惠顾", en: "Returns within 7 days with this receipt. Thank you" })}
      </p>
    </article>
  );
}

/** Sums the payments by method: a payment may be shared over goods and other documents of one receipt. */
function byMethod(payments: SaleDetail["payments"]) {
  return [...new Set(payments.map(({ type }) => type))].map((type) => {
    const ofType = payments.filter((payment) => payment.type === type);
    return {
      type,
      amount: ofType.reduce((sum, { amount }) => sum + fen(amount), 0),
      change: ofType.reduce((sum, { change }) => sum + fen(change), 0),
      given: ofType.some(({ tendered }) => tendered !== null),
    };
  });
}

/** A name as printed on paper that may be left behind: its first character only. */
const masked = (name: string): string => `${name.slice(0, 1)}${"*".repeat(Math.max(1, name.length - 1))}`;
