import { type KeyboardEvent, useRef, useState } from "react";
import type { Choice, FixedPlan, PlannedOccurrence } from "../../../contract/fixed/fixed";
import { useLanguage, useT } from "../../i18n/use-t";
import { type Shortcut, useShortcuts } from "../../keys/shortcuts";
import { Icon } from "../../ui/Icon";
import { Money } from "../../ui/Money";
import { shortDay, weekdayName } from "../../ui/format-time";
import { placeLabel } from "../../ui/format-place";
import { span } from "../../../contract/core/time";

/** The place of the pattern: what a choice is about. */
const patternPlace = (one: PlannedOccurrence): string => one.swappedFrom ?? one.placeId;
/** The choices with one occurrence's changed; undefined: as planned. */
const withChoice = (choices: readonly Choice[], one: PlannedOccurrence, swapTo: string | null | undefined): Choice[] => [
  ...choices.filter((choice) => choice.day !== one.day || choice.placeId !== patternPlace(one)),
  ...(swapTo === undefined ? [] : [{ day: one.day, placeId: patternPlace(one), swapTo }]),
];

/** The choices with every conflict decided; undefined leaves one open. */
const resolved = (plan: FixedPlan, choices: readonly Choice[], decide: (one: PlannedOccurrence) => string | null | undefined): Choice[] =>
  plan.occurrences
    .filter((one) => one.problem !== null && !one.skipped)
    .reduce<Choice[]>((decided, one) => withChoice(decided, one, decide(one)), [...choices]);

/** A free place for each conflict, none twice on a day; the one that is free most often first, so that the customer moves little. */
function freeFor(plan: FixedPlan): (one: PlannedOccurrence) => string | undefined {
  const often = new Map<string, number>();
  for (const { free } of plan.occurrences) for (const { placeId } of free) often.set(placeId, (often.get(placeId) ?? 0) + 1);
  const used = new Set(plan.occurrences.filter((one) => one.swappedFrom).map((one) => `${one.day} ${one.placeId}`));
  return ({ day, free }) => {
    const [best] = free
      .filter((place) => !used.has(`${day} ${place.placeId}`))
      .sort((a, b) => (often.get(b.placeId) ?? 0) - (often.get(a.placeId) ?? 0));
    if (best) used.add(`${day} ${best.placeId}`);
    return best?.placeId;
  };
}

const rowOf = (one: PlannedOccurrence): string => `${one.day} ${patternPlace(one)}`;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };
const KEYS: readonly Shortcut[] = [[["↑", "↓"], "fixed.key.walk"]];

/** Arrows walk the buttons of a series; a choice keeps its arrows. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  buttons[buttons.indexOf(event.target) + step]?.focus();
}

/**
 * Every occurrence of a series before it is booked; each conflict with its holder, to skip or to move to a free place. By Tab one comes to
 * every choice that is open and to one button, for a series is long.
 */
export function PlanView({
  plan,
  choices,
  onChoices,
}: {
  plan: FixedPlan;
  choices: readonly Choice[];
  onChoices: (choices: Choice[]) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const [stop, setStop] = useState<string>();
  useShortcuts(KEYS);
  const decides = (one: PlannedOccurrence): boolean => one.free.length > 0 && !one.skipped;
  const rows = plan.occurrences.filter((one) => !decides(one)).map(rowOf);
  const tabStop = stop !== undefined && rows.includes(stop) ? stop : rows[0];
  // The pressed button disappears with the last conflict: the focus moves to the series.
  const settle = (decide: (one: PlannedOccurrence) => string | null | undefined): void => {
    list.current?.focus();
    onChoices(resolved(plan, choices, decide));
  };
  return (
    <>
      {plan.conflicts > 0 && (
        <p className="notice notice-waiting" role="status">
          <Icon name="warning" />
          <span className="grow">{t("fixed.conflicts", { count: plan.conflicts })}</span>
          <button type="button" className="link" onClick={() => settle(() => null)}>
            {t("fixed.skipAll")}
          </button>
          <button type="button" className="link" onClick={() => settle(freeFor(plan))}>
            {t("fixed.swapAll")}
          </button>
        </p>
      )}
      {plan.holidays.length > 0 && (
        <p className="mut fixed-note">
          {t("fixed.holidaysSkipped", {
            days: plan.holidays.map(({ day, name }) => `${shortDay(day, language, day)} ${name}`).join(t("fixed.and")),
          })}
        </p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its buttons' keys, heard where they come together */}
      <ul ref={list} className="fixed-plan" tabIndex={-1} aria-label={t("fixed.preview")} onKeyDown={walk}>
        {plan.occurrences.map((one) => {
          const row = rowOf(one);
          const roving = { tabIndex: row === tabStop ? 0 : -1, onFocus: () => setStop(row) };
          const day = `${one.day} ${weekdayName(one.day, language)}`;
          const state = one.skipped ? "skipped" : one.problem ? "problem" : one.swappedFrom ? "swapped" : undefined;
          return (
            <li key={row} data-state={state} tabIndex={-1}>
              <span className="fixed-day">
                {day}
                {one.holiday && <em>{one.holiday}</em>}
              </span>
              <span className="fixed-what">
                {placeLabel(one.placeName, t)} <span className="sec">{span(one.start, one.end)}</span>
                {one.problem && !one.skipped && (
                  <small className="bad">
                    {one.holder ? t("fixed.heldBy", { name: one.holder.name }) : t(`fixed.problem.${one.problem}`)}
                  </small>
                )}
                {one.swappedFrom && <small className="sec">{t("fixed.swapped")}</small>}
              </span>
              {decides(one) ? (
                <select
                  className="select"
                  aria-label={t("fixed.choiceOf", { day })}
                  value={one.swappedFrom ? one.placeId : ""}
                  onChange={({ target }) => {
                    const { value } = target;
                    if (value === "-") {
                      target.closest("li")?.focus(); // a button comes in place of the choice
                      setStop(row);
                    }
                    onChoices(withChoice(choices, one, value === "" ? undefined : value === "-" ? null : value));
                  }}
                >
                  <option value="">{t("fixed.decide")}</option>
                  <option value="-">{t("fixed.skip")}</option>
                  {one.free.map((place) => (
                    <option key={place.placeId} value={place.placeId}>
                      {t("fixed.swapTo", { place: placeLabel(place.placeName, t) })}
                    </option>
                  ))}
                </select>
              ) : one.skipped ? (
                <button type="button" className="link" {...roving} onClick={() => onChoices(withChoice(choices, one, undefined))}>
                  {t("fixed.skipped")} · {t("fixed.unskip")}
                </button>
              ) : (
                <button
                  type="button"
                  className="link quiet"
                  {...roving}
                  aria-label={t("fixed.skipDay", { day })}
                  onClick={() => onChoices(withChoice(choices, one, null))}
                >
                  {t("fixed.skip")}
                </button>
              )}
              <span className="fixed-price">
                {one.skipped || one.problem ? <span className="zero">—</span> : <Money value={one.price} />}
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
