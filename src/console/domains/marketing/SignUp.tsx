import { useId, useState } from "react";
import { activityDesk, ATTENDEES, type activities } from "../../../contract/marketing/activities";
import { fen, yuan } from "../../../contract/core/money";
import type { RowOf } from "../../../contract/core/resource/define";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useUnsaved } from "../../ui/use-unsaved";
import { WhenDay } from "../../ui/When";
import { type BookerDraft, NO_BOOKER } from "../../desk/Booker";
import { announcePaid } from "../../desk/announce-paid";
import { type PaidBy, SellPanel } from "./SellPanel";

export type ActivityRow = RowOf<typeof activities>;
type Attendee = keyof typeof ATTENDEES;

/** Signs a member, a walk-in or a child up for an activity; a new form follows the one that was done. */
export function SignUp({ row, onClose, onDone }: { readonly row: ActivityRow; readonly onClose: () => void; readonly onDone: () => void }) {
  const t = useT();
  const id = useId();
  const [booker, setBooker] = useState<BookerDraft>(NO_BOOKER);
  const [child, setChild] = useState(false);
  const [childName, setChildName] = useState("");
  const [answers, setAnswers] = useState<readonly string[]>(row.questions.map(() => ""));
  const { run, pending, error, reset } = useCall(activityDesk.signUp);
  const member = booker.walkIn ? undefined : booker.member;
  useUnsaved(booker.member !== undefined || booker.name !== "" || childName !== "");
  const attendee: Attendee = child ? "child" : booker.walkIn ? "guest" : "member";
  const fees = { member: row.memberFee, guest: row.guestFee, child: row.childFee };
  const due = fen(fees[attendee]);
  const named = child ? (booker.walkIn ? booker.name : childName).trim() : booker.name.trim();
  const ready = (attendee === "member" ? member !== undefined : named !== "") && answers.every((answer) => answer.trim() !== "");
  const act = async (payments: PaidBy): Promise<void> => {
    try {
      const done = await run({
        activityId: row.id,
        attendee,
        ...(member ? { memberId: member.id } : { phone: booker.phone }),
        ...(attendee === "member" ? {} : { name: named }),
        answers: answers.map((answer) => answer.trim()),
        payments,
        expectedPrice: yuan(due),
      });
      announcePaid(t("marketing.signUp.signedUpCheckCode", { name: done.name, code: done.checkInCode }), payments);
      onDone();
      onClose();
    } catch {
      // Shown in the form; everything typed stays. What is true now decides.
      onDone();
    }
  };
  return (
    <SellPanel
      title={t("marketing.signUp.signUp", { title: row.title })}
      hint={
        <>
          <WhenDay day={row.startsAt.slice(0, 10)} /> · {row.place} · {t("marketing.signUp.placesLeft", { left: row.left })}
        </>
      }
      due={due}
      booker={booker}
      onBooker={(next) => {
        reset();
        setBooker(next);
      }}
      ready={ready}
      act={t("marketing.signUp2")}
      pending={pending}
      error={error}
      onAct={act}
      onClose={onClose}
    >
      <section aria-labelledby={`${id}-as`}>
        <div className="sec-t">
          <h3 id={`${id}-as`}>{t("marketing.signUp.attends")}</h3>
        </div>
        <div className="seg seg-block" role="group" aria-labelledby={`${id}-as`}>
          {[false, true].map((asChild) => {
            const as = asChild ? "child" : booker.walkIn ? "guest" : "member";
            return (
              <button key={String(asChild)} type="button" aria-pressed={child === asChild} onClick={() => setChild(asChild)}>
                {t(ATTENDEES[as])} ¥{fees[as]}
              </button>
            );
          })}
        </div>
        {child && !booker.walkIn && <Line label={t("marketing.signUp.nameChild")} value={childName} onValue={setChildName} max={40} />}
        {row.questions.map((question, i) => (
          <Line
            key={question}
            label={question}
            value={answers[i] ?? ""}
            max={100}
            onValue={(text) => setAnswers(answers.map((each, at) => (at === i ? text : each)))}
          />
        ))}
      </section>
    </SellPanel>
  );
}

function Line({ label, value, max, onValue }: { label: string; value: string; max: number; onValue: (value: string) => void }) {
  return (
    <label className="sell-line">
      <span className="field-label">{label}</span>
      <span className="input">
        <input value={value} maxLength={max} autoComplete="off" onChange={(event) => onValue(event.target.value)} />
      </span>
    </label>
  );
}
