import { useRef, useState } from "react";
import { booking, type BookingOrderDetail } from "../../../../contract/booking/booking";
import type { CardOffer } from "../../../../contract/booking/booking-order";
import { fen, showFen } from "../../../../contract/core/money";
import { useCall } from "../../../api/use-call";
import { useRead } from "../../../api/use-read";
import { useLanguage, useT } from "../../../i18n/use-t";
import { announcePaid } from "../../../desk/announce-paid";
import { useCan } from "../../../providers/access-control";
import { Icon } from "../../../ui/Icon";
import { formatDay } from "../../../ui/format-time";
import { SkeletonText } from "../../../ui/Skeleton";
import type { Carry } from "../grid/carry";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";
import { CardOffers } from "../../../desk/CardOffers";
import { FormTotal, PanelForm } from "../../../ui/form/PanelForm";
import { Payments } from "../../../desk/Payments";
import { toPayments } from "../../../desk/payments";
import { PriceLines } from "./PriceLines";
import { RefundBack } from "../../../desk/RefundParts";
import { usePayLines } from "../../../desk/use-pay-lines";

/** Moves or extends a line to where it was put down: old and new price side by side, and which way the difference goes, before anything happens. */
export function ChangeOrder({
  order,
  carry,
  today,
  onDone,
  onBack,
}: {
  order: BookingOrderDetail;
  carry: Carry;
  today: string;
  onDone: () => void;
  onBack: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const { kind, to, booking: line } = carry;
  const moves = kind === "move";
  const id = order.id;
  const moving = useRead(booking.movePreview, { id, lineId: line.id, ...to }, { enabled: moves, staleTime: 0 });
  const mayUseCards = useCan("package_card_use") && !moves && order.memberId !== null;
  const [without, setWithout] = useState<readonly string[]>([]);
  const extending = useRead(
    booking.extendPreview,
    { id, lineId: line.id, end: to.end, ...(mayUseCards ? { withoutCards: without.join(",") } : {}) },
    { enabled: !moves, staleTime: 0 },
  );
  const read = moves ? moving : extending;
  // It stays while it is asked again, and the offers while another one loads: a field that went away would take the focus with it, and a
  // charge on its way.
  const preview = read.isFetchedAfterMount && !read.isPlaceholderData ? read.data : undefined;
  const offered = useRef<readonly CardOffer[]>([]);
  if (preview) offered.current = preview.cards;
  const due = preview ? fen(preview.pay) : 0;
  const refund = preview ? fen(preview.refund) : 0;
  const { lines, purses, split, setLines } = usePayLines(due, order.memberId);
  const move = useCall(booking.move);
  const extend = useCall(booking.extend);
  const act = async (): Promise<void> => {
    if (!preview) return;
    const payments = due > 0 && lines ? toPayments(lines) : [];
    const rest = { payments, expectedPrice: preview.after };
    const cards = preview.cards.filter((card) => card.uses > 0).map(({ holdingId, uses }) => ({ holdingId, uses }));
    const { placeId, day, start, end } = to;
    try {
      if (moves) await move.run({ id, lineId: line.id, to: { placeId, day, start, end }, ...rest });
      else await extend.run({ id, lineId: line.id, end, cards, ...rest });
      announcePaid(t(moves ? "booking.change.moved" : "booking.change.extended", { where: placeAndTime(preview.placeName, to) }), payments);
      onDone();
    } catch {
      void read.refetch();
    }
  };
  const placeAndTime = (name: string, run: { day: string; start: number; end: number }): string =>
    `${run.day === order.day && run.day === line.day ? "" : `${formatDay(run.day, today, language)} `}${placeLabel(name, t)} ${span(run.start, run.end)}`;
  const before = order.lines.find((each) => each.id === line.id);
  const verb = t(moves ? "booking.change.move" : "booking.change.extend");
  return (
    <PanelForm
      act={
        due > 0
          ? t("booking.change.doPay", { verb, amount: showFen(due) })
          : refund > 0
            ? t("booking.change.doRefund", { verb, amount: showFen(refund) })
            : verb
      }
      icon={moves ? "swap" : "plus"}
      pending={(moves ? move : extend).pending}
      waits={read.isFetching || (due > 0 && lines === undefined)}
      ready={preview !== undefined && (due === 0 || (lines !== undefined && split.ok))}
      error={(moves ? move.error : extend.error) ?? read.error ?? undefined}
      total={
        <FormTotal
          title={
            refund > 0
              ? t("booking.change.back")
              : due > 0 || !preview || fen(preview.due) === 0
                ? t("booking.change.pay")
                : t("booking.change.dueAfter")
          }
          amount={showFen(refund > 0 ? refund : due > 0 || !preview ? due : fen(preview.due))}
          waits={!preview}
        />
      }
      back={t("common.back")}
      focusAct
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">{t(moves ? "booking.change.moveTitle" : "booking.change.extendTitle")}</h3>
      <div className="from-to">
        <p>
          <small>{t("booking.change.from")}</small>
          <b>{placeAndTime(before?.placeName ?? "", line)}</b>
          <span className="am">{before ? showFen(fen(before.trace.price)) : ""}</span>
        </p>
        <Icon name="arrow-down" />
        <p className="next-to">
          <small>{t(moves ? "booking.change.to" : "booking.change.until")}</small>
          <b>{preview ? placeAndTime(preview.placeName, to) : span(to.start, to.end)}</b>
          <span className="am">
            {preview && showFen(moves ? fen(preview.after) : fen(preview.after) + fen(before?.trace.price ?? "0"))}
          </span>
        </p>
      </div>
      {!preview && !read.error && <SkeletonText lines={3} label={t("booking.choice.quoting")} />}
      {preview && (
        <PriceLines
          lines={[
            {
              key: "after",
              title: t(moves ? "booking.change.newPrice" : "booking.change.added"),
              times: moves ? "" : span(line.end, to.end),
              list: preview.trace.list,
              trace: preview.trace,
            },
          ]}
        />
      )}
      {preview && refund > 0 && <RefundBack back={preview.back} />}
      {mayUseCards && <CardOffers offers={offered.current} without={without} onWithout={setWithout} />}
      {preview && due > 0 && lines && <Payments lines={lines} due={due} purses={purses} onLines={setLines} />}
      {preview && due === 0 && refund === 0 && !preview.cards.some((card) => card.uses > 0) && (
        <p className="mut pay-note">
          {fen(preview.due) > 0 ? t("booking.change.dueNote", { amount: showFen(fen(preview.due)) }) : t("booking.change.same")}
        </p>
      )}
    </PanelForm>
  );
}
