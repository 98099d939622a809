import { useEffect, useRef } from "react";
import { fen, showFen } from "../../../contract/core/money";
import { type HallSession, type SessionBooking, capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { notify } from "../../ui/notices";
import { Phone } from "../../ui/Phone";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { GiveBand } from "./GiveBand";
import { Stepper } from "../../ui/Stepper";

/** Lists the bookings of a session, newest first: each can be admitted or cancelled. */
export function Bookings({
  session,
  bookings,
  found,
  today,
  onGiveUp,
  onChanged,
}: {
  session: HallSession;
  bookings: readonly SessionBooking[];
  /** The booking that was looked for. */
  found?: string | undefined;
  today: string;
  onGiveUp: (booking: SessionBooking) => void;
  onChanged: () => void;
}) {
  const t = useT();
  if (bookings.length === 0) {
    return (
      <div className="bd">
        <EmptyState icon="person" title={t("capacitySessions.none")} hint={t("capacitySessions.noneHint")} />
      </div>
    );
  }
  return (
    <div className="bd">
      <ul className="sess-list">
        {bookings.map((booking) => (
          <Row
            key={booking.id}
            session={session}
            booking={booking}
            found={booking.id === found}
            today={today}
            onGiveUp={() => onGiveUp(booking)}
            onChanged={onChanged}
          />
        ))}
      </ul>
    </div>
  );
}

function Row({
  session,
  booking,
  found,
  today,
  onGiveUp,
  onChanged,
}: {
  session: HallSession;
  booking: SessionBooking;
  found: boolean;
  today: string;
  onGiveUp: () => void;
  onChanged: () => void;
}) {
  const t = useT();
  const mayEnter = useCan("session_book");
  const mayGiveUp = useCan("session_cancel");
  const checkIn = useCall(capacitySessions.checkIn);
  const row = useRef<HTMLLIElement>(null);
  // Looked for to act: Enter lets in, or gives up, once; what comes later leaves the focus where it is.
  useEffect(() => {
    if (!found) return;
    row.current?.scrollIntoView({ block: "nearest" });
    [...(row.current?.querySelectorAll<HTMLElement>("button") ?? [])].at(-1)?.focus();
  }, [found]);
  const stands = booking.status === "booked";
  const enters = stands && mayEnter && session.day === today;
  const goes = stands && mayGiveUp && booking.entered === 0 && session.status !== "finished";
  const enter = (entered: number): void => {
    checkIn
      .run({ id: booking.id, entered })
      .then(onChanged)
      .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
  };
  const name = booking.name || t("capacitySessions.walkIn");
  const paidBy =
    booking.holdingName === null
      ? `¥${showFen(fen(booking.paid))} ${booking.payTypes.map((type) => t(PAY_TYPE_LABELS[type])).join(" + ")}`
      : t("capacitySessions.paidByCard", { card: booking.holdingName, times: booking.attendees });
  return (
    <li ref={row} data-status={booking.status} data-found={found || undefined}>
      <p className="row">
        <b className="cut">{name}</b>
        <span className="mut">
          <Phone value={booking.phone} />
        </span>
        <span className="grow" />
        <b>{t("capacitySessions.attendeesCount", { attendees: booking.attendees })}</b>
      </p>
      <p className="row sess-small">
        <span className="cut">{paidBy}</span>
        <span className="grow" />
        <When at={booking.at} />
      </p>
      {!stands && (
        <p className="row sess-small">
          <StatusTag tone="neutral">{t("capacitySessions.givenUp")}</StatusTag>
          {booking.holdingName === null && <span>{t("capacitySessions.refunded", { amount: showFen(fen(booking.refunded)) })}</span>}
          {fen(booking.fee) > 0 && <span>{t("capacitySessions.keptFee", { amount: showFen(fen(booking.fee)) })}</span>}
          <span className="cut">{booking.reason}</span>
        </p>
      )}
      {(enters || goes || booking.entered > 0) && stands && (
        <div className="row sess-acts">
          {booking.entered > 0 && (
            <StatusTag tone="live">{t("capacitySessions.enteredOf", { entered: booking.entered, attendees: booking.attendees })}</StatusTag>
          )}
          <GiveBand booking={booking} found={found} mayGive={enters} onChanged={onChanged} />
          <span className="grow" />
          {goes && (
            <Button kind="quiet" aria-label={t("capacitySessions.giveUpOf", { name })} onClick={onGiveUp}>
              {t("capacitySessions.giveUp")}
            </Button>
          )}
          {enters &&
            (booking.entered === 0 ? (
              <Button
                icon="check"
                busy={checkIn.pending}
                aria-label={t("capacitySessions.enterOf", { name, attendees: booking.attendees })}
                onClick={() => enter(booking.attendees)}
              >
                {t("capacitySessions.enter", { attendees: booking.attendees })}
              </Button>
            ) : (
              <Stepper
                value={booking.entered}
                min={0}
                max={booking.attendees}
                label={t("capacitySessions.enteredBy", { name })}
                busy={checkIn.pending}
                onValue={enter}
              />
            ))}
        </div>
      )}
    </li>
  );
}
