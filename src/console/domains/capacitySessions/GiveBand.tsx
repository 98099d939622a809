import { useEffect, useRef, useState } from "react";
import { type SessionBooking, capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { notify } from "../../ui/notices";
import { StatusTag } from "../../ui/StatusTag";
import { useScan } from "../../desk/use-scan";
import { BAND_KINDS } from "./use-desk-scans";

/** Wristbands of a booking that are out, and handing out one more: by its number, or by a scan while the booking is the one in work. */
export function GiveBand({
  booking,
  found,
  mayGive,
  onChanged,
}: {
  booking: SessionBooking;
  /** The booking that was looked for: a scan is for it. */
  found: boolean;
  mayGive: boolean;
  onChanged: () => void;
}) {
  const t = useT();
  const bands = useRead(capacitySessions.bands, {});
  const own = bands.data?.content.filter((band) => band.bookingId === booking.id) ?? [];
  const name = booking.name || t("capacitySessions.walkIn");
  const [open, setOpen] = useState(false);
  const [code, setCode] = useState("");
  const { run, pending } = useCall(capacitySessions.giveBand);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open) input.current?.focus();
  }, [open]);
  const more = mayGive && own.length < booking.attendees;
  const give = async (text: string): Promise<void> => {
    try {
      await run({ id: booking.id, code: text });
      notify.success(t("capacitySessions.bands.given", { code: text.toUpperCase(), name }));
      setCode("");
      setOpen(false);
      void bands.refetch();
      onChanged();
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  };
  useScan(BAND_KINDS, ({ text }) => {
    if (!more || !(open || found) || pending) return false;
    void give(text);
    return true;
  });
  return (
    <>
      {own.map((band) => (
        <StatusTag key={band.id} tone="live">
          {t("capacitySessions.bands.one", { code: band.code })}
        </StatusTag>
      ))}
      {more &&
        (open ? (
          <form
            className="sess-band"
            onSubmit={(event) => {
              event.preventDefault();
              if (code.trim() !== "" && !pending) void give(code.trim());
            }}
          >
            <span className="input">
              <input
                ref={input}
                value={code}
                maxLength={24}
                aria-label={t("capacitySessions.bands.giveTo", { name })}
                placeholder={t("capacitySessions.bands.code")}
                autoComplete="off"
                onChange={(event) => setCode(event.target.value)}
                onBlur={() => setOpen(code !== "")}
              />
            </span>
          </form>
        ) : (
          <Button kind="quiet" icon="tag" aria-label={t("capacitySessions.bands.giveTo", { name })} onClick={() => setOpen(true)}>
            {t("capacitySessions.bands.give")}
          </Button>
        ))}
    </>
  );
}
