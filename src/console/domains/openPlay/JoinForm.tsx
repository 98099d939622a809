import { type RefObject, useState } from "react";
import { fen, showFen } from "../../../contract/core/money";
import { MOST_JOINED, type OpenPlayDetail, openPlay } from "../../../contract/openPlay/open-play";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { SkeletonText } from "../../ui/Skeleton";
import { useUnsaved } from "../../ui/use-unsaved";
import { Booker, type BookerDraft, NO_BOOKER, phoneOk } from "../../desk/Booker";
import { FormTotal, PanelForm } from "../../ui/form/PanelForm";
import { Payments } from "../../desk/Payments";
import { toPayments } from "../../desk/payments";
import { announcePaid } from "../../desk/announce-paid";
import { usePayLines } from "../../desk/use-pay-lines";
import { Stepper } from "../../ui/Stepper";
import { priceOf } from "./words";

interface Props {
  readonly play: OpenPlayDetail;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onDone: () => void;
}

/** Joins a member or a walk-in, with those who come along, and takes the money. */
export function JoinForm({ play, input, onDone }: Props) {
  const [booker, setBooker] = useState<BookerDraft>(NO_BOOKER);
  const [attendees, setAttendees] = useState(1);
  useUnsaved(booker.member !== undefined || booker.name !== "" || booker.phone !== "");
  const member = booker.walkIn ? undefined : booker.member;
  const reset = (): void => {
    setBooker({ ...NO_BOOKER, walkIn: booker.walkIn });
    setAttendees(1);
  };
  return (
    // A member has purses of their own: what was typed for another one does not count.
    <AttendeesForm
      key={member?.id ?? "walk-in"}
      play={play}
      input={input}
      booker={booker}
      attendees={attendees}
      onBooker={setBooker}
      onAttendees={setAttendees}
      onReset={reset}
      onDone={onDone}
    />
  );
}

function AttendeesForm({
  play,
  input,
  booker,
  attendees,
  onBooker,
  onAttendees,
  onReset,
  onDone,
}: Props & {
  readonly booker: BookerDraft;
  readonly attendees: number;
  readonly onBooker: (booker: BookerDraft) => void;
  readonly onAttendees: (attendees: number) => void;
  readonly onReset: () => void;
}) {
  const t = useT();
  const member = booker.walkIn ? undefined : booker.member;
  const left = play.capacity - play.attendees;
  const price = priceOf(play, member?.cardTypeId);
  const due = fen(price) * attendees;
  const { lines, purses, split, setLines } = usePayLines(due, member?.id ?? null);
  const join = useCall(openPlay.join);
  const act = async (): Promise<void> => {
    const payments = due > 0 && lines ? toPayments(lines) : [];
    try {
      const done = await join.run({
        id: play.id,
        attendees,
        ...(member ? { memberId: member.id } : { name: booker.name.trim(), phone: booker.phone }),
        payments,
        expectedPrice: price,
      });
      announcePaid(t("openPlay.joined", { name: done.name || t("openPlay.walkIn"), attendees, amount: showFen(due) }), payments);
      onReset();
      onDone();
      requestAnimationFrame(() => input.current?.focus());
    } catch {
      // Shown in the form; everything typed stays. What is true now decides.
      onDone();
    }
  };
  return (
    <PanelForm
      act={due === 0 ? t("openPlay.joinFree") : t("openPlay.joinFor", { amount: showFen(due) })}
      pending={join.pending}
      ready={left >= attendees && phoneOk(booker.phone) && (due === 0 || (lines !== undefined && split.ok))}
      error={join.error}
      total={<FormTotal title={t("openPlay.attendeesPrice", { attendees, price: showFen(fen(price)) })} amount={showFen(due)} />}
      back={t("openPlay.clear")}
      focusAct={member !== undefined}
      onAct={act}
      onBack={() => {
        onReset();
        input.current?.focus();
      }}
    >
      <Booker booker={booker} onBooker={onBooker} input={input} errors={{}} />
      <section aria-label={t("openPlay.count")}>
        <div className="sec-t">
          <h3>{t("openPlay.count")}</h3>
          <Stepper
            value={attendees}
            min={1}
            max={Math.max(1, Math.min(MOST_JOINED, left))}
            label={t("openPlay.count")}
            onValue={onAttendees}
          />
        </div>
        {left < attendees && <p className="field-error">{t("openPlay.left", { left })}</p>}
      </section>
      {due > 0 && !lines && <SkeletonText lines={2} label={t("ui.loading")} />}
      {due > 0 && lines && <Payments lines={lines} due={due} purses={purses} onLines={setLines} />}
    </PanelForm>
  );
}
