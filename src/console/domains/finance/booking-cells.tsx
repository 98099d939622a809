/** Cells that the list of booking orders and the list of their lines have alike. */
import { orderStatusLabel, payStatusLabel } from "../../../contract/booking/order-words";
import { type OrderStatus, bookingOrder, type PayStatus, costsNothing, paysByContract } from "../../../contract/core/states";
import { clock } from "../../../contract/core/time";
import type { ColourStyle } from "../../../contract/core/enums";
import { useT } from "../../i18n/use-t";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { StatusTag } from "../../ui/StatusTag";
import { PAY_TONE } from "../../ui/tones";
import { WhenDay } from "../../ui/When";

/** An order's states, and what is paid for the row: states are called by it. */
interface Stated {
  readonly source: string;
  readonly orderStatus: OrderStatus;
  readonly payStatus: PayStatus;
  readonly total: string;
}

export function OrderState({ row }: { row: Stated }) {
  const t = useT();
  return <StatusTag tone={bookingOrder.labels[row.orderStatus].tone}>{t(orderStatusLabel(row))}</StatusTag>;
}

export function PayState({ row }: { row: Stated }) {
  const t = useT();
  return (
    <StatusTag tone={paysByContract(row) || costsNothing(row) ? "neutral" : PAY_TONE[row.payStatus]}>{t(payStatusLabel(row))}</StatusTag>
  );
}

/** When it is played: the day and its hours. */
export const Played = ({ row }: { row: { readonly day: string; readonly start: number; readonly end: number } }) => (
  <>
    <WhenDay day={row.day} /> {clock(row.start)}–{clock(row.end)}
  </>
);

export const Level = ({ name, colour }: { name: string | null; colour: ColourStyle | null }) =>
  name && colour ? <CardTypeTag style={colour}>{name}</CardTypeTag> : <span className="zero">—</span>;
