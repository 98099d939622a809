import { gameCourtDesk, type PlannedCourtDay } from "../../../contract/gameCourts/game-courts";
import { useRead } from "../../api/use-read";
import { useSettled } from "../../api/use-settled";
import { useLanguage, useT } from "../../i18n/use-t";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { SkeletonText } from "../../ui/Skeleton";
import { shortDay, weekdayName } from "../../ui/format-time";
import { placeLabel } from "../../ui/format-place";
import type { CourtInput, Skip } from "./input";

/** Days × courts before they are taken: each cell says whether it is free, who has it, or that it is left out; pressing it leaves it out, as a form's field does. */
export function CourtPlanView({ wanted, onChange: onSkip = () => undefined }: { wanted: CourtInput; onChange?: (skip: Skip) => void }) {
  const t = useT();
  const { placeIds, days, start, end, skip = [] } = wanted;
  const input = { placeIds, days, start, end, skip };
  const whole = placeIds.length > 0 && days.length > 0 && start < end;
  const [planInput, settled] = useSettled(whole ? input : undefined);
  const plan = useRead(gameCourtDesk.plan, planInput ?? input, { enabled: planInput !== undefined, keepPrevious: true, staleTime: 0 });
  if (!whole) return <p className="mut">{t("gameCourts.planHint")}</p>;
  if (plan.error) {
    return <Failure>{plan.error.message}</Failure>;
  }
  if (!plan.data) return <SkeletonText lines={4} label={t("ui.loading")} />;
  const { courtDays, count, conflicts } = plan.data;
  const inTheWay = courtDays.filter((one) => one.problem !== null && !one.skipped);
  return (
    <div aria-busy={!settled || plan.isFetching || undefined}>
      <p className={conflicts > 0 ? "notice notice-waiting" : "mut"} role="status">
        {conflicts > 0 && <Icon name="warning" />}
        <span className="grow">{conflicts > 0 ? t("gameCourts.conflicts", { conflicts, count }) : t("gameCourts.planned", { count })}</span>
        {conflicts > 0 && (
          <button
            type="button"
            className="link"
            onClick={() => onSkip([...skip, ...inTheWay.map(({ day, placeId }) => ({ day, placeId }))])}
          >
            {t("gameCourts.skipAll")}
          </button>
        )}
      </p>
      <Cells courtDays={courtDays} skip={skip} onSkip={onSkip} />
    </div>
  );
}

function Cells({ courtDays, skip, onSkip }: { courtDays: readonly PlannedCourtDay[]; skip: Skip; onSkip: (skip: Skip) => void }) {
  const t = useT();
  const language = useLanguage();
  const courts = [...new Map(courtDays.map((one) => [one.placeId, one.placeName]))];
  const days = [...new Set(courtDays.map((one) => one.day))];
  const at = new Map(courtDays.map((one) => [`${one.day} ${one.placeId}`, one]));
  const toggle = (one: PlannedCourtDay): void =>
    onSkip(
      one.skipped
        ? skip.filter(({ day, placeId }) => day !== one.day || placeId !== one.placeId)
        : [...skip, { day: one.day, placeId: one.placeId }],
    );
  return (
    <div className="gc-scroll" role="region" aria-label={t("gameCourts.plan")} tabIndex={0}>
      <table className="gc-plan">
        <thead>
          <tr>
            <th scope="col">{t("gameCourts.day")}</th>
            {courts.map(([id, name]) => (
              <th key={id} scope="col">
                {placeLabel(name, t)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row">
                {shortDay(day, language, day)} {weekdayName(day, language)}
              </th>
              {courts.map(([placeId, name]) => {
                const one = at.get(`${day} ${placeId}`);
                if (!one) return <td key={placeId} />;
                const state = one.skipped ? "skipped" : (one.problem ?? "free");
                const stateText =
                  one.holder && !one.skipped ? one.holder.name || t("gameCourts.state.taken") : t(`gameCourts.state.${state}`);
                return (
                  <td key={placeId} data-state={state}>
                    <button
                      type="button"
                      aria-pressed={!one.skipped}
                      aria-label={t("gameCourts.cell", { day, place: placeLabel(name, t), state: stateText })}
                      title={stateText}
                      onClick={() => toggle(one)}
                    >
                      {state === "free" ? <Icon name="check" /> : stateText}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
