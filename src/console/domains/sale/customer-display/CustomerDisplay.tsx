import "./customer-display.css";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { showFen } from "../../../../contract/core/money";
import { PAY_TYPE_LABELS } from "../../../../contract/core/pay-types";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { bringIntoSight } from "../../../ui/in-sight";
import { openDisplayEnd, SILENT_MS } from "./channel";
import { changedLine, type DisplayLine, type DisplayState } from "./state";

const PICTURE_MS = 8_000;
const CHECK_MS = 1_000;

/** The customer's screen beside a till: the cart while it is filled, then the change, else the venue's pictures. The till opens it. */
export function CustomerDisplay() {
  const [search] = useSearchParams();
  const id = search.get("till");
  const { state, marked, isSilent } = useDisplayState(id);
  const t = useT();
  if (id === null) return <Idle text={t("sale.customerDisplay.openScreenCheckout")} pictures={[]} />;
  if (state === undefined) return <Idle text={t("sale.customerDisplay.waitingCheckout")} pictures={[]} />;
  const { of } = state;
  if (of.kind === "idle") return <Idle text={state.venue} pictures={state.pictures} />;
  return (
    <main className="customer-display">
      {of.kind === "cart" ? (
        <>
          <Lines state={state} lines={of.lines} off={of.off} rounding={of.rounding} marked={marked} />
          <aside className="cd-pay" aria-live="polite">
            <p className="cd-title">{t("sale.customerDisplay.pay")}</p>
            {of.due === undefined || isSilent ? (
              <p className="cd-wait">{t("sale.customerDisplay.oneMomentPlease")}</p>
            ) : (
              <Amount of={of.due} />
            )}
            {of.takesCode && <p>{t("sale.customerDisplay.weChatAlipayPleaseShow")}</p>}
            <p className="cd-small">
              {state.member === undefined ? t("sale.customerDisplay.cashBankCardsWelcome") : t("sale.customerDisplay.cashBankCardsYour")}
            </p>
            <Buyer state={state} label={t("sale.customerDisplay.balance")} />
          </aside>
        </>
      ) : (
        <>
          <section className="cd-cart">
            <Head state={state} />
            <p className="cd-thanks">{t("sale.customerDisplay.thankYou")}</p>
          </section>
          <aside className="cd-pay" aria-live="polite">
            <span className="cd-done">
              <Icon name="check" />
            </span>
            <p className="cd-title">{t("sale.customerDisplay.paidThankYou")}</p>
            <dl className="cd-payments">
              <div>
                <dt>{t("sale.customerDisplay.pay")}</dt>
                <dd>{showFen(of.due)}</dd>
              </div>
              {of.payments.map(({ id: payment, type, tendered }) => (
                <div key={payment}>
                  <dt>{t(PAY_TYPE_LABELS[type])}</dt>
                  <dd>{showFen(tendered)}</dd>
                </div>
              ))}
            </dl>
            {of.change > 0 && (
              <p className="cd-change">
                <span>{t("sale.change")}</span>
                <b>
                  <small>¥</small>
                  {showFen(of.change)}
                </b>
              </p>
            )}
            <p className="cd-small">{t("sale.customerDisplay.receipt", { no: of.no })}</p>
            <Buyer state={state} label={t("sale.customerDisplay.balanceNow")} />
          </aside>
        </>
      )}
    </main>
  );
}

/** The newest state of the till, the key of the line that changed last, and whether the till has been silent for too long. */
function useDisplayState(id: string | null) {
  const [displayed, setDisplayed] = useState<{ readonly state: DisplayState; readonly marked: string | undefined }>();
  const [isSilent, setSilent] = useState(false);
  useEffect(() => {
    if (id === null) return undefined;
    let heardAt = performance.now();
    const close = openDisplayEnd(id, (state) => {
      heardAt = performance.now();
      setSilent(false);
      setDisplayed((before) => ({ state, marked: changedLine(before?.state, state, before?.marked) }));
    });
    const timer = setInterval(() => setSilent(performance.now() - heardAt > SILENT_MS), CHECK_MS);
    return () => {
      clearInterval(timer);
      close();
    };
  }, [id]);
  return { state: displayed?.state, marked: displayed?.marked, isSilent };
}

function Head({ state }: { state: DisplayState }) {
  const t = useT();
  return (
    <header>
      <span className="cd-logo">
        <Icon name="racket" />
      </span>
      <div>
        <h1>{state.venue}</h1>
        <small>{t("sale.customerDisplay.servingYou", { name: state.operator })}</small>
      </div>
    </header>
  );
}

function Lines({
  state,
  lines,
  off,
  rounding,
  marked,
}: {
  state: DisplayState;
  lines: readonly DisplayLine[];
  off: number;
  rounding: number;
  marked: string | undefined;
}) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => bringIntoSight(() => list.current?.querySelector(".is-marked"), { block: "nearest" }), [marked, lines]);
  const isKnown = lines.every(({ total }) => total !== undefined);
  const goods = lines.filter(({ isDeposit }) => !isDeposit);
  const sum = goods.reduce((all, { total = 0 }) => all + total, 0);
  const deposits = lines.filter(({ isDeposit }) => isDeposit).reduce((all, { total = 0 }) => all + total, 0);
  return (
    <section className="cd-cart">
      <Head state={state} />
      <ul ref={list}>
        {lines.map((line) => (
          <li key={line.key} className={line.key === marked ? "is-marked" : undefined}>
            <span>
              <b>{line.name}</b>
              <small>
                {showFen(line.price)} × {line.quantity}
                {line.off > 0 && t("sale.customerDisplay.off", { amount: showFen(line.off) })}
                {line.isDeposit && t("sale.customerDisplay.givenBackReturn")}
              </small>
            </span>
            <span className="cd-sum">{line.total === undefined ? "…" : showFen(line.total)}</span>
          </li>
        ))}
      </ul>
      <dl className="cd-sums">
        <div>
          <dt>{t("sale.piecesSubtotal", { count: goods.reduce((all, { quantity }) => all + quantity, 0) })}</dt>
          <dd>{isKnown ? showFen(sum) : "…"}</dd>
        </div>
        {off > 0 && (
          <div className="cd-off">
            <dt>{t("sale.customerDisplay.youSave")}</dt>
            <dd>{showFen(off)}</dd>
          </div>
        )}
        {rounding > 0 && (
          <div className="cd-off">
            <dt>{t("sale.rounding")}</dt>
            <dd>{showFen(-rounding)}</dd>
          </div>
        )}
        {deposits > 0 && (
          <div>
            <dt>{t("sale.customerDisplay.depositGivenBack")}</dt>
            <dd>{showFen(deposits)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

const Amount = ({ of }: { of: number }) => (
  <p className="cd-due">
    <small>¥</small>
    {showFen(of)}
  </p>
);

function Buyer({ state: { member }, label }: { state: DisplayState; label: string }) {
  if (member === undefined) return null;
  return (
    <p className="cd-member">
      <span>
        {member.name} {member.cardType}
      </span>
      {member.balance !== undefined && (
        <span>
          {label} <b>{showFen(member.balance)}</b>
        </span>
      )}
    </p>
  );
}

/** The venue's pictures in turn; its name where it has none. */
function Idle({ text, pictures }: { text: string; pictures: readonly string[] }) {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTurn((now) => now + 1), PICTURE_MS);
    return () => clearInterval(timer);
  }, []);
  const picture = pictures.length === 0 ? undefined : pictures[turn % pictures.length];
  return (
    <main className="customer-display cd-idle">
      {picture !== undefined && <img src={picture} alt="" />}
      <h1>{text}</h1>
    </main>
  );
}
