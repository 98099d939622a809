import { booking, type GridBooking } from "../../../contract/booking/booking";
import { ApiError } from "../../api/error";
import { useCall } from "../../api/use-call";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { confirm } from "../../ui/confirm";
import { notify } from "../../ui/notices";

/** Minutes that are left before the play, where that is why a check-in was refused. */
function earlyBy(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || typeof error.data !== "object" || error.data === null || !("early" in error.data)) return undefined;
  return typeof error.data.early === "number" ? error.data.early : undefined;
}

/**
 * Checks an order in and says so. Earlier than the venue lets in unasked, it asks first.
 * @returns whether it was done
 */
export async function checkInAsking(
  run: (input: { id: string; early?: boolean }) => Promise<unknown>,
  { id, name }: { readonly id: string; readonly name: string },
  t: T,
): Promise<boolean> {
  const who = name || t("common.walkIn");
  try {
    await run({ id });
  } catch (error) {
    const minutes = earlyBy(error);
    if (minutes === undefined) throw error;
    const yes = await confirm({
      title: t("booking.order.earlyTitle", { name: who, minutes }),
      text: t("booking.order.earlyText"),
      yes: t("booking.order.earlyYes"),
    });
    if (yes === undefined) return false;
    await run({ id, early: true });
  }
  notify.success(t("booking.order.checkedIn", { name: who }));
  return true;
}

/** Checks a booking in with one key or click. @param onChanged called after the answer, also after a refusal */
export function useCheckIn(onChanged: () => void): (booked: GridBooking) => Promise<void> {
  const t = useT();
  const { run } = useCall(booking.checkIn);
  return async (booked) => {
    if (booked.orderId === null) return;
    try {
      await checkInAsking(run, { id: booked.orderId, name: booked.name }, t);
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
    onChanged();
  };
}
