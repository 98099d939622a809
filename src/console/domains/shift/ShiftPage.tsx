import "../sale/receipt.css";
import "./shift.css";
import { useCallback, useEffect, useRef, useState } from "react";
import { fen, showFen } from "../../../contract/money";
import { MOVES, type ShiftDetail, type ShiftMoveKind, shifts } from "../../../contract/shift";
import { useCall } from "../../api/useCall";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { Modal } from "../../desk/Modal";
import { useCan } from "../../session/store";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { Kbd } from "../../ui/Kbd";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { When } from "../../ui/When";
import { readAmount } from "../../desk/payments";
import { type Counts, CountForm } from "./CountForm";
import { Differences, Paper, PrintReport } from "./Report";
import { MOVE_KINDS, operationLabel } from "./words";

/** The shift of whoever works here: open it, move cash, count it blind, see the difference, hand it over; earlier ones with their Z. */
export function ShiftPage() {
  const t = useT();
  const read = useRead(shifts.current, {}, { staleTime: 0 });
  const past = useRead(shifts.list, { page: 0, size: 12 }, { staleTime: 0 });
  const [chosen, setChosen] = useState<string>();
  const [printing, setPrinting] = useState<ShiftDetail>();
  const looked = useRead(shifts.view, { id: chosen ?? "" }, { enabled: chosen !== undefined, staleTime: 0 });
  const again = (): void => {
    void read.refetch();
    void past.refetch();
    if (chosen !== undefined) void looked.refetch();
  };
  const endPrint = useCallback(() => setPrinting(undefined), []);
  if (read.error && !read.data)
    return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!read.data) return <SkeletonText lines={8} label={t("ui.loading")} />;
  const { open, counting } = read.data;
  const hand = counting ?? open;
  const shown = chosen === undefined ? hand : (looked.data ?? null);
  return (
    <div className="shift">
      <div className="shift-main">
        <header className="page-head shift-head">
          <h1>{t({ zh: "交班", en: "Shift" })}</h1>
          {shown && <State of={shown} />}
          {shown && (
            <span className="mut">
              {shown.no} · {shown.operator} · <When at={shown.openedAt} /> {t({ zh: "开班", en: "opened" })}
            </span>
          )}
          <span className="grow" />
          {chosen !== undefined && (
            <Button onClick={() => setChosen(undefined)}>
              {hand ? t({ zh: "回到当前班次", en: "To the shift in hand" }) : t({ zh: "去开班", en: "Open a shift" })}
            </Button>
          )}
        </header>
        {shown === null ? (
          chosen === undefined ? (
            <OpenForm onDone={again} />
          ) : looked.error ? (
            <ErrorState what={looked.error.message} onRetry={() => void looked.refetch()} retrying={looked.isFetching} />
          ) : (
            <SkeletonText lines={6} label={t("ui.loading")} />
          )
        ) : shown.state === "counting" && shown.submittedAt === null && shown.mine ? (
          <Counting onDone={again} next={open !== null} />
        ) : shown.state === "counting" ? (
          <Closing of={shown} onDone={again} onClosed={setChosen} />
        ) : shown.state === "closed" ? (
          shown.report && <Differences of={shown.report} />
        ) : (
          <Running of={shown} onDone={again} onPrint={() => setPrinting(shown)} />
        )}
      </div>
      <aside className="shift-side" aria-label={t({ zh: "班次记录", en: "Log of shifts" })}>
        {shown?.state === "closed" && shown.report && (
          <section className="shift-z">
            <Paper of={shown} report={shown.report} />
            <Button kind="primary" size="lg" icon="print" block onClick={() => setPrinting(shown)}>
              {t({ zh: "打印 Z 报告", en: "Print the Z report" })}
            </Button>
          </section>
        )}
        {shown && shown.state !== "closed" && (
          <section>
            <h2>{t({ zh: "本班时间线", en: "This shift" })}</h2>
            <p className="mut">
              {t({ zh: "备用金与存取；收款合计提交清点后显示", en: "Float and cash moved; takings show once the count is handed in" })}
            </p>
            <ol className="shift-moves">
              <li>
                <Icon name="clock" />
                <span className="grow">
                  <b>{t({ zh: "开班", en: "Opened" })}</b>
                  <small>
                    <When at={shown.openedAt} /> {shown.operator}
                  </small>
                </span>
              </li>
              {shown.moves.map((one) => (
                <li key={one.id}>
                  <Icon name={fen(one.amount) < 0 ? "minus" : "plus"} />
                  <span className="grow">
                    <b>{t(operationLabel(one.kind))}</b>
                    <small>
                      <When at={one.at} /> {one.operator} {one.reason}
                    </small>
                  </span>
                  <b>{fen(one.amount) > 0 ? `+${showFen(fen(one.amount))}` : showFen(fen(one.amount))}</b>
                </li>
              ))}
              {shown.countingAt !== null && (
                <li className="now">
                  <Icon name="clock" />
                  <span className="grow">
                    <b>{t({ zh: "开始清点", en: "Counting" })}</b>
                    <small>
                      <When at={shown.countingAt} /> {t({ zh: "新收款记入下一班", en: "New takings are the next shift's" })}
                    </small>
                  </span>
                </li>
              )}
            </ol>
          </section>
        )}
        <section>
          <h2>{t({ zh: "最近的班次", en: "Recent shifts" })}</h2>
          <ul className="shift-past">
            {(past.data?.content ?? []).map((one) => (
              <li key={one.id}>
                <button type="button" aria-pressed={shown?.id === one.id} onClick={() => setChosen(one.id)}>
                  <span className="grow">
                    <b>{one.operator}</b>
                    <small>
                      <When at={one.openedAt} /> {one.no}
                    </small>
                  </span>
                  {one.difference !== null && fen(one.difference) !== 0 && (
                    <span className={fen(one.difference) < 0 ? "short" : undefined}>{showFen(fen(one.difference))}</span>
                  )}
                  <State of={one} />
                </button>
              </li>
            ))}
          </ul>
        </section>
      </aside>
      {printing?.report && <PrintReport of={printing} report={printing.report} onClose={endPrint} />}
    </div>
  );
}

