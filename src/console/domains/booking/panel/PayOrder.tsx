import { useRef, useState } from "react";
import { booking, type BookingOrderDetail } from "../../../../contract/booking/booking";
import { fen, showFen } from "../../../../contract/core/money";
import { useCall } from "../../../api/use-call";
import { useRead } from "../../../api/use-read";
import { useT } from "../../../i18n/use-t";
import { announcePaid } from "../../../desk/announce-paid";
import { useCan } from "../../../providers/access-control";
import { SkeletonText } from "../../../ui/Skeleton";
import { CardOffers } from "../../../desk/CardOffers";
import { FormTotal, PanelForm } from "../../../ui/form/PanelForm";
import { Payments } from "../../../desk/Payments";
import { toPayments } from "../../../desk/payments";
import { usePayLines } from "../../../desk/use-pay-lines";

/** Takes what is due of an order over one method or several: in full, or a part of it on the way. */
export function PayOrder({ order, onDone, onBack }: { order: BookingOrderDetail; onDone: () => void; onBack: () => void }) {
  const t = useT();
  const mayUseCards = useCan("package_card_use") && order.memberId !== null;
  const [without, setWithout] = useState<readonly string[]>([]);
  const offer = useRead(
    booking.cardOffer,
    { id: order.id, withoutCards: without.join(",") },
    { enabled: mayUseCards, staleTime: 0, keepPrevious: true },
  );
  const cards = mayUseCards ? (offer.data?.cards ?? []) : [];
  const due = mayUseCards && offer.data ? fen(offer.data.due) : fen(order.due);
  const known = !mayUseCards || offer.error !== null || (offer.data !== undefined && !offer.isFetching);
  // Once it is there it stays while the offer is asked again: a field that went away would take the focus with it, and a charge on its way.
  const wasShown = useRef(false);
  wasShown.current ||= known;
  const { lines, purses, split, setLines } = usePayLines(due, order.memberId);
  const full = useCall(booking.pay);
  const some = useCall(booking.payPart);
  const used = cards.filter((card) => card.uses > 0).map(({ holdingId, uses }) => ({ holdingId, uses }));
  const part = !split.ok && split.problems.size === 0 && split.left > 0 && split.sum + used.length > 0;
  const pay = part ? some : full;
  const act = async (): Promise<void> => {
    if (!lines) return;
    try {
      const payments = toPayments(lines);
      await pay.run({ id: order.id, payments, cards: used });
      announcePaid(t("booking.order.paidDone", { amount: showFen(split.sum) }), payments);
      onDone();
    } catch {
      // Shown in the form; the split stays as it was typed. What the cards have left may be another count now.
      if (mayUseCards) void offer.refetch();
    }
  };
  return (
    <PanelForm
      act={
        due === 0 && used.length > 0
          ? t("booking.choice.cardPay")
          : part && split.sum === 0
            ? t("booking.choice.cardPart")
            : t(part ? "booking.order.payPart" : "booking.choice.pay", { amount: showFen(part ? split.sum : due) })
      }
      pending={pay.pending}
      waits={!known || lines === undefined}
      ready={lines !== undefined && (split.ok || part)}
      error={pay.error}
      total={
        <FormTotal
          title={part ? t("booking.order.dueAfter", { before: showFen(due), after: showFen(split.left) }) : t("booking.order.due")}
          amount={showFen(part ? split.sum : due)}
        />
      }
      back={t("common.back")}
      focusAct
      onAct={act}
      onBack={onBack}
    >
      <CardOffers offers={cards} without={without} onWithout={setWithout} />
      {due === 0 && used.length > 0 ? undefined : lines && wasShown.current ? (
        <Payments lines={lines} due={due} purses={purses} orderId={order.id} onLines={setLines} />
      ) : (
        <SkeletonText lines={3} label={t("booking.order.loading")} />
      )}
    </PanelForm>
  );
}
