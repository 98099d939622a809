import { fen, showFen } from "../../../contract/core/money";
import { type OpenPlayDetail, type OpenPlayTicket, openPlay } from "../../../contract/openPlay/open-play";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { CardTypeTag } from "../../ui/CardTypeTag";
import { EmptyState } from "../../ui/EmptyState";
import { notify } from "../../ui/notices";
import { Phone } from "../../ui/Phone";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { Stepper } from "../../ui/Stepper";

interface Does {
  readonly mayLeave: boolean;
  readonly mayEnter: boolean;
  readonly mayPayOut: boolean;
  readonly onLeave: (ticket: OpenPlayTicket) => void;
  readonly onChanged: () => void;
}

/** Lists the attendees, newest first: each can be admitted, removed, or paid the amount that waits for them. */
export function Tickets({ play, ...does }: Does & { readonly play: OpenPlayDetail }) {
  const t = useT();
  return (
    <div className="bd">
      {play.tickets.length === 0 ? (
        <EmptyState icon="person" title={t("openPlay.none")} hint={t("openPlay.noneHint")} />
      ) : (
        <ul className="sess-list">
          {play.tickets.map((ticket) => (
            <Row key={ticket.id} ticket={ticket} {...does} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ ticket, mayLeave, mayEnter, mayPayOut, onLeave, onChanged }: Does & { readonly ticket: OpenPlayTicket }) {
  const t = useT();
  const payOut = useCall(openPlay.payOut);
  const checkIn = useCall(openPlay.checkIn);
  const stands = ticket.state !== "left";
  const enters = mayEnter && stands && fen(ticket.refunded) + fen(ticket.fee) + fen(ticket.owed) === 0;
  const leaves = mayLeave && stands && ticket.entered === 0;
  const owed = fen(ticket.owed);
  const name = ticket.name || t("openPlay.walkIn");
  const pay = (): void => {
    payOut
      .run({ id: ticket.id })
      .then(() => {
        notify.success(t("openPlay.paidOut", { name, amount: showFen(owed) }));
        onChanged();
      })
      .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
  };
  const enter = (entered: number): void => {
    checkIn
      .run({ id: ticket.id, entered })
      .then(onChanged)
      .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
  };
  return (
    <li data-status={stands ? "booked" : "cancelled"}>
      <p className="row">
        <b className="cut">{name}</b>
        {ticket.level && <CardTypeTag style={ticket.level.colour}>{ticket.level.name}</CardTypeTag>}
        <span className="mut">
          <Phone value={ticket.phone} />
        </span>
        <span className="grow" />
        <b>{t("openPlay.attendeesCount", { attendees: ticket.attendees })}</b>
      </p>
      <p className="row sess-small">
        <span className="cut">
          ¥{showFen(fen(ticket.paid))} {ticket.payTypes.map((type) => t(PAY_TYPE_LABELS[type])).join(" + ")}
        </span>
        <span className="grow" />
        <When at={ticket.at} />
      </p>
      {(!stands || ticket.absent > 0) && (
        <p className="row sess-small">
          {stands ? (
            <StatusTag tone="error">{t("openPlay.absent", { attendees: ticket.absent })}</StatusTag>
          ) : (
            <StatusTag tone="neutral">{t("openPlay.gone")}</StatusTag>
          )}
          {(!stands || fen(ticket.refunded) > 0) && <span>{t("openPlay.refunded", { amount: showFen(fen(ticket.refunded)) })}</span>}
          {fen(ticket.fee) > 0 && <span>{t("openPlay.keptFee", { amount: showFen(fen(ticket.fee)) })}</span>}
          <span className="cut">{ticket.reason}</span>
        </p>
      )}
      {(leaves || enters || ticket.entered > 0) && (
        <div className="row sess-acts">
          {ticket.entered > 0 && (
            <StatusTag tone="live">{t("openPlay.cameOf", { came: ticket.entered, attendees: ticket.attendees })}</StatusTag>
          )}
          <span className="grow" />
          {leaves && (
            <Button kind="quiet" aria-label={t("openPlay.leaveOf", { name })} onClick={() => onLeave(ticket)}>
              {t("openPlay.leave")}
            </Button>
          )}
          {enters &&
            (ticket.entered === 0 ? (
              <Button
                icon="check"
                busy={checkIn.pending}
                aria-label={t("openPlay.enterOf", { name, attendees: ticket.attendees })}
                onClick={() => enter(ticket.attendees)}
              >
                {t("openPlay.enter", { attendees: ticket.attendees })}
              </Button>
            ) : (
              <Stepper
                value={ticket.entered}
                min={0}
                max={ticket.attendees}
                label={t("openPlay.enteredBy", { name })}
                busy={checkIn.pending}
                onValue={enter}
              />
            ))}
        </div>
      )}
      {owed > 0 && (
        <div className="row sess-acts">
          <StatusTag tone="warning">{t("openPlay.owed", { amount: showFen(owed) })}</StatusTag>
          <span className="grow" />
          {mayPayOut && (
            <Button icon="cash" busy={payOut.pending} aria-label={t("openPlay.payOutOf", { name, amount: showFen(owed) })} onClick={pay}>
              {t("openPlay.payOut")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