function State({ of }: { of: { readonly state: ShiftDetail["state"] } }) {
  const t = useT();
  return (
    <StatusTag tone={of.state === "open" ? "live" : of.state === "counting" ? "waiting" : "success"}>
      {of.state === "open"
        ? t({ zh: "营业中", en: "Open" })
        : of.state === "counting"
          ? t({ zh: "清点中", en: "Counting" })
          : t({ zh: "已交班", en: "Closed" })}
    </StatusTag>
  );
}

function OpenForm({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [float, setFloat] = useState("");
  const call = useCall(shifts.open);
  const amount = readAmount(float);
  return (
    <form
      className="card shift-open"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (amount !== undefined) call.run({ float: float.trim() === "" ? "0" : float }).then(onDone, () => undefined);
      }}
    >
      <h2>{t({ zh: "开班", en: "Open a shift" })}</h2>
      <p className="mut">
        {t({
          zh: "填从保险柜取出的备用金。没有开班就收款时，会自动开一个没有备用金的班。",
          en: "Enter the float that you take from the safe. Money that is taken without a shift opens one with no float.",
        })}
      </p>
      <label className="shift-field">
        <span>{t({ zh: "备用金（元）", en: "Float (yuan)" })}</span>
        <span className="input">
          <span aria-hidden>¥</span>
          <input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is for this one field
            autoFocus
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            value={float}
            aria-invalid={amount === undefined || undefined}
            onChange={(event) => setFloat(event.target.value)}
          />
        </span>
      </label>
      {call.error && <Failure>{call.error.message}</Failure>}
      <Button kind="primary" size="lg" type="submit" busy={call.pending} disabled={amount === undefined}>
        {t({ zh: "开班", en: "Open" })}
      </Button>
    </form>
  );
}

