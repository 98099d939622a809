import { useLayoutEffect, useRef } from "react";
import { fen, showFen } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { Phone } from "../../../ui/Phone";
import { SOURCE_LABELS } from "../../../../contract/booking/order-words";
import { span } from "../../../../contract/core/time";
import { blockLabel, blockName, LOOK_ICON, freeReason } from "./block-words";
import type { Spot } from "./spots";

const GAP = 8;

/** The one popover of the grid: what a block can't say in its size. For the eye; the block's own label says it to screen readers. */
export function HoverCard({ spot }: { spot: Spot }) {
  const t = useT();
  const card = useRef<HTMLDivElement>(null);
  const { block, element } = spot;
  useLayoutEffect(() => {
    const cardElement = card.current;
    const anchor = (element.querySelector(".bk") ?? element).getBoundingClientRect();
    if (!cardElement) return;
    const { width, height } = cardElement.getBoundingClientRect();
    const right = anchor.right + GAP;
    const left = right + width > window.innerWidth - GAP ? anchor.left - GAP - width : right;
    cardElement.style.left = `${Math.max(GAP, left)}px`;
    cardElement.style.top = `${Math.max(GAP, Math.min(anchor.top, window.innerHeight - GAP - height))}px`;
  }, [element, block]);
  if (!block) return null;
  const { booking } = block;
  const linked = block.look === "linked";
  return (
    <div ref={card} className="hover-card" aria-hidden>
      <p className={`row hover-state k-${block.look}`}>
        <Icon name={LOOK_ICON[block.look]} />
        {t(`booking.lookFull.${block.look}`)}
        {block.left !== null && ` · ${t("booking.minutesLeftLabel", { minutes: block.left })}`}
      </p>
      <b>{linked ? blockLabel(block, t) : blockName(block, t)}</b>
      {!linked && (
        <p className="sec">
          {span(block.start, block.end)} · {t(SOURCE_LABELS[booking.source])}
        </p>
      )}
      {booking.phone !== "" && (
        <p className="sec">
          <Phone value={booking.phone} />
        </p>
      )}
      {booking.note !== "" && <p className="sec">{booking.note}</p>}
      {booking.free !== null && <p className="sec">{freeReason(booking, t)}</p>}
      {booking.payStatus && booking.free === null && (
        <p className="sec">
          {t(`booking.order.payOf.${booking.payStatus}`)}
          {fen(booking.due) > 0 && ` · ${t("booking.dueShort", { amount: showFen(fen(booking.due)) })}`}
        </p>
      )}
      {booking.orderNo !== "" && <p className="mut mono">{booking.orderNo}</p>}
    </div>
  );
}
