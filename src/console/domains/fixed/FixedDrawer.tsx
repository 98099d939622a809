import "../../theme/form.css";
import "../../desk/desk.css";
import "./fixed.css";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { type FixedDetail, fixed } from "../../../contract/fixed/fixed";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { actions, fixedContract } from "../../../contract/core/states";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Change } from "../../desk/Change";
import { announcePaid } from "../../desk/announce-paid";
import { useCan, useCanOpenPath } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import { operatorName } from "../../ui/operator";
import { Phone } from "../../ui/Phone";
import { RecordDrawer } from "../../ui/RecordDrawer";
import { StatusTag } from "../../ui/StatusTag";
import { When, WhenDay } from "../../ui/When";
import { placesIn } from "../../ui/format-place";
import { owes } from "./columns";
import { Occurrences } from "./Occurrences";
import { EndPanel } from "./panels/EndPanel";
import { PausePanel } from "./panels/PausePanel";
import { PayPanel } from "./panels/PayPanel";
import { PlanPanel } from "./panels/PlanPanel";
import { FIXED_TONE, patternWords } from "./words";

type Open = "pay" | "pause" | "activate" | "resume" | "renew" | "end";

/** A contract beside the list: money, actions, every occurrence, payments and log. */
export function FixedDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  return (
    <RecordDrawer<FixedDetail> label={t("fixed.show")} width={680} resource="fixed" id={id} onClose={onClose}>
      {(found, again) => <Body contract={found} onClose={onClose} onChanged={again} />}
    </RecordDrawer>
  );
}

