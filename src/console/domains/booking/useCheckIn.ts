import { booking, type GridBooking } from "../../../contract/booking";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { notify } from "../../ui/notices";

/** Checks a booking in with one key or click, and says so. @param onChanged called after the answer, also after a refusal */
export function useCheckIn(onChanged: () => void): (booked: GridBooking) => Promise<void> {
  const t = useT();
  const checkIn = useCall(booking.checkIn);
  return async (booked) => {
    if (booked.orderId === null) return;
    try {
      await checkIn.run({ id: booked.orderId });
      notify.success(t("booking.order.checkedIn", { name: booked.name || t("booking.walkIn") }));
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
    onChanged();
  };
}
