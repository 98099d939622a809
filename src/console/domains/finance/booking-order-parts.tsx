/** Additions to the declared list of booking orders: cells of several fields, and the grid, on which a row opens. */
import type { bookingOrders, BookingOrderRow } from "../../../contract/booking/booking-orders";
import type { ColourStyle } from "../../../contract/core/enums";
import { fen } from "../../../contract/core/money";
import { clock } from "../../../contract/core/time";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { partsOf } from "../../resource/parts";
import { Money } from "../../ui/Money";
import { placesIn } from "../../ui/format-place";
import { Level, OrderState, PayState, Played } from "./booking-cells";

/** The courts of an order; their times only where they are not the order's own, which are shown next to them. */
const courtsOf = ({ places, start, end }: BookingOrderRow, t: T): string =>
  placesIn(places, t).replaceAll(` ${clock(start)}–${clock(end)}`, "");

/** Shows the paid amount, and below it the refunded part. */
function Paid({ paid, refunded }: Pick<BookingOrderRow, "paid" | "refunded">) {
  const t = useT();
  return (
    <>
      <Money value={paid} />
      {fen(refunded) > 0 && (
        <small className="under">
          {t("finance.bookingOrder.refunded")} <Money value={refunded} />
        </small>
      )}
    </>
  );
}

export const parts = partsOf<typeof bookingOrders>({
  cells: {
    no: (row) => <span className="mono">{row.no}</span>,
    day: (row) => <Played row={row} />,
    places: (row, t) => <span title={placesIn(row.places, t)}>{courtsOf(row, t)}</span>,
    cardTypeId: (row) => <Level name={row.cardTypeName} colour={row.cardTypeColour as ColourStyle | null} />,
    total: (row) => (
      <b>
        <Money value={row.total} />
      </b>
    ),
    paid: (row) => <Paid {...row} />,
    orderStatus: (row) => <OrderState row={row} />,
    payStatus: (row) => <PayState row={row} />,
  },
  open: ({ id, day }) => `/book/venue-booking?day=${day}&order=${id}`,
});
