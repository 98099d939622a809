import { useEffect, useImperativeHandle, useRef, useState, type Ref } from "react";
import type { Allowance } from "../../../contract/sale/allowances";
import { AnswerCode } from "../../../contract/core/answer-code";
import type { Input } from "../../../contract/core/call";
import { type Fen, fen, showFen, yuan } from "../../../contract/core/money";
import type { ScanPayment } from "../../../contract/sale/collections";
import { sale, type SaleDetail } from "../../../contract/sale/sale";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { ApiError } from "../../api/error";
import { useCall } from "../../api/use-call";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { announcePaid } from "../../desk/announce-paid";
import { newKey } from "../../api/idempotency-key";
import { usePreference } from "../../session/preferences";
import { useCan } from "../../providers/access-control";
import { session, useSession } from "../../session/store";
import { CommandButton } from "../../ui/CommandButton";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import type { IconName } from "../../ui/icons";
import { Kbd } from "../../ui/Kbd";
import { Payments } from "../../desk/Payments";
import { readAmountOrZero } from "../../../contract/core/typed/amount";
import { check, type DeskMethod, type PayLine, suggest, toPayments, withMethod } from "../../desk/payments";
import { isOpen, whyNot } from "../../desk/follow";
import { useCharge } from "../../desk/use-charge";
import { usePayLines } from "../../desk/use-pay-lines";
import { notify } from "../../ui/notices";
import { InlineScan } from "./InlineScan";
import { isOffline, useOffline } from "../../api/connection";
import { canWait, isWaiting, localDetail, type LocalPayment } from "./offline/local";
import { sellOffline, notifyStoredSales } from "./offline/outbox";
import { removeRejected } from "./offline/store";
import { type Till, cartInput } from "./till";

/** The ways that one key chooses. */
const WAYS = [
  { type: "Cash", icon: "cash" },
  { type: "scanCode", icon: "scan" },
  { type: "Balance", icon: "wallet" },
  { type: "BankCard", icon: "card" },
] as const satisfies readonly { type: DeskMethod; icon: IconName }[];

/** As many as one call takes. */
const MOST_METHODS = 8;

/** State and actions of the pane that the keys of the till use. */
export interface PayHandle {
  /** A code is being charged: the cart, the buyer and the code stay as they are until its outcome is known. */
  readonly isCharging: boolean;
  /** Charges the pending code, or takes the money as the lines say. */
  readonly submit: () => void;
  readonly way: (place: number) => void;
  /** Adds a method; the first one's amount is typed next. */
  readonly split: () => void;
}

