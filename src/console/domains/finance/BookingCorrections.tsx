import { useLocation } from "react-router";
import { bookingInfo } from "../../../contract/finance/booking-info";
import type { Input } from "../../../contract/core/call";
import { fen } from "../../../contract/core/money";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { readState } from "../../ui/list/state";
import { Money } from "../../ui/Money";

/** Tells by how much the totals of the filter differ from its lines: totals of locked periods stay, corrections are booked later. */
export function BookingCorrections({ filterKeys }: { filterKeys: readonly string[] }) {
  const t = useT();
  const { search } = useLocation();
  const { data } = useRead(bookingInfo.sums, readState(search, filterKeys).filters as Input<typeof bookingInfo.sums>);
  if (!data || (fen(data.later) === 0 && fen(data.since) === 0)) return null;
  return (
    <span className="sec" role="status">
      {fen(data.since) !== 0 && (
        <>
          {t("finance.bookingCorrections.correctedSinceLockBooked")} <Money value={data.since} />{" "}
        </>
      )}
      {fen(data.later) !== 0 && (
        <>
          {t("finance.bookingCorrections.laterCorrectionsLockedPeriods")} <Money value={data.later} />
        </>
      )}
    </span>
  );
}
