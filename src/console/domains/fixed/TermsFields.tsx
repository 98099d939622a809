import { useEffect, useRef } from "react";
import { cards } from "../../../contract/cards/cards";
import { PAY_MODES } from "../../../contract/fixed/fixed";
import type { Member } from "../../../contract/members/members";
import { clock, DAY_MINUTES, GRANULE } from "../../../contract/core/time";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Supply } from "../../ui/form/Supply";
import { Booker } from "../../desk/Booker";
import { placeLabel } from "../../ui/format-place";
import { usePlacesRead, usePlaceSupply } from "../../ui/form/use-named";
import { readTimesPerUse, type TermsDraft } from "./terms";
import { DAYS, dayWord } from "../../ui/format-days";
import { DayInput } from "../../ui/form/DayInput";
import { readAmount } from "../../../contract/core/typed/amount";
import { FieldProblem } from "../../ui/FieldProblem";

const TIMES = Array.from({ length: DAY_MINUTES / GRANULE + 1 }, (_, i) => i * GRANULE);
const INTERVALS = [1, 2, 3, 4] as const;
const toggled = <T,>(list: readonly T[], one: T): T[] => (list.includes(one) ? list.filter((each) => each !== one) : [...list, one]);

interface Part {
  readonly draft: TermsDraft;
  readonly set: (change: Partial<TermsDraft>) => void;
}

/** Fields of a contract: booker, place, time and price. */
export function TermsFields({ draft, set, errors }: Part & { readonly errors: Readonly<Record<string, string>> }) {
  const t = useT();
  const find = useRef<HTMLInputElement>(null);
  const who = useRef<HTMLElement>(null);
  const known = useRef<Member | null | undefined>(null);
  const { member } = draft.booker;
  // The form begins with the booker; whoever picks or changes a member continues at what replaces it. Not again when the tab is.
  useEffect(() => {
    if (known.current === member) return;
    known.current = member;
    who.current?.querySelector<HTMLElement>("[aria-keyshortcuts=F2], input")?.focus();
  }, [member]);
  return (
    <div>
      <section className="card" ref={who}>
        <Booker
          booker={draft.booker}
          input={find}
          errors={errors}
          groups
          onBooker={(booker) => {
            const noMember = booker.walkIn || !booker.member;
            const fromMember = draft.payMode === "card" || draft.payMode === "purse";
            set({ booker, holdingId: "", ...(noMember && fromMember ? { payMode: "term" } : {}) });
          }}
        />
      </section>
      <section className="card">
        <h2>{t("fixed.where")}</h2>
        <Where draft={draft} set={set} />
      </section>
      <section className="card">
        <h2>{t("fixed.price")}</h2>
        <Price draft={draft} set={set} />
      </section>
    </div>
  );
}

