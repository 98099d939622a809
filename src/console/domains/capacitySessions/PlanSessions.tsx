import "../../theme/form.css";
import { useEffect, useState } from "react";
import type { Input, Output } from "../../../contract/core/call";
import { type HallSession, type PlannedSessions, capacitySessions } from "../../../contract/capacitySessions/capacity-sessions";
import { addDays, clock, GRANULE } from "../../../contract/core/time";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { readAmount } from "../../../contract/core/typed/amount";
import { DAYS, dayWord } from "../../ui/format-days";
import { slotsOf } from "./slots";
import { useModal } from "../../ui/use-modal";
import { DayInput } from "../../ui/form/DayInput";
import { FieldProblem } from "../../ui/FieldProblem";
import { readNumber } from "../../../contract/core/typed/number";

type Halls = Output<typeof capacitySessions.list>["halls"];
type Plan = Input<typeof capacitySessions.preview>;

const WAIT_MS = 250;
const LENGTHS = [30, 45, 60, 75, 90, 120, 150, 180, 240];
const GAPS = [0, 10, 15, 20, 30, 60];
const TIMES = Array.from({ length: 1440 / GRANULE + 1 }, (_, i) => i * GRANULE);

/** Plans sessions in bulk: hall, days, weekdays and times; what is new and what exists is shown before anything is created. */
export function PlanSessions({
  halls,
  like,
  day,
  onDone,
  onClose,
}: {
  halls: Halls;
  /** A session whose hall, length, price and places the new ones begin with. */
  like: HallSession | undefined;
  day: string;
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const dialog = useModal(".closing-body :is(select, input)");
  const [hallId, setHallId] = useState(like?.hallId ?? halls[0]?.id ?? "");
  const hall = halls.find((one) => one.id === hallId);
  const [from, setFrom] = useState(day);
  const [to, setTo] = useState(addDays(day, 13));
  const [weekdays, setWeekdays] = useState<readonly number[]>(DAYS);
  const [cut, setCut] = useState({
    start: hall?.open ?? 480,
    end: hall?.close ?? 1320,
    length: like ? like.endTime - like.startTime : 90,
    gap: 0,
  });
  const [out, setOut] = useState<readonly number[]>([]);
  const [name, setName] = useState("");
  const [price, setPrice] = useState(like?.price ?? "");
  const [places, setPlaces] = useState(String(like?.maxPlace ?? 60));
  const [onShelf, setOnShelf] = useState(true);
  const [lastPreview, setPreview] = useState<{ plan: string; figures: PlannedSessions }>();
  const preview = useCall(capacitySessions.preview);
  const make = useCall(capacitySessions.plan);

  const all = slotsOf(cut);
  const slots = all.filter((slot) => !out.includes(slot.start));
  const typedPlaces = readNumber(places, { min: 1 });
  const count = typedPlaces.value ?? 0;
  const typedPrice = readAmount(price);
  const priced = typedPrice.problem === undefined;
  const whole = hallId !== "" && from !== "" && to >= from && weekdays.length > 0 && slots.length > 0 && count > 0;
  const plan: Plan = {
    hallId,
    from,
    to,
    weekdays: [...weekdays],
    slots,
    name: name.trim(),
    price: priced ? price.trim() : "0",
    maxPlace: count,
    onShelf,
  };
  const planKey = whole ? JSON.stringify({ ...plan, name: "", price: "0", onShelf }) : "";
  const { run } = preview;
  useEffect(() => {
    if (planKey === "") return undefined;
    const timer = setTimeout(() => {
      run(JSON.parse(planKey) as Plan)
        .then((figures) => setPreview({ plan: planKey, figures }))
        .catch(() => setPreview(undefined));
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [planKey, run]);
  const figures = lastPreview?.plan === planKey ? lastPreview.figures : undefined;
  const error = make.error ?? (planKey === "" ? undefined : preview.error);

  const act = async (): Promise<void> => {
    try {
      const done = await make.run(plan);
      notify.success(t("capacitySessions.plan.done", { count: done.fresh }));
      onDone();
      onClose();
    } catch {
      // Shown in the form; everything typed stays.
    }
  };
  const choice = (key: keyof typeof cut, values: readonly number[], say: (value: number) => string) => (
    <label>
      <span className="field-label">{t(`capacitySessions.plan.${key}`)}</span>
      <span className="input">
        <select
          value={cut[key]}
          onChange={(event) => {
            setCut({ ...cut, [key]: Number(event.target.value) });
            setOut([]);
          }}
        >
          {(values.includes(cut[key]) ? values : [cut[key], ...values]).map((value) => (
            <option key={value} value={value}>
              {say(value)}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
  const minutes = (value: number): string => t("capacitySessions.plan.minutes", { count: value });
  return (
    <dialog
      ref={dialog}
      className="closing"
      aria-labelledby="plan-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (figures && figures.fresh > 0 && priced) void act();
        }}
      >
        <header className="row">
          <div className="grow">
            <h2 id="plan-title">{t("capacitySessions.plan.open")}</h2>
            <p className="mut">{t("capacitySessions.plan.hint")}</p>
          </div>
          <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
        </header>
        <div className="closing-body">
          {halls.length > 1 && (
            <label>
              <span className="field-label">{t("capacitySessions.hall")}</span>
              <span className="input">
                <select value={hallId} onChange={(event) => setHallId(event.target.value)}>
                  {halls.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </select>
              </span>
            </label>
          )}
          <div className="closing-when">
            <label>
              <span className="field-label">{t("capacitySessions.plan.from")}</span>
              <DayInput
                value={from}
                onChange={(day) => {
                  setFrom(day);
                  if (to < day) setTo(day);
                }}
              />
            </label>
            <label>
              <span className="field-label">{t("capacitySessions.plan.to")}</span>
              <DayInput value={to} min={from} onChange={setTo} />
            </label>
          </div>
          <fieldset className="chips chips-week">
            <legend className="field-label">{t("capacitySessions.plan.weekdays")}</legend>
            {DAYS.map((each) => (
              <button
                key={each}
                type="button"
                aria-pressed={weekdays.includes(each)}
                onClick={() => setWeekdays(weekdays.includes(each) ? weekdays.filter((one) => one !== each) : [...weekdays, each])}
              >
                {dayWord(each, t)}
              </button>
            ))}
          </fieldset>
          <div className="closing-when">
            {choice("start", TIMES.slice(0, -1), clock)}
            {choice("end", TIMES.slice(1), clock)}
            {choice("length", LENGTHS, minutes)}
            {choice("gap", GAPS, minutes)}
          </div>
          <fieldset className="sess-chips">
            <legend className="field-label">{t("capacitySessions.plan.slots", { count: slots.length })}</legend>
            {all.map((slot) => (
              <button
                key={slot.start}
                type="button"
                className="chip"
                aria-pressed={!out.includes(slot.start)}
                onClick={() => setOut(out.includes(slot.start) ? out.filter((one) => one !== slot.start) : [...out, slot.start])}
              >
                {clock(slot.start)}–{clock(slot.end)}
              </button>
            ))}
          </fieldset>
          <div className="closing-when sess-three">
            <label>
              <span className="field-label">{t("capacitySessions.name")}</span>
              <span className="input">
                <input
                  value={name}
                  maxLength={20}
                  autoComplete="off"
                  placeholder={t("capacitySessions.nameHint")}
                  onChange={(event) => setName(event.target.value)}
                />
              </span>
            </label>
            <label>
              <span className="field-label">{t("capacitySessions.price")}</span>
              <span className="input">
                <input inputMode="decimal" autoComplete="off" required value={price} onChange={(event) => setPrice(event.target.value)} />
              </span>
              <FieldProblem of={typedPrice} />
            </label>
            <label>
              <span className="field-label">{t("capacitySessions.places")}</span>
              <span className="input">
                <input inputMode="numeric" autoComplete="off" required value={places} onChange={(event) => setPlaces(event.target.value)} />
              </span>
              <FieldProblem of={typedPlaces} />
            </label>
          </div>
          <label className="row waive">
            <input type="checkbox" className="check" checked={onShelf} onChange={(event) => setOnShelf(event.target.checked)} />
            {t("capacitySessions.plan.onShelf")}
          </label>
          {error && <Failure>{error.message}</Failure>}
        </div>
        <footer className="row">
          <span className="grow closing-sum" aria-live="polite">
            <b>{figures ? t("capacitySessions.plan.fresh", { count: figures.fresh }) : t("capacitySessions.plan.counting")}</b>
            {figures && figures.fresh > 0 && !priced && t("capacitySessions.plan.unpriced")}
            {figures &&
              (figures.fresh === 0 || priced) &&
              t(figures.closed > 0 ? "capacitySessions.plan.restClosed" : "capacitySessions.plan.rest", {
                exist: figures.exist,
                past: figures.past,
                closed: figures.closed,
              })}
          </span>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            kind="primary"
            type="submit"
            busy={make.pending || !figures}
            why={
              typedPrice.problem
                ? t(typedPrice.problem)
                : typedPlaces.problem
                  ? t(typedPlaces.problem)
                  : figures?.fresh === 0
                    ? t("capacitySessions.planSessions.thereNoSessionsCreate")
                    : undefined
            }
          >
            {t("capacitySessions.plan.make", { count: figures?.fresh ?? 0 })}
          </Button>
        </footer>
      </form>
    </dialog>
  );
}
