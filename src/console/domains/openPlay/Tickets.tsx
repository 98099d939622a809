import { fen, showFen } from "../../../contract/money";
import { type OpenPlayDetail, type OpenPlayTicket, openPlay } from "../../../contract/openPlay";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { notify } from "../../ui/notices";
import { Phone } from "../../ui/Phone";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { paymentTypeKey } from "../finance/words";

interface Does {
  readonly mayLeave: boolean;
  readonly mayPayOut: boolean;
  readonly onLeave: (ticket: OpenPlayTicket) => void;
  readonly onChanged: () => void;
}

/** Who joined, newest first: let go, or paid out what waits for them. */
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

function Row({ ticket, mayLeave, mayPayOut, onLeave, onChanged }: Does & { readonly ticket: OpenPlayTicket }) {
  const t = useT();
  const payOut = useCall(openPlay.payOut);
  const stands = ticket.state === "joined";
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
  return (
    <li data-status={stands ? "booked" : "cancelled"}>
      <p className="row">
        <b className="cut">{name}</b>
        <span className="mut">
          <Phone value={ticket.phone} />
        </span>
        <span className="grow" />
        <b>{t("openPlay.headsCount", { heads: ticket.heads })}</b>
      </p>
      <p className="row sess-small">
        <span className="cut">
          ¥{showFen(fen(ticket.paid))} {ticket.payTypes.map((type) => t(paymentTypeKey(type))).join(" + ")}
        </span>
        <span className="grow" />
        <When at={ticket.at} />
      </p>
      {!stands && (
        <p className="row sess-small">
          <StatusTag tone="neutral">{t("openPlay.gone")}</StatusTag>
          <span>{t("openPlay.refunded", { amount: showFen(fen(ticket.refunded)) })}</span>
          {fen(ticket.fee) > 0 && <span>{t("openPlay.keptFee", { amount: showFen(fen(ticket.fee)) })}</span>}
          <span className="cut">{ticket.reason}</span>
        </p>
      )}
      {stands && mayLeave && (
        <div className="row sess-acts">
          <span className="grow" />
          <Button kind="quiet" aria-label={t("openPlay.leaveOf", { name })} onClick={() => onLeave(ticket)}>
            {t("openPlay.leave")}
          </Button>
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