function Where({ draft, set }: Part) {
  const t = useT();
  const places = usePlacesRead();
  const supply = usePlaceSupply();
  const halls = places.data?.halls ?? [];
  const program = halls.find((hall) => places.data?.places.some((place) => place.hallId === hall.id && draft.placeIds.includes(place.id)));
  const time = (key: "start" | "end") => (
    <label>
      <span className="field-label">{t(`fixed.${key}`)}</span>
      <span className="input">
        <select value={draft[key]} onChange={(event) => set({ [key]: Number(event.target.value), choices: [] })}>
          {TIMES.map((minute) => (
            <option key={minute} value={minute}>
              {clock(minute)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
  const day = (key: "from" | "to") => (
    <label>
      <span className="field-label">{t(`fixed.${key}`)}</span>
      <DayInput value={draft[key]} onChange={(next) => set({ [key]: next })} />
    </label>
  );
  return (
    <div className="fixed-fields">
      <Supply {...supply} />
      {halls.map((hall) => (
        <fieldset key={hall.id} className="chips">
          <legend className="field-label">
            {hall.programName} · {hall.name}
          </legend>
          {(places.data?.places ?? [])
            .filter((place) => place.hallId === hall.id)
            .map((place) => (
              <button
                key={place.id}
                type="button"
                aria-pressed={draft.placeIds.includes(place.id)}
                disabled={program !== undefined && program.programId !== hall.programId}
                onClick={() => set({ placeIds: toggled(draft.placeIds, place.id), choices: [] })}
              >
                {placeLabel(place.name, t)}
              </button>
            ))}
        </fieldset>
      ))}
      <fieldset className="chips chips-week">
        <legend className="field-label">{t("fixed.weekdays")}</legend>
        {DAYS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={draft.weekdays.includes(each)}
            onClick={() => set({ weekdays: toggled(draft.weekdays, each).sort((a, b) => a - b), choices: [] })}
          >
            {dayWord(each, t)}
          </button>
        ))}
      </fieldset>
      <div className="fixed-two">
        {time("start")}
        {time("end")}
        {day("from")}
        {day("to")}
        <label>
          <span className="field-label">{t("fixed.everyWeeks")}</span>
          <span className="input">
            <select value={draft.everyWeeks} onChange={(event) => set({ everyWeeks: Number(event.target.value), choices: [] })}>
              {INTERVALS.map((weeks) => (
                <option key={weeks} value={weeks}>
                  {weeks === 1 ? t("fixed.weekly") : t("fixed.everyN", { weeks })}
                </option>
              ))}
            </select>
          </span>
        </label>
        <label className="fixed-check">
          <input
            type="checkbox"
            className="check"
            checked={draft.skipHolidays}
            onChange={(event) => set({ skipHolidays: event.target.checked })}
          />
          {t("fixed.skipHolidays")}
        </label>
      </div>
    </div>
  );
}

function Price({ draft, set }: Part) {
  const t = useT();
  const member = draft.booker.walkIn ? undefined : draft.booker.member;
  return (
    <div className="fixed-fields">
      <div className="fixed-modes" role="group" aria-label={t("fixed.payMode")}>
        {PAY_MODES.map((mode) => (
          <button
            key={mode}
            type="button"
            className="choice"
            aria-pressed={draft.payMode === mode}
            disabled={member === undefined && (mode === "card" || mode === "purse")}
            onClick={() => set({ payMode: mode })}
          >
            <b>{t(`fixed.mode.${mode}`)}</b>
            <small>{t(`fixed.modeHint.${mode}`)}</small>
          </button>
        ))}
      </div>
      {draft.payMode === "card" && member ? (
        <Holdings draft={draft} set={set} memberId={member.id} />
      ) : (
        <>
          <div className="seg" role="group" aria-label={t("fixed.price")}>
            <button type="button" aria-pressed={!draft.agreed} onClick={() => set({ agreed: false })}>
              {t("fixed.byTariff")}
            </button>
            <button type="button" aria-pressed={draft.agreed} onClick={() => set({ agreed: true })}>
              {t("fixed.agreed")}
            </button>
          </div>
          {draft.agreed && (
            <label>
              <span className="field-label">{t("fixed.agreedPrice")}</span>
              <span className="input">
                <input
                  inputMode="decimal"
                  autoComplete="off"
                  value={draft.unitPrice}
                  onChange={(event) => set({ unitPrice: event.target.value })}
                />
              </span>
              <FieldProblem of={readAmount(draft.unitPrice)} />
            </label>
          )}
        </>
      )}
      <label>
        <span className="field-label">{t("fixed.remark")}</span>
        <span className="input">
          <input value={draft.remark} maxLength={200} autoComplete="off" onChange={(event) => set({ remark: event.target.value })} />
        </span>
      </label>
    </div>
  );
}

function Holdings({ draft, set, memberId }: Part & { memberId: string }) {
  const t = useT();
  const held = useRead(cards.holdings, { memberId, state: "active", page: 0, size: 50 });
  const list = held.data?.content ?? [];
  if (held.data && list.length === 0) return <p className="notice notice-waiting">{t("fixed.noHolding")}</p>;
  return (
    <div className="fixed-two">
      <label>
        <span className="field-label">{t("fixed.holding")}</span>
        <span className="input">
          <select value={draft.holdingId} onChange={(event) => set({ holdingId: event.target.value })}>
            <option value="">{t("fixed.decide")}</option>
            {list.map((one) => (
              <option key={one.id} value={one.id}>
                {t("fixed.holdingOne", { name: one.name, left: one.left ?? 0 })}
              </option>
            ))}
          </select>
        </span>
      </label>
      <label>
        <span className="field-label">{t("fixed.timesPerUse")}</span>
        <span className="input">
          <input
            inputMode="numeric"
            autoComplete="off"
            value={draft.timesPerUse}
            onChange={(event) => set({ timesPerUse: event.target.value })}
          />
        </span>
        <FieldProblem of={readTimesPerUse(draft)} />
      </label>
    </div>
  );
}
