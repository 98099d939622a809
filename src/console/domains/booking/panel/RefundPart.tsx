import { useState } from "react";
import { booking, type BookingOrderDetail } from "../../../../contract/booking/booking";
import type { PaymentType } from "../../../../contract/core/enums";
import { PAY_TYPE_LABELS } from "../../../../contract/core/pay-types";
import { fen, showFen, yuan } from "../../../../contract/core/money";
import { useCall } from "../../../api/use-call";
import { useRead } from "../../../api/use-read";
import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { notify } from "../../../ui/notices";
import { SkeletonText } from "../../../ui/Skeleton";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../../../ui/form/PanelForm";
import { readAmountOrZero } from "../../../../contract/core/typed/amount";
import { RefundBack, RefundRows } from "../../../desk/RefundParts";
import { type RefundWay, refundWays } from "./refund-ways";
import { FieldProblem, hasProblem } from "../../../ui/FieldProblem";

/** Gives back part of an order: some of its courts and times, which become free, or an amount while the order continues. */
export function RefundPart({ order, onDone, onBack }: { order: BookingOrderDetail; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const live = order.lines.filter((line) => line.status === "active");
  const ways = refundWays(order);
  const mayWaive = useCan("booking_waive_fee");
  const [way, setWay] = useState<RefundWay>(ways[0] ?? "amount");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [waiveFee, setWaive] = useState(false);
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const [method, setMethod] = useState<PaymentType>();
  const by = method === undefined ? {} : { method };
  /** The methods that have something left to give back. */
  const paidBy = [...new Set(order.payments.filter((one) => fen(one.amount) > fen(one.refunded)).map((one) => one.type))];
  const typed = readAmountOrZero(text);
  const amount = typed.value ?? 0;
  const byLines = useRead(
    booking.refundLinesPreview,
    { id: order.id, lineIds: chosen.join(","), waiveFee },
    { enabled: way === "lines" && chosen.length > 0, staleTime: 0 },
  );
  const byAmount = useRead(
    booking.refundAmountPreview,
    { id: order.id, amount: yuan(amount), ...by },
    { enabled: way === "amount" && amount > 0, staleTime: 0 },
  );
  const read = way === "lines" ? byLines : byAmount;
  const hasChoice = way === "lines" ? chosen.length > 0 : amount > 0;
  const preview = hasChoice && read.data?.orderId === order.id ? read.data : undefined;
  const refund = preview ? fen(preview.refund) : 0;
  const lines = useCall(booking.refundLines);
  const some = useCall(booking.refundAmount);
  const act = async (): Promise<void> => {
    try {
      if (way === "lines")
        await lines.run({ id: order.id, lineIds: [...chosen], reason: reason.trim(), waiveFee, expectedRefund: yuan(refund) });
      else await some.run({ id: order.id, amount: yuan(amount), reason: reason.trim(), ...by });
      notify.success(t("booking.refund.done", { amount: showFen(refund) }));
      onDone();
    } catch {
      // Shown in the form; what was typed stays, and what goes back is looked at again.
      void read.refetch();
    }
  };
  const all = way === "lines" && chosen.length === live.length;
  return (
    <PanelForm
      act={
        refund > 0
          ? t("booking.refund.do", { amount: showFen(refund) })
          : t(way === "lines" ? "booking.refund.doFree" : "booking.refund.title")
      }
      kind="danger"
      pending={lines.pending || some.pending}
      waits={hasChoice && read.isFetching}
      ready={preview !== undefined && !all && reasonOk(reason)}
      lacks={hasChoice ? reasonProblem(reason, t) : undefined}
      error={(way === "lines" ? lines.error : some.error) ?? (hasChoice ? (read.error ?? undefined) : undefined)}
      back={t("common.back")}
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">{t("booking.refund.title")}</h3>
      {ways.length > 1 && (
        <div className="seg" role="group" aria-label={t("booking.refund.title")}>
          {ways.map((each) => (
            <button key={each} type="button" aria-pressed={way === each} onClick={() => setWay(each)}>
              {t(`booking.refund.${each}`)}
            </button>
          ))}
        </div>
      )}
      {way === "lines" ? (
        <ul className="lines">
          {live.map((line) => (
            <li key={line.id}>
              <label className="ln pick">
                <span className="ln-what">
                  <input
                    type="checkbox"
                    className="check"
                    checked={chosen.includes(line.id)}
                    onChange={(event) =>
                      setChosen(event.target.checked ? [...chosen, line.id] : chosen.filter((other) => other !== line.id))
                    }
                  />
                  <b>{placeLabel(line.placeName, t)}</b>
                  <span className="nowrap">{span(line.start, line.end)}</span>
                </span>
                <span className="am">{showFen(fen(line.trace.price))}</span>
              </label>
            </li>
          ))}
        </ul>
      ) : (
        <label>
          <span className="sec-t">{t("booking.refund.howMuch")}</span>
          <span className="input">
            <input
              value={text}
              inputMode="decimal"
              placeholder="0.00"
              aria-invalid={hasProblem(typed) || undefined}
              onChange={(event) => setText(event.target.value)}
            />
          </span>
          <FieldProblem of={typed} />
        </label>
      )}
      {way === "amount" && paidBy.length > 1 && (
        <label>
          <span className="sec-t">{t("booking.refund.by")}</span>
          <span className="input">
            <select value={method ?? ""} onChange={(event) => setMethod(paidBy.find((type) => type === event.target.value))}>
              <option value="">{t("booking.refund.byAll")}</option>
              {paidBy.map((type) => (
                <option key={type} value={type}>
                  {t(PAY_TYPE_LABELS[type])}
                </option>
              ))}
            </select>
          </span>
        </label>
      )}
      {all && <p className="notice notice-waiting">{t("booking.refund.all")}</p>}
      {hasChoice && !preview && !read.error && <SkeletonText lines={3} label={t("booking.order.loading")} />}
      {preview && (way === "lines" ? <RefundRows preview={preview} /> : <RefundBack back={preview.back} />)}
      {preview && (
        <p className="mut pay-note">
          {t("booking.refund.after", {
            before: showFen(fen(order.paid) - fen(order.refunded)),
            after: showFen(fen(order.paid) - fen(order.refunded) - refund),
          })}
        </p>
      )}
      {way === "lines" && preview && (waiveFee || fen(preview.fee) > 0) && (
        <label className="row waive">
          <input type="checkbox" className="check" checked={waiveFee} onChange={(event) => setWaive(event.target.checked)} />
          {t("booking.cancel.waive")}
          {!mayWaive && <small className="mut">{t("booking.cancel.waiveApproved")}</small>}
        </label>
      )}
      <ReasonField title={t("booking.refund.reason")} value={reason} hint={t("booking.cancel.reasonHint")} onValue={setReason} />
    </PanelForm>
  );
}
