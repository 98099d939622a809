import { useEffect, useRef, useState, type RefObject } from "react";
import { type HallSession, type SessionBooking, capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { actions, hallBooking } from "../../../contract/core/states";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useLanguage, useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { StatusTag } from "../../ui/StatusTag";
import { dayTimes } from "../../ui/format-days";
import { BookPlaces } from "./BookPlaces";
import { Bookings } from "./Bookings";
import { CancelBooking } from "./CancelBooking";
import { CancelSession } from "./CancelSession";
import { EditSession } from "./EditSession";
import { percentOf, SESSION_TONE, spanOf } from "./words";

/** Current act of the panel. */
type Doing = { readonly kind: "sell" | "list" | "edit" | "cancel" } | { readonly kind: "giveUp"; readonly booking: SessionBooking };

/** The chosen session: its places are sold here, who booked is let in or cancelled, and it is put on sale, changed and cancelled. */
export function SessionPanel({
  id,
  bookingId,
  today,
  booker,
  eager = false,
  onClose,
}: {
  id: string;
  /** A booking that was looked for: the list is shown and focused. */
  bookingId?: string | undefined;
  today: string;
  booker: RefObject<HTMLInputElement | null>;
  /** The focus goes to the booker as soon as places can be sold. */
  eager?: boolean;
  onClose: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const maySell = useCan("session_book");
  const mayManage = useCan("session_manage");
  const read = useRead(capacitySessions.view, { id });
  const [doing, setDoing] = useState<Doing>();
  const title = useRef<HTMLHeadingElement>(null);
  const opened = useRef<{ readonly id: string; readonly kind: "sell" | "list" }>(undefined);
  const offered = useRef(false);
  const session = read.data;
  const here = session !== undefined;
  useEffect(() => {
    if (eager && here) booker.current?.focus();
  }, [eager, here, booker]);
  if (!session) {
    return (
      <>
        <header className="hd">
          <span className="grow" />
          <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
        </header>
        {read.error ? (
          <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
        ) : (
          <SkeletonText lines={8} label={t("ui.loading")} />
        )}
      </>
    );
  }
  const onSale = maySell && session.status === "on_shelf";
  // Once it was offered it stays, and says so: a day that is closed meanwhile takes nothing away that somebody has typed.
  offered.current ||= onSale && session.closed === null;
  const sells = onSale && offered.current;
  // Decided once: the last place may go to another desk while somebody types here, and what was typed must stay in sight.
  if (opened.current?.id !== id) opened.current = { id, kind: session.leftPlace > 0 && bookingId === undefined ? "sell" : "list" };
  const now: Doing = doing ?? { kind: sells ? opened.current.kind : "list" };
  const soldPlaces = session.maxPlace - session.leftPlace;
  const standing = session.bookings.filter((booking) => booking.status === "booked").length;
  /** From what was done, or turned back from: its form goes, and the focus moves to the session's name. */
  const turnTo = (next?: Doing): void => {
    title.current?.focus();
    setDoing(next);
  };
  const back = (): void => turnTo();
  const refresh = (): void => void read.refetch();
  return (
    <>
      <header className="hd">
        <div className="grow">
          <h2 ref={title} tabIndex={-1}>
            {[spanOf(session), session.name].filter(Boolean).join(" ")}
          </h2>
          <p>
            {session.hallName} · {dayTimes(session.day, "", today, language, t).replace(/[,，]?\s*$/, "")}
          </p>
          <p className="row tags">
            <StatusTag tone={SESSION_TONE[session.status]}>{t(`capacitySessions.states.${session.status}`)}</StatusTag>
            <span>
              ¥<Money value={session.price} /> {t("capacitySessions.perHead")}
            </span>
          </p>
        </div>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      <div className="sess-fill">
        <span className="sess-bar" role="img" aria-label={t("capacitySessions.soldOf", { sold: soldPlaces, places: session.maxPlace })}>
          <i style={{ width: `${percentOf(soldPlaces, session.maxPlace)}%` }} />
        </span>
        <span>{t("capacitySessions.soldOf", { sold: soldPlaces, places: session.maxPlace })}</span>
        <b>{session.leftPlace === 0 ? t("capacitySessions.full") : t("capacitySessions.leftCount", { left: session.leftPlace })}</b>
      </div>
      {mayManage && <Manage session={session} doing={now.kind} onDoing={(kind) => setDoing({ kind })} onChanged={refresh} />}
      {(now.kind === "sell" || now.kind === "list") && sells && (
        <div className="seg seg-block sess-tabs" role="group" aria-label={t("capacitySessions.does")}>
          <button type="button" aria-pressed={now.kind === "sell"} onClick={() => setDoing({ kind: "sell" })}>
            {t("capacitySessions.sell")}
          </button>
          <button type="button" aria-pressed={now.kind === "list"} onClick={() => setDoing({ kind: "list" })}>
            {t("capacitySessions.bookings", { count: standing })}
          </button>
        </div>
      )}
      {sells && (
        <div className="sess-form" hidden={now.kind !== "sell"}>
          <BookPlaces session={session} closed={session.closed} input={booker} onDone={refresh} />
        </div>
      )}
      {now.kind === "list" && (
        <Bookings
          session={session}
          bookings={session.bookings}
          found={bookingId}
          today={today}
          onGiveUp={(booking) => setDoing({ kind: "giveUp", booking })}
          onChanged={refresh}
        />
      )}
      {now.kind === "edit" && (
        <EditSession
          session={session}
          onBack={back}
          onDone={() => {
            refresh();
            back();
          }}
        />
      )}
      {now.kind === "cancel" && (
        <CancelSession
          session={session}
          onBack={back}
          onDone={() => {
            refresh();
            turnTo({ kind: "list" });
          }}
        />
      )}
      {now.kind === "giveUp" && (
        <CancelBooking
          booking={now.booking}
          onBack={() => turnTo({ kind: "list" })}
          onDone={() => {
            refresh();
            turnTo({ kind: "list" });
          }}
        />
      )}
    </>
  );
}

/** Shows the actions that the state allows a manager. */
function Manage({
  session,
  doing,
  onDoing,
  onChanged,
}: {
  session: HallSession;
  doing: Doing["kind"];
  onDoing: (kind: "edit" | "cancel") => void;
  onChanged: () => void;
}) {
  const t = useT();
  const shelve = useCall(capacitySessions.shelve);
  const allowed: readonly string[] = actions(hallBooking, session.status);
  if (allowed.length === 0) return null;
  const toShelf = allowed.includes("shelve");
  const move = (onShelf: boolean): void => {
    shelve
      .run({ ids: [session.id], onShelf })
      .then(() => {
        notify.success(t(onShelf ? "capacitySessions.shelved" : "capacitySessions.unshelved", { time: spanOf(session) }));
        onChanged();
      })
      .catch((error: unknown) => notify.error(error instanceof Error ? error.message : String(error)));
  };
  return (
    <div className="sess-manage">
      {(toShelf || allowed.includes("unshelve")) && (
        <Button icon={toShelf ? "arrow-up" : "arrow-down"} busy={shelve.pending} onClick={() => move(toShelf)}>
          {t(toShelf ? "capacitySessions.act.shelve" : "capacitySessions.act.unshelve")}
        </Button>
      )}
      <Button icon="edit" aria-pressed={doing === "edit"} onClick={() => onDoing("edit")}>
        {t("capacitySessions.act.edit")}
      </Button>
      <Button icon="close" aria-pressed={doing === "cancel"} onClick={() => onDoing("cancel")}>
        {t("capacitySessions.act.cancel")}
      </Button>
    </div>
  );
}
