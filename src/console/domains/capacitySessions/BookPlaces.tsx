import { useEffect, useState, type RefObject } from "react";
import { fen, showFen } from "../../../contract/core/money";
import { type HallSession, capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Icon } from "../../ui/Icon";
import { SkeletonText } from "../../ui/Skeleton";
import { notify } from "../../ui/notices";
import { useUnsaved } from "../../ui/use-unsaved";
import { Booker, type BookerDraft, NO_BOOKER, phoneOk } from "../../desk/Booker";
import { FormTotal, PanelForm } from "../../ui/form/PanelForm";
import { Payments } from "../../desk/Payments";
import { toPayments } from "../../desk/payments";
import { announcePaid } from "../../desk/announce-paid";
import { usePayLines } from "../../desk/use-pay-lines";
import { Stepper } from "../../ui/Stepper";

const MOST_HEADS = 50;
/** Pays with money rather than with a card. */
const MONEY = "";

/** Sells places of a session to a member or a walk-in: with a package card where one fits, otherwise with money. */
export function BookPlaces({
  session,
  closed,
  input,
  onDone,
}: {
  session: HallSession;
  /** Calendar name of the day if the venue has meanwhile closed on it: nothing more is sold. */
  closed: string | null;
  input: RefObject<HTMLInputElement | null>;
  onDone: () => void;
}) {
  const [booker, setBooker] = useState<BookerDraft>(NO_BOOKER);
  const [attendees, setAttendees] = useState(1);
  const dirty = booker.member !== undefined || booker.name !== "" || booker.phone !== "";
  useUnsaved(dirty);
  const member = booker.walkIn ? undefined : booker.member;
  return (
    // A member has purses and cards of their own: what was typed for another one does not count.
    <PlacesForm
      key={member?.id ?? "walk-in"}
      session={session}
      closed={closed}
      booker={booker}
      attendees={attendees}
      input={input}
      dirty={dirty || attendees > 1}
      onBooker={setBooker}
      onAttendees={setAttendees}
      onReset={() => {
        setBooker({ ...NO_BOOKER, walkIn: booker.walkIn });
        setAttendees(1);
      }}
      onDone={onDone}
    />
  );
}

