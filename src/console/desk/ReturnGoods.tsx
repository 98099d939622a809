import { useState } from "react";
import type { OrderSale } from "../../contract/booking/booking-order";
import { fen, showFen } from "../../contract/core/money";
import { sale } from "../../contract/sale/sale";
import { useCall } from "../api/use-call";
import { useRead } from "../api/use-read";
import { useT } from "../i18n/use-t";
import { notify } from "../ui/notices";
import { SkeletonText } from "../ui/Skeleton";
import { Stepper } from "../ui/Stepper";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../ui/form/PanelForm";
import { RefundBack } from "./RefundParts";

const GOES_TO = ["shop", "writeOff"] as const;

/** Takes goods of a booking back: how many of each, where they go, and where each yuan goes back to, before anything happens. */
export function ReturnGoods({ of, onDone, onBack }: { of: OrderSale; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const left = of.lines.filter((line) => line.returned < line.quantity);
  const [pieces, setPieces] = useState<ReadonlyMap<string, number>>(new Map(left.length === 1 ? left.map((line) => [line.id, 1]) : []));
  const [to, setTo] = useState<(typeof GOES_TO)[number]>("shop");
  const [reason, setReason] = useState("");
  const returnInput = {
    saleId: of.id,
    lines: left.flatMap(({ id }) => {
      const quantity = pieces.get(id) ?? 0;
      return quantity > 0 ? [{ lineId: id, quantity, to }] : [];
    }),
  };
  const some = returnInput.lines.length > 0;
  const read = useRead(sale.returnsPreview, returnInput, { enabled: some, keepPrevious: true, staleTime: 0 });
  const waits = some && (read.isFetching || read.isPlaceholderData);
  const preview = some ? read.data : undefined;
  const refund = preview ? fen(preview.refund) : 0;
  const give = useCall(sale.returns);
  const act = async (): Promise<void> => {
    try {
      await give.run({ ...returnInput, reason: reason.trim() });
      notify.success(t("booking.goods.returnDone", { amount: showFen(refund) }));
      onDone();
    } catch {
      void read.refetch();
    }
  };
  return (
    <PanelForm
      act={t("booking.refund.do", { amount: showFen(refund) })}
      kind="danger"
      pending={give.pending}
      waits={waits}
      ready={preview !== undefined && reasonOk(reason)}
      lacks={reasonProblem(reason, t)}
      error={give.error ?? read.error ?? undefined}
      back={t("common.back")}
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">
        {t("booking.goods.returnTitle")} <span className="mono mut">{of.no}</span>
      </h3>
      <ul className="lines cart">
        {left.map((line) => (
          <li key={line.id} className="ln">
            <span className="ln-what">
              <b className="cut">{line.productName}</b>
              <span className="nowrap mut">{t("booking.goods.mayReturn", { count: line.quantity - line.returned })}</span>
            </span>
            <Stepper
              value={pieces.get(line.id) ?? 0}
              min={0}
              max={line.quantity - line.returned}
              label={line.productName}
              onValue={(value) => setPieces(new Map(pieces).set(line.id, value))}
            />
          </li>
        ))}
      </ul>
      <div className="seg wish" role="group" aria-label={t("booking.goods.goesTo")}>
        {GOES_TO.map((each) => (
          <button key={each} type="button" aria-pressed={to === each} onClick={() => setTo(each)}>
            {t(`booking.goods.${each}`)}
          </button>
        ))}
      </div>
      {some && !preview && !read.error && <SkeletonText lines={2} label={t("booking.order.loading")} />}
      {preview && <RefundBack back={preview.back} />}
      {preview && (
        <p className="mut pay-note">
          {t("booking.refund.after", {
            before: showFen(fen(of.total) - fen(of.refunded)),
            after: showFen(fen(of.total) - fen(of.refunded) - refund),
          })}
        </p>
      )}
      <ReasonField title={t("booking.refund.reason")} value={reason} hint={t("booking.goods.reasonHint")} onValue={setReason} />
    </PanelForm>
  );
}