function Body({ contract, onClose, onChanged }: { contract: FixedDetail; onClose: () => void; onChanged: () => void }) {
  const t = useT();
  const [open, setOpen] = useState<Open>();
  const mayOpenMember = useCanOpenPath("/venueUser/venue-user-list");
  const changed = (text: string, payments: Parameters<typeof announcePaid>[1] = []): void => {
    setOpen(undefined);
    announcePaid(text, payments);
    onChanged();
  };
  const close = (): void => setOpen(undefined);
  const credit = -fen(contract.owed);
  return (
    <div className="drawer-body">
      <header className="drawer-head">
        <div className="grow">
          <h2 className="row">
            {contract.memberId && mayOpenMember ? (
              <Link to={`/venueUser/venue-user-list/${contract.memberId}`}>{contract.name}</Link>
            ) : (
              contract.name
            )}
            <StatusTag tone={FIXED_TONE[contract.state]}>{t(`fixed.states.${contract.state}`)}</StatusTag>
            {contract.renewalDue && <StatusTag tone="warning">{t("fixed.renewalDue")}</StatusTag>}
          </h2>
          <p className="row mut">
            <span className="mono">{contract.no}</span>
            <Phone value={contract.phone} />
            {contract.asGroup && <span>{t("booking.choice.group")}</span>}
            <span>{patternWords(contract, t)}</span>
            <span>{placesIn(contract.places, t)}</span>
          </p>
        </div>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      <Actions contract={contract} open={open} onOpen={setOpen} onChanged={changed} />
      {open === "pay" && (
        <PayPanel
          contract={contract}
          onBack={close}
          onDone={(amount, payments) => changed(t("fixed.payDone", { amount: showFen(amount) }), payments)}
        />
      )}
      {open === "pause" && <PausePanel contract={contract} onBack={close} onDone={() => changed(t("fixed.changed"))} />}
      {open === "end" && <EndPanel contract={contract} onBack={close} onDone={() => changed(t("fixed.ended"))} />}
      {(open === "activate" || open === "resume" || open === "renew") && (
        <PlanPanel
          key={open}
          contract={contract}
          act={open}
          onBack={close}
          onDone={(now, payments) => changed(t("fixed.booked", { no: now.no, count: now.left }), payments)}
        />
      )}
      {contract.hold && (
        <p className="notice notice-waiting fixed-hold" role="status">
          <Icon name="lock" />
          {t("fixed.keptUntil", contract.hold)}
        </p>
      )}
      <dl className="figures drawer-figures">
        <Figure title={t("fixed.used")} value={`${contract.used} / ${contract.total}`} />
        <Figure title={t("fixed.left")} value={String(contract.left)} />
        <div>
          <dt>{t("fixed.paid")}</dt>
          <dd>
            <Money value={contract.paid} />
          </dd>
        </div>
        <div>
          <dt>{t("fixed.usedValue")}</dt>
          <dd>
            <Money value={contract.usedValue} />
          </dd>
        </div>
        <div>
          <dt>{owes(contract) ? t("fixed.owed") : t("fixed.prepaid")}</dt>
          <dd className={owes(contract) ? "bad" : undefined}>
            <Money value={yuan(Math.abs(credit))} />
          </dd>
        </div>
      </dl>
      <dl className="fixed-facts">
        <dt>{t("fixed.term")}</dt>
        <dd>
          <WhenDay day={contract.from} /> – <WhenDay day={contract.to} />
        </dd>
        <dt>{t("fixed.payMode")}</dt>
        <dd>
          {t(`fixed.mode.${contract.payMode}`)}
          {contract.holdingName !== null && ` · ${t("fixed.holdingOne", { name: contract.holdingName, left: contract.holdingLeft ?? 0 })}`}
        </dd>
        {contract.remark !== "" && (
          <>
            <dt>{t("fixed.remark")}</dt>
            <dd>{contract.remark}</dd>
          </>
        )}
      </dl>
      <Occurrences contract={contract} onChanged={() => changed(t("fixed.changed"))} />
      <section className="fixed-section">
        <h3>{t("fixed.payments")}</h3>
        {contract.payments.length === 0 ? (
          <p className="mut">{t("fixed.noPayments")}</p>
        ) : (
          <ul className="fixed-log">
            {contract.payments.map((payment) => (
              <li key={payment.id}>
                <When at={payment.at} />
                <span>
                  {t(PAY_TYPE_LABELS[payment.type])}
                  <Change payment={payment} />
                  {payment.refunded !== "0.00" && (
                    <span className="sec"> · {t("fixed.refundedPart", { amount: showFen(fen(payment.refunded)) })}</span>
                  )}
                </span>
                <Money value={payment.amount} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="fixed-section fixed-last">
        <h3>{t("fixed.log")}</h3>
        <ul className="fixed-log">
          {contract.changes.toReversed().map((change, i) => (
            <li key={`${change.at} ${i}`}>
              <When at={change.at} />
              <span>
                {change.action} <span className="sec">{change.detail}</span>
              </span>
              <span className="sec">{operatorName(change.operator, t)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Figure({ title, value }: { title: string; value: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Shows the actions that the state and the person's codes allow. */
function Actions({
  contract,
  open,
  onOpen,
  onChanged,
}: {
  contract: FixedDetail;
  open: Open | undefined;
  onOpen: (open: Open | undefined) => void;
  onChanged: (text: string) => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const mayModify = useCan("fixed_modify");
  const mayPay = useCan("fixed_pay");
  const mayEnd = useCan("fixed_end");
  const decline = useCall(fixed.decline);
  const allowed: readonly string[] = actions(fixedContract, contract.state);
  const renews = contract.state === "active" || contract.state === "expired";
  const pays = contract.state === "ended" ? owes(contract) : contract.state !== "draft" && contract.payMode !== "card";
  const first =
    contract.state === "draft"
      ? "activate"
      : contract.renewalDue || contract.state === "expired"
        ? "renew"
        : owes(contract)
          ? "pay"
          : undefined;
  const button = (act: Open, icon: Parameters<typeof Button>[0]["icon"], may: boolean) =>
    may && (
      <Button
        key={act}
        kind={first === act && open === undefined ? "primary" : "plain"}
        {...(icon ? { icon } : {})}
        aria-expanded={open === act}
        onClick={() => onOpen(open === act ? undefined : act)}
      >
        {t(`fixed.act.${act}`)}
      </Button>
    );
  return (
    <div className="drawer-actions">
      {button("activate", "check", mayModify && allowed.includes("activate"))}
      {contract.state === "draft" && mayModify && (
        <Button icon="edit" onClick={() => void navigate(`/book/regular-form/${contract.id}`)}>
          {t("fixed.act.edit")}
        </Button>
      )}
      {button("pay", "wallet", mayPay && pays)}
      {button("renew", "repeat", mayModify && renews)}
      {contract.renewalDue && mayModify && (
        <Button
          busy={decline.pending}
          onClick={() => {
            decline
              .run({ id: contract.id })
              .then(() => onChanged(t("fixed.declined")))
              .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
          }}
        >
          {t("fixed.act.decline")}
        </Button>
      )}
      {button("pause", "minus", mayModify && allowed.includes("pause"))}
      {button("resume", "play", mayModify && allowed.includes("resume"))}
      {button("end", "close", mayEnd && allowed.includes("end"))}
    </div>
  );
}
