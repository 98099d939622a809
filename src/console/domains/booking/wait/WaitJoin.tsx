import { useRef, useState } from "react";
import { waitlist } from "../../../../contract/waitlist/waitlist";
import { useCall } from "../../../api/use-call";
import { ApiError } from "../../../api/error";
import { useLanguage, useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { notify } from "../../../ui/notices";
import { Booker, type BookerDraft, NO_BOOKER } from "../../../desk/Booker";
import { readPhone } from "../../../../contract/core/typed/phone";
import { PanelForm } from "../../../ui/form/PanelForm";
import { dayTimes } from "../../../ui/format-days";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";

/** A stretch that is taken and wished for. */
export interface Wish {
  readonly placeId: string;
  readonly placeName: string;
  readonly programId: string;
  readonly programName: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

/** Queues somebody for a time that is taken: this court, or any court of the sport. */
export function WaitJoin({ wish, today, onDone, onClose }: { wish: Wish; today: string; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const language = useLanguage();
  const search = useRef<HTMLInputElement>(null);
  const [booker, setBooker] = useState<BookerDraft>(NO_BOOKER);
  const [any, setAny] = useState(false);
  const [note, setNote] = useState("");
  const join = useCall(waitlist.join);
  const member = booker.walkIn ? undefined : booker.member;
  const place = placeLabel(wish.placeName, t);
  const known = member !== undefined || (booker.walkIn && readPhone(booker.phone).problem === undefined);
  const errors = join.error instanceof ApiError ? join.error.errors : {};
  const act = async (): Promise<void> => {
    const { day, start, end, programId, placeId } = wish;
    try {
      const entry = await join.run({
        day,
        start,
        end,
        programId,
        ...(any ? {} : { placeId }),
        ...(member ? { memberId: member.id } : { name: booker.name.trim(), phone: booker.phone, asGroup: booker.group }),
        note: note.trim(),
      });
      notify.success(t("booking.wait.joined", { name: entry.name || t("common.walkIn"), position: entry.position ?? 1 }));
      onDone();
    } catch {
      // Shown in the form.
    }
  };
  return (
    <>
      <header className="hd">
        <div className="grow">
          <h2>{t("booking.wait.joinTitle")}</h2>
          <p>{dayTimes(wish.day, span(wish.start, wish.end), today, language, t)}</p>
        </div>
        <Button kind="quiet" icon="close" aria-label={t("booking.order.close")} onClick={onClose} />
      </header>
      <PanelForm
        act={t("booking.wait.join")}
        icon="clock"
        pending={join.pending}
        ready={known}
        error={join.error}
        back={t("common.cancel")}
        onAct={act}
        onBack={onClose}
      >
        <div className="seg wish" role="group" aria-label={t("booking.wait.which")}>
          <button type="button" aria-pressed={!any} onClick={() => setAny(false)}>
            {t("booking.wait.only", { place })}
          </button>
          <button type="button" aria-pressed={any} onClick={() => setAny(true)}>
            {t("booking.wait.any", { program: wish.programName })}
          </button>
        </div>
        <p className="mut pay-note">{t("booking.wait.how")}</p>
        <Booker booker={booker} onBooker={setBooker} input={search} errors={errors} groups />
        <label>
          <span className="sec-t">{t("booking.order.remark")}</span>
          <span className="input">
            <input value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
          </span>
        </label>
      </PanelForm>
    </>
  );
}