/** Collects what is due: one method by one key, or several; change is computed, a customer's code is charged here. */
export function PayPane({
  ref,
  till,
  due,
  cards,
  allowance,
  waits,
  code,
  onCode,
  onTill,
  onDone,
  onRefused,
  onBack,
}: {
  ref: Ref<PayHandle>;
  till: Till;
  due: Fen;
  /** Package cards that pay for some of it, with their uses. */
  cards: Input<typeof sale.create>["cards"];
  /** Without the server: what may be taken of the member. */
  allowance: Allowance | undefined;
  /** The price is on its way. */
  waits: boolean;
  /** A payment code that was scanned, pending until it is charged or discarded. */
  code: string | undefined;
  onCode: (code: string | undefined) => void;
  /** Changes the cart meanwhile: a code has paid for it, or it is being sent as a sale. */
  onTill: (change: (before: Till) => Till) => void;
  onDone: (done: SaleDetail) => void;
  /** The server refused: the price is to be asked again. */
  onRefused: () => void;
  onBack: () => void;
}) {
  const t = useT();
  const { venueInfo } = useSession();
  const mayScan = useCan("scan_to_pay");
  const [method, keepMethod] = usePreference("till.method");
  const rest: DeskMethod = (isOffline() ? undefined : WAYS.find(({ type }) => type === method)?.type) ?? "Cash";
  const [first] = useState<readonly PayLine[] | undefined>(() => (till.scanned ? withScanned(till.scanned, due) : undefined));
  // No purse pays a recharge.
  const payer = till.items.some(({ kind }) => kind === "recharge") ? null : till.memberId;
  const { lines, purses, split, setLines } = usePayLines(due, payer, rest, first, allowance && fen(allowance.left));
  const create = useCall(sale.create);
  const modify = useCall(sale.modify);
  const lost = useOffline();
  const [selling, setSelling] = useState(false);
  const [failure, setFailure] = useState<string>();
  const onScanned = (scanned: Till["scanned"]): void => onTill((before) => ({ ...before, scanned }));
  const pay = till.cartId === null ? create : modify;
  const busy = pay.pending || selling;
  const sold = pay.error instanceof ApiError && pay.error.code === AnswerCode.keyReused;
  const said = sold
    ? t({
        zh: "这单改动之前已经收款成功，没有再收一次。请到销售列表核对那一笔，再清空这单；多卖的另开一单",
        en: "This cart was sold before it was changed; nothing was taken again. Look at that sale in the list of sales, then empty this cart, and sell what came later by itself",
      })
    : (failure ?? pay.error?.message);
  // Without the server only what needs no word of it can be sold.
  const stuck = lost && !canWait(till, allowance);
  const charge = useCharge("document");
  const isCharging = charge.sending || (charge.payment !== undefined && isOpen(charge.payment));
  const pendingCode = due > 0 ? code : undefined;
  const codeLine = lines?.find((line) => line.type === "scanCode" && !line.scanned);
  // A line for the code that has no amount yet leaves the code all that is due.
  const typedForCode = codeLine && readAmountOrZero(codeLine.text).value;
  const codeAmount = codeLine && typedForCode !== 0 ? typedForCode : due;
  /** Why the code can't be charged; undefined: it can. */
  const whyNoCharge = ((): string | undefined => {
    if (codeAmount === undefined) return t("booking.choice.amountWrong");
    if (waits) return t({ zh: "正在核对价格，请稍候", en: "The price is being checked" });
    return lost ? t({ zh: "断网时不能扫码收款", en: "A code can't be charged without the network" }) : undefined;
  })();
  /** Why nothing can be taken now; undefined: the button, Enter and F9 take it. */
  const whyNotReady = ((): string | undefined => {
    if (pendingCode !== undefined) return whyNoCharge;
    if (waits) return t({ zh: "正在核对价格，请稍候", en: "The price is being checked" });
    if (stuck) return t({ zh: "断网时不能收这一单", en: "This cart needs the network" });
    if (due === 0) return undefined;
    if (lines === undefined) return t({ zh: "正在读取余额", en: "The balance is being read" });
    return split.ok ? undefined : t({ zh: "付款合计还不等于应收", en: "The payments do not add up to what is due" });
  })();
  const ready = whyNotReady === undefined;
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef(false);
  // The suggestion is mostly right: Enter takes it. Once, so that the focus is not taken from somebody who types; again where a button that
  // was out of reach for a moment has lost them.
  useEffect(() => {
    const at = document.activeElement;
    const types = at instanceof HTMLInputElement && (box.current?.contains(at) ?? false);
    if (!ready || busy || code !== undefined || types || (focused.current && at !== document.body)) return;
    focused.current = true;
    box.current?.querySelector<HTMLElement>(".ft .btn-primary")?.focus();
  }, [ready, busy, code]);

  /** For cash: kept in this browser first, so that neither a cut line nor a shut till loses it or sells it twice. */
  const sell = async (paying: readonly PayLine[]): Promise<void> => {
    const { person, venueId } = session();
    if (!person || venueId === undefined) return;
    const key = newKey();
    const at = new Date();
    const payments = toPayments(paying);
    const paid = payments.map(({ type, amount, tendered = amount }): LocalPayment => ({
      type: type === "Balance" ? type : "Cash",
      amount: fen(amount),
      tendered: fen(tendered),
    }));
    const prices = till.lines.map(({ productId, price }) => ({ productId, price }));
    const keptByTill = { key, at: at.toISOString(), prices, ...(allowance ? { allowance: allowance.token } : {}) };
    const body = { ...cartInput(till), payments, remark: till.remark, keptByTill };
    const shown = localDetail(till, key, paid, at, allowance);
    const sold = { key, venueId, personId: person.userId, operator: person.name, at: at.toISOString(), body, till, shown };
    setSelling(true);
    setFailure(undefined);
    onTill((before) => ({ ...before, sending: key }));
    try {
      const done = await sellOffline(sold);
      announcePaid(t({ zh: "已收 {amount}", en: "{amount} received" }, { amount: showFen(due) }), payments);
      onDone(done);
    } catch (error) {
      await removeRejected(key).catch(() => undefined);
      notifyStoredSales();
      onTill((before) => ({ ...before, sending: null }));
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setSelling(false);
    }
  };
  const send = async (paying: readonly PayLine[]): Promise<void> => {
    if (due > 0 && canWait(till, allowance) && isWaiting(paying, allowance)) return sell(paying);
    const payments = due > 0 ? toPayments(paying) : [];
    const draft = { ...cartInput(till), payments, cards, remark: till.remark };
    // Kept with the cart: sent again after a reload it is the same sale.
    const key = till.attempt ?? newKey();
    onTill((before) => ({ ...before, attempt: key }));
    try {
      const done = till.cartId === null ? await create.run(draft, key) : await modify.run({ ...draft, id: till.cartId, mode: "pay" }, key);
      announcePaid(t({ zh: "已收 {amount}", en: "{amount} received" }, { amount: showFen(due) }), payments);
      onDone(done);
    } catch (error) {
      // Shown above the button; the cart and the split stay as they are, at the price of now.
      if (error instanceof ApiError && error.code < 500 && error.code !== AnswerCode.keyReused)
        onTill((before) => ({ ...before, attempt: null }));
      onRefused();
    }
  };
  const chargeCode = (): void => {
    if (pendingCode === undefined || codeAmount === undefined || whyNoCharge !== undefined || isCharging) return;
    setFailure(undefined);
    charge.submit(codeAmount, pendingCode).catch((error: unknown) => {
      setFailure(error instanceof Error ? error.message : String(error));
      // Refused: another code, or another method. Without an answer the code may be charged: trying it again is the same charge.
      if (error instanceof ApiError && error.code < 500) dropCode();
    });
  };
  /** After a code that brought nothing: the method stays, so that no key books another one unseen. */
  const dropCode = (): void => {
    onCode(undefined);
    if (!codeLine) setLines([{ id: 0, type: "scanCode", text: yuan(due), typed: false, tendered: "" }]);
  };
  const submit = (): void => {
    if (busy || isCharging) return;
    if (ready && pendingCode !== undefined) chargeCode();
    else if (ready) void send(lines ?? []);
    else box.current?.querySelector<HTMLElement>("[aria-invalid], .pay-scan button, .pay-amount input")?.focus();
  };
  const choose = (type: DeskMethod): void => {
    if (isCharging || (type === "scanCode" && pendingCode !== undefined)) return;
    pay.reset();
    setFailure(undefined);
    // Another method chosen by hand discards the pending code.
    onCode(undefined);
    if (type === "Balance") setLines(suggest(due, purses, venueInfo?.purseOrder, rest === "Balance" ? "Cash" : rest));
    else {
      keepMethod(type);
      setLines([{ id: 0, type, text: yuan(due), typed: false, tendered: "" }]);
    }
    focused.current = false;
  };
  const divide = (): void => {
    if (!lines || lines.length >= MOST_METHODS || due === 0 || pendingCode !== undefined) return;
    setLines(
      withMethod(
        lines,
        WAYS.map(({ type }) => type).filter((type) => offered(type)),
        due,
        purses,
      ),
    );
    setTimeout(() => box.current?.querySelector<HTMLElement>(".pay-amount input")?.focus(), 0);
  };
  const way = (place: number): void => {
    const chosen = WAYS[place];
    if (chosen && offered(chosen.type)) choose(chosen.type);
  };
  const offered = (type: DeskMethod): boolean =>
    till.scanned === null &&
    (type === "Balance" ? purses !== undefined : type !== "scanCode" || mayScan) &&
    (!lost || type === "Cash" || (type === "Balance" && allowance !== undefined));
  useImperativeHandle(ref, () => ({ isCharging, submit, way, split: divide }));

  const paidByCode = (payment: ScanPayment): void => {
    const scanned = { paymentId: payment.paymentId, channel: payment.channel, amount: payment.amount };
    onScanned(scanned);
    onCode(undefined);
    const line: PayLine = { id: codeLine?.id ?? 0, type: "scanCode", text: payment.amount, typed: true, tendered: "", scanned };
    const next = codeLine ? (lines ?? []).map((one) => (one.id === codeLine.id ? line : one)) : [line];
    setLines(next);
    // The code paid the whole due amount: nothing is left to confirm.
    if (check(next, due, purses).ok && !waits) void send(next);
  };
  const settled = useRef<string>(undefined);
  useEffect(() => {
    const { payment } = charge;
    if (payment === undefined || isOpen(payment) || settled.current === payment.paymentId) return;
    settled.current = payment.paymentId;
    charge.reset();
    if (payment.state === "succeeded") paidByCode(payment);
    else {
      notify.error(whyNot(payment));
      dropCode();
    }
  });
  const isChosen = (type: DeskMethod): boolean =>
    pendingCode === undefined
      ? (lines?.some((line) => line.type === type && (readAmountOrZero(line.text).value ?? 0) > 0) ?? false)
      : type === "scanCode";
  return (
    <div ref={box} className="panel-form">
      <div className="bd">
        <div className="till-ways" role="group" aria-label={t({ zh: "支付方式", en: "Payment method" })}>
          {WAYS.map(({ type, icon }, i) => (
            <button
              key={type}
              type="button"
              disabled={!offered(type) || isCharging}
              title={isCharging || offered(type) ? undefined : reasonNotOffered(type, till, lost, t)}
              aria-pressed={isChosen(type)}
              aria-keyshortcuts={String(i + 1)}
              onClick={() => choose(type)}
            >
              <Icon name={icon} />
              <span>{t(PAY_TYPE_LABELS[type])}</span>
              <Kbd>{String(i + 1)}</Kbd>
            </button>
          ))}
        </div>
        {pendingCode !== undefined && (
          <InlineScan
            key={pendingCode}
            code={pendingCode}
            due={codeAmount ?? 0}
            charge={charge}
            whyNot={whyNoCharge}
            onCharge={chargeCode}
            onDiscard={() => {
              if (charge.payment) dropCode();
              else onCode(undefined);
              charge.leave();
            }}
          />
        )}
        {(pendingCode === undefined || codeAmount === undefined) && due > 0 && lines && (
          <Payments
            lines={lines}
            due={due}
            purses={purses}
            ways={false}
            onLines={(next) => {
              const scanned = next.find((line) => line.scanned);
              if (scanned?.scanned && till.scanned === null) onScanned({ ...scanned.scanned, amount: scanned.text });
              setLines(next);
            }}
          />
        )}
        {said !== undefined && <Failure>{said}</Failure>}
        {stuck && (
          <Failure>
            {till.attempt !== null
              ? t({
                  zh: "刚才这单可能已经到了服务器，断网时不能再收一次，以免重复。单子已保留，等网络恢复后再确认",
                  en: "This cart may have reached the server. It can't be taken again without the network, or it might be sold twice. It is kept: confirm it once the network is back",
                })
              : t({
                  zh: "断网时只能收散客的现金，或在离线额度内扣本机选过的会员的余额。单子已保留：改为散客、去掉优惠和其他项目，或等网络恢复",
                  en: "Without the network only cash of walk-ins can be taken, or an allowance of a member who was chosen at this till. The cart is kept: make it a walk-in without discounts and other items, or wait",
                })}
          </Failure>
        )}
      </div>
      <footer className="ft">
        <div className="till-due">
          <span>{t({ zh: "应收", en: "To pay" })}</span>
          <b>
            <small>¥</small>
            {showFen(due)}
          </b>
        </div>
        <div className="till-acts">
          <CommandButton size="lg" spent={isCharging} onClick={onBack}>
            {t("common.back")} <Kbd>Esc</Kbd>
          </CommandButton>
          <CommandButton
            kind="primary"
            size="lg"
            busy={busy || isCharging}
            why={busy || isCharging ? undefined : whyNotReady}
            whyInTooltip
            onClick={submit}
          >
            {pendingCode === undefined
              ? t({ zh: "确认收款 ¥{amount}", en: "Confirm ¥{amount}" }, { amount: showFen(due) })
              : t({ zh: "扫码收款 ¥{amount}", en: "Charge code ¥{amount}" }, { amount: showFen(codeAmount ?? 0) })}{" "}
            <Kbd>F9</Kbd>
          </CommandButton>
        </div>
      </footer>
    </div>
  );
}