function Running({ of, onDone, onPrint }: { of: ShiftDetail; onDone: () => void; onPrint: () => void }) {
  const t = useT();
  const [moving, setMoving] = useState<ShiftMoveKind>();
  const count = useCall(shifts.count);
  return (
    <>
      <div className="card shift-running">
        <p>
          {t({
            zh: "收款照常在收银台、订场、会员等页面进行，都记在这一班。要交班时先清点：应有金额在提交后才显示。",
            en: "Money is taken on its pages as ever and belongs to this shift. To close it, count first: what is expected shows once the count is handed in.",
          })}
        </p>
        {of.mine && (
          <div className="row wrap">
            {MOVES.map((kind) => (
              <Button key={kind} size="lg" onClick={() => setMoving(kind)}>
                {t(MOVE_KINDS[kind])}
              </Button>
            ))}
            <span className="grow" />
            <Button kind="primary" size="lg" busy={count.pending} onClick={() => void count.run({}).then(onDone, () => undefined)}>
              {t({ zh: "开始清点", en: "Begin to count" })}
            </Button>
          </div>
        )}
        {count.error && <Failure>{count.error.message}</Failure>}
      </div>
      {of.report && (
        <section className="shift-x">
          <div className="row">
            <h2>{t({ zh: "X 报告：到现在为止", en: "X report: up to now" })}</h2>
            <span className="grow" />
            <Button icon="print" onClick={onPrint}>
              {t({ zh: "打印", en: "Print" })}
            </Button>
          </div>
          <Paper of={of} report={of.report} />
        </section>
      )}
      {moving && (
        <MoveDialog
          kind={moving}
          onClose={() => setMoving(undefined)}
          onDone={() => {
            setMoving(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}

function MoveDialog({ kind, onClose, onDone }: { kind: ShiftMoveKind; onClose: () => void; onDone: () => void }) {
  const t = useT();
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const call = useCall(shifts.move);
  const value = readAmount(amount) ?? 0;
  const ready = value > 0 && reason.trim().length >= 2;
  return (
    <Modal title={t(MOVE_KINDS[kind])} width={400} onClose={onClose}>
      <form
        className="pay-form shift-move"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) call.run({ kind, amount, reason: reason.trim() }).then(onDone, () => undefined);
        }}
      >
        <p className="mut">{t(MOVE_KINDS[kind].hint)}</p>
        <label className="shift-field">
          <span>{t({ zh: "金额（元）", en: "Amount (yuan)" })}</span>
          <span className="input">
            <span aria-hidden>¥</span>
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type it
              autoFocus
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.00"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          </span>
        </label>
        <label className="shift-field">
          <span>{t({ zh: "事由", en: "Reason" })}</span>
          <span className="input">
            <input autoComplete="off" maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {call.error && <Failure>{call.error.message}</Failure>}
        <Button kind="primary" size="lg" type="submit" block busy={call.pending} disabled={!ready}>
          {t({ zh: "确定", en: "Record" })}
        </Button>
      </form>
    </Modal>
  );
}

function Counting({ onDone, next }: { onDone: () => void; next: boolean }) {
  const t = useT();
  const form = useRef<{ readonly read: () => Counts }>(null);
  const [sum, setSum] = useState("0.00");
  const submit = useCall(shifts.submit);
  const reopen = useCall(shifts.reopen);
  const send = (): void => {
    const counts = form.current?.read();
    if (counts === undefined) notify.error(t({ zh: "有一项金额看不懂，请改正", en: "An amount can't be read; please mend it" }));
    else submit.run({ counts }).then(onDone, () => undefined);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "F9" || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      send();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
  return (
    <>
      <p className="notice shift-blind">
        <Icon name="eye-off" /> <b>{t({ zh: "盲点", en: "Blind count" })}</b>{" "}
        {t({
          zh: "应有金额在提交后显示。提交前可退回营业，提交后只能说明差异，不能改数。",
          en: "What is expected shows once this is handed in. Until then you can go on working; after that the figures stand and only a note can be added.",
        })}
      </p>
      <CountForm ref={form} onSum={setSum} />
      {(submit.error ?? reopen.error) && <Failure>{(submit.error ?? reopen.error)?.message}</Failure>}
      <div className="shift-foot">
        <span className="mut">{t({ zh: "实点合计", en: "Counted in all" })}</span>
        <b>¥{showFen(fen(sum))}</b>
        <span className="grow" />
        {!next && (
          <Button size="lg" busy={reopen.pending} onClick={() => void reopen.run({}).then(onDone, () => undefined)}>
            {t({ zh: "退回营业", en: "Go on working" })}
          </Button>
        )}
        <Button kind="primary" size="lg" busy={submit.pending} onClick={send}>
          {t({ zh: "提交清点", en: "Hand in the count" })} <Kbd>F9</Kbd>
        </Button>
      </div>
    </>
  );
}

function Closing({ of, onDone, onClosed }: { of: ShiftDetail; onDone: () => void; onClosed: (id: string) => void }) {
  const t = useT();
  const [note, setNote] = useState("");
  const [receiver, setReceiver] = useState("");
  const call = useCall(shifts.close);
  const mayClose = useCan("shift_report") || of.mine;
  const { report } = of;
  if (!report) return <p className="notice">{t({ zh: "还在清点，尚未提交", en: "Still being counted; nothing is handed in" })}</p>;
  return (
    <>
      <Differences of={report} />
      {mayClose && of.submittedAt !== null && (
        <form
          className="card shift-open"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (receiver.trim() === "") return;
            call.run({ id: of.id, note: note.trim(), receivedBy: receiver.trim() }).then(
              () => {
                notify.success(t({ zh: "已交班，现金已缴入保险柜", en: "The shift is closed; its cash is in the safe" }));
                onClosed(of.id);
                onDone();
              },
              () => undefined,
            );
          }}
        >
          <h2>{t({ zh: "签字交接", en: "Hand over" })}</h2>
          <label className="shift-field">
            <span>{t({ zh: "差异说明", en: "What explains the difference" })}</span>
            <span className="input">
              <input autoComplete="off" maxLength={200} value={note} onChange={(event) => setNote(event.target.value)} />
            </span>
          </label>
          <label className="shift-field">
            <span>{t({ zh: "接班人签名", en: "Received by (name)" })}</span>
            <span className="input">
              <input required autoComplete="off" maxLength={40} value={receiver} onChange={(event) => setReceiver(event.target.value)} />
            </span>
          </label>
          {call.error && <Failure>{call.error.message}</Failure>}
          <Button kind="primary" size="lg" type="submit" busy={call.pending} disabled={receiver.trim() === ""}>
            {t({ zh: "完成交班", en: "Close the shift" })}
          </Button>
        </form>
      )}
    </>
  );
}