function PlacesForm({
  session,
  closed,
  booker,
  attendees,
  input,
  dirty,
  onBooker,
  onAttendees,
  onReset,
  onDone,
}: {
  session: HallSession;
  closed: string | null;
  booker: BookerDraft;
  attendees: number;
  input: RefObject<HTMLInputElement | null>;
  dirty: boolean;
  onBooker: (booker: BookerDraft) => void;
  onAttendees: (attendees: number) => void;
  onReset: () => void;
  onDone: () => void;
}) {
  const t = useT();
  const member = booker.walkIn ? undefined : booker.member;
  const cards = useRead(
    capacitySessions.cards,
    { id: session.id, memberId: member?.id ?? "" },
    { enabled: member !== undefined, staleTime: 0 },
  );
  const fitting = member ? (cards.data?.content ?? []) : [];
  const offered = fitting.find((card) => card.left >= attendees);
  const [picked, setPicked] = useState<string>();
  const holding = picked === undefined ? offered : fitting.find((card) => card.id === picked && card.left >= attendees);
  const due = holding ? 0 : fen(session.price) * attendees;
  const { lines, purses, split, setLines } = usePayLines(due, member?.id ?? null);
  const book = useCall(capacitySessions.book);
  const most = Math.max(1, Math.min(MOST_HEADS, session.leftPlace));
  const waits = member !== undefined && cards.data === undefined && cards.error === null;
  const { reset } = book;
  // Another wish: the old refusal says nothing of it.
  useEffect(() => reset(), [attendees, reset]);

  const act = async (): Promise<void> => {
    const payments = !holding && due > 0 && lines ? toPayments(lines) : [];
    try {
      const done = await book.run({
        id: session.id,
        attendees,
        ...(member ? { memberId: member.id } : { name: booker.name.trim(), phone: booker.phone }),
        ...(holding ? { holdingId: holding.id } : { payments, expectedPrice: session.price }),
      });
      const name = done.name || t("capacitySessions.walkIn");
      if (holding)
        notify.success(t("capacitySessions.bookedByCard", { name, attendees, card: holding.name, left: holding.left - attendees }));
      else announcePaid(t("capacitySessions.booked", { name, attendees, amount: showFen(due) }), payments);
      onReset();
      onDone();
      requestAnimationFrame(() => input.current?.focus());
    } catch {
      // Shown in the form; everything typed stays. What is true now decides.
      onDone();
    }
  };
  const enough = session.leftPlace >= attendees;
  return (
    <PanelForm
      act={
        holding
          ? t("capacitySessions.useCard", { times: attendees })
          : due === 0
            ? t("capacitySessions.sellFree")
            : t("capacitySessions.sellFor", { amount: showFen(due) })
      }
      pending={book.pending}
      ready={
        closed === null &&
        enough &&
        !waits &&
        phoneOk(booker.phone) &&
        (holding !== undefined || due === 0 || (lines !== undefined && split.ok))
      }
      error={book.error}
      total={
        <FormTotal
          title={
            holding
              ? t("capacitySessions.byCard", { card: holding.name })
              : t("capacitySessions.attendeesPrice", { attendees, price: showFen(fen(session.price)) })
          }
          amount={showFen(due)}
          waits={waits}
        />
      }
      back={t("capacitySessions.clear")}
      focusAct={member !== undefined}
      onAct={act}
      onBack={() => {
        if (dirty) onReset();
        input.current?.focus();
      }}
    >
      {closed !== null && (
        <p className="notice notice-waiting" role="status">
          <Icon name="warning" />
          {t("capacitySessions.closedDay", { name: closed })}
        </p>
      )}
      <Booker booker={booker} onBooker={onBooker} input={input} errors={{}} />
      <section aria-label={t("capacitySessions.attendees")}>
        <div className="sec-t">
          <h3>{t("capacitySessions.attendees")}</h3>
          <Stepper value={attendees} min={1} max={most} label={t("capacitySessions.attendees")} onValue={onAttendees} />
        </div>
        {!enough && <p className="field-error">{t("capacitySessions.tooMany", { left: session.leftPlace })}</p>}
      </section>
      {waits && <SkeletonText lines={2} label={t("ui.loading")} />}
      {fitting.length > 0 && (
        <fieldset className="sess-pay">
          <legend className="sec-t">{t("capacitySessions.payWith")}</legend>
          {fitting.map((card) => (
            <label key={card.id} className="sess-way" data-off={card.left < attendees || undefined}>
              <input
                type="radio"
                name="pay"
                className="radio"
                checked={holding?.id === card.id}
                disabled={card.left < attendees}
                onChange={() => setPicked(card.id)}
              />
              <span className="grow">
                <b>{card.name}</b>
                <small>{t("capacitySessions.cardLeft", { left: card.left, day: card.expiresOn })}</small>
              </span>
              <span>{t("capacitySessions.times", { times: attendees })}</span>
            </label>
          ))}
          <label className="sess-way">
            <input type="radio" name="pay" className="radio" checked={!holding} onChange={() => setPicked(MONEY)} />
            <span className="grow">
              <b>{t("capacitySessions.money")}</b>
            </span>
            <span>¥{showFen(fen(session.price) * attendees)}</span>
          </label>
        </fieldset>
      )}
      {!holding && due > 0 && lines && !waits && (
        <Payments
          lines={lines}
          due={due}
          purses={purses}
          onLines={(next) => {
            // Whoever types amounts pays with money, also where a card that fits comes to be known meanwhile.
            setPicked(MONEY);
            setLines(next);
          }}
        />
      )}
    </PanelForm>
  );
}
