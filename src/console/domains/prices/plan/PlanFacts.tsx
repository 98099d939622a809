import { useT } from "../../../i18n/use-t";
import { usePlaces, usePrograms } from "../../../ui/form/use-named";
import type { PlanFactsDraft } from "./draft";
import { DayInput } from "../../../ui/form/DayInput";

/** Name, program, days, priority and places of a plan. */
export function PlanFacts({
  draft,
  set,
  errors,
  readOnly,
  isNew,
}: {
  draft: PlanFactsDraft;
  set: (change: Partial<PlanFactsDraft>) => void;
  errors: Readonly<Record<string, string>>;
  readOnly: boolean;
  isNew: boolean;
}) {
  const t = useT();
  const programs = usePrograms();
  const places = usePlaces().filter((place) => place.programId === draft.programId);
  const halls = [...new Set(places.map((place) => place.hallName))];
  const problem = (key: string) =>
    errors[key] !== undefined && (
      <span className="field-error" id={`plan-${key}-error`}>
        {errors[key]}
      </span>
    );
  const factText = (key: string) =>
    errors[key] === undefined ? {} : { "aria-invalid": true as const, "aria-describedby": `plan-${key}-error` };
  const toggle = (id: string): void =>
    set({ placeIds: draft.placeIds.includes(id) ? draft.placeIds.filter((each) => each !== id) : [...draft.placeIds, id] });
  return (
    <section className="card plan-facts" aria-label={t("prices.plan.facts")}>
      <fieldset disabled={readOnly}>
        <label>
          <span className="field-label">{t("prices.plan.name")}</span>
          <span className="input">
            <input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- a new plan begins with its name
              autoFocus={isNew}
              value={draft.name}
              maxLength={40}
              autoComplete="off"
              required
              placeholder={t("prices.plan.nameHint")}
              onChange={(event) => set({ name: event.target.value })}
              {...factText("name")}
            />
          </span>
          {problem("name")}
        </label>
        <label>
          <span className="field-label">{t("prices.program")}</span>
          <span className="input">
            <select
              value={draft.programId}
              onChange={(event) => set({ programId: event.target.value, placeIds: [] })}
              {...factText("programId")}
            >
              {(programs.data?.content ?? []).map((program) => (
                <option key={program.id} value={program.id}>
                  {program.name}
                </option>
              ))}
            </select>
          </span>
          {problem("programId")}
        </label>
        <div className="plan-two">
          {(["from", "to"] as const).map((key) => (
            <label key={key}>
              <span className="field-label">{t(`prices.${key}`)}</span>
              <DayInput value={draft[key]} onChange={(day) => set({ [key]: day })} {...factText(key)} />
              {problem(key)}
            </label>
          ))}
        </div>
        <label>
          <span className="field-label">{t("prices.plan.priority")}</span>
          <span className="input">
            <input
              inputMode="numeric"
              autoComplete="off"
              value={draft.priority}
              onChange={(event) => set({ priority: event.target.value })}
              {...factText("priority")}
            />
          </span>
          <small className="mut">{t("prices.plan.priorityHint")}</small>
          {problem("priority")}
        </label>
        <div>
          <span className="field-label">{t("prices.plan.places")}</span>
          <div className="chips">
            <button type="button" aria-pressed={draft.placeIds.length === 0} onClick={() => set({ placeIds: [] })}>
              {t("prices.allPlaces")}
            </button>
          </div>
          {halls.map((hall) => (
            <fieldset key={hall} className="chips plan-hall">
              <legend className="mut">{hall}</legend>
              {places
                .filter((place) => place.hallName === hall)
                .map((place) => (
                  <button key={place.id} type="button" aria-pressed={draft.placeIds.includes(place.id)} onClick={() => toggle(place.id)}>
                    {place.label}
                  </button>
                ))}
            </fieldset>
          ))}
          {problem("placeIds")}
        </div>
        <label className="plan-on">
          <input type="checkbox" className="check" checked={draft.on} onChange={(event) => set({ on: event.target.checked })} />
          <span>
            {t("prices.plan.on")}
            <small className="mut">{t("prices.plan.onHint")}</small>
          </span>
        </label>
      </fieldset>
    </section>
  );
}