/** Returns why a method can't be chosen. */
function reasonNotOffered(type: DeskMethod, { scanned, memberId, items }: Till, isLost: boolean, t: T): string {
  if (scanned !== null) return t({ zh: "这单已扫码收款，不能换方式", en: "A code has paid for this cart; the method stays" });
  if (isLost) return t({ zh: "断网时不能用这种方式", en: "This method needs the network" });
  if (type === "scanCode") return t({ zh: "你没有扫码收款的权限", en: "You may not charge codes" });
  if (memberId === null) return t({ zh: "先按 F2 选会员", en: "Choose a member first (F2)" });
  return items.some(({ kind }) => kind === "recharge")
    ? t({ zh: "储值不能用余额付", en: "No balance pays a recharge" })
    : t({ zh: "正在读取余额", en: "The balance is being read" });
}

/** Returns the line that a code paid already, and a line for the remainder. */
function withScanned(scanned: NonNullable<Till["scanned"]>, due: Fen): PayLine[] {
  const line: PayLine = {
    id: 0,
    type: "scanCode",
    text: scanned.amount,
    typed: true,
    tendered: "",
    scanned: { paymentId: scanned.paymentId, channel: scanned.channel },
  };
  return fen(scanned.amount) < due ? [line, { id: 1, type: "Cash", text: "", typed: false, tendered: "" }] : [line];
}
