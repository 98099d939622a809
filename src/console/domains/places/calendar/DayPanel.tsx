import { useId, useState } from "react";
import type { Input } from "../../../../contract/core/call";
import { DAY_KINDS, type DayKind } from "../../../../contract/core/enums";
import { calendar, type CalendarDay, type CalendarYear } from "../../../../contract/places/places";
import type { PlanEffect } from "../../../../contract/prices/price-plans";
import { weekday } from "../../../../contract/core/time";
import { ApiError } from "../../../api/error";
import { useCall } from "../../../api/use-call";
import { useLanguage, useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { notify } from "../../../ui/notices";
import { weekdayName } from "../../../ui/format-time";
import { useToday } from "../../../ui/today";
import { EffectDialog, type Unpaid } from "../../prices/plan/EffectDialog";
import { useWeekdays } from "../../../ui/format-days";
import { InTheWay } from "../InTheWay";

const USUAL: Record<DayKind, number | undefined> = { holiday: 7, workday: 1, closed: undefined, special: undefined };

/** Shows and edits a day: kind, name, the weekday as which it is priced, and why. */
export function DayPanel({
  day,
  special,
  dropped,
  onSaved,
}: {
  day: string;
  special: CalendarDay | undefined;
  dropped: CalendarYear["dropped"][number] | undefined;
  onSaved: () => void;
}) {
  const t = useT();
  const id = useId();
  const language = useLanguage();
  const names = useWeekdays();
  const over = day < useToday();
  const mayModify = useCan("calendar_modify");
  const [kind, setKind] = useState<DayKind | "none">(special?.kind ?? "none");
  const [name, setName] = useState(special?.name ?? dropped?.name ?? "");
  const [pricedAs, setPricedAs] = useState(special?.pricedAs ?? weekday(day));
  const [reason, setReason] = useState("");
  const [effect, setEffect] = useState<PlanEffect>();
  const preview = useCall(calendar.preview);
  const modify = useCall(calendar.modify);
  const change = { day, kind: kind === "none" ? null : kind, name: kind === "none" ? "" : name, pricedAs };
  const failure = preview.error ?? modify.error;
  const errors = failure instanceof ApiError ? Object.values(failure.errors) : [];

  const choose = (next: DayKind | "none"): void => {
    setKind(next);
    if (next !== "none") {
      setPricedAs(USUAL[next] ?? weekday(day));
      if (name === "" && next === "closed") setName(t("places.calendar.kinds.closed"));
    }
  };
  const save = (unpaid: Unpaid): void => {
    const input: Input<typeof calendar.modify> = { ...change, reason, unpaid };
    modify
      .run(input)
      .then(() => {
        setEffect(undefined);
        notify.success(t("places.calendar.saved", { day }));
        onSaved();
      })
      .catch(() => undefined); // shown above the button
  };
  const ask = (): void => {
    modify.reset();
    preview
      .run(change)
      .then((found) => (found.count > 0 ? setEffect(found) : save("leave")))
      .catch(() => undefined); // shown above the button
  };
  const dayText = t("places.calendar.day", { day, weekday: weekdayName(day, language) });
  return (
    <aside className="card day-panel" aria-label={dayText}>
      <h2>{dayText}</h2>
      {special && (
        <p className="sec">
          {special.name} · {t(`places.calendar.kinds.${special.kind}`)} ·{" "}
          {t("places.calendar.pricedAs", { weekday: names[special.pricedAs - 1] ?? "" })}
        </p>
      )}
      {special?.own && (
        <p className="mut">
          {t("places.calendar.own")} · {special.operator} · {special.reason}
        </p>
      )}
      {dropped && (
        <p className="mut">
          {t("places.calendar.dropped")} {dropped.name} · {dropped.operator} · {dropped.reason}
        </p>
      )}
      {over || !mayModify ? (
        over && <p className="mut">{t("places.calendar.over")}</p>
      ) : (
        <form
          className="day-panel-form"
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <label htmlFor={`${id}-kind`}>
            {t("places.calendar.kind")}
            <select
              id={`${id}-kind`}
              className="select"
              value={kind}
              onChange={(event) => choose(DAY_KINDS.find((one) => one === event.target.value) ?? "none")}
            >
              <option value="none">{t("places.calendar.none")}</option>
              {DAY_KINDS.map((one) => (
                <option key={one} value={one}>
                  {t(`places.calendar.kinds.${one}`)}
                </option>
              ))}
            </select>
          </label>
          {kind !== "none" && (
            <label htmlFor={`${id}-name`}>
              {t("places.calendar.name")}
              <input
                id={`${id}-name`}
                className="input"
                value={name}
                maxLength={20}
                required
                autoComplete="off"
                onChange={(event) => setName(event.target.value)}
              />
              <span className="mut">{t("places.calendar.nameHint")}</span>
            </label>
          )}
          {kind === "closed" && <p className="mut">{t("places.calendar.closedHint")}</p>}
          {kind !== "none" && kind !== "closed" && (
            <label htmlFor={`${id}-as`}>
              {t("places.calendar.pricedAsLabel")}
              <select id={`${id}-as`} className="select" value={pricedAs} onChange={(event) => setPricedAs(Number(event.target.value))}>
                {names.map((each, i) => (
                  <option key={each} value={i + 1}>
                    {each}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label htmlFor={`${id}-reason`}>
            {t("places.calendar.reason")}
            <input
              id={`${id}-reason`}
              className="input"
              value={reason}
              minLength={2}
              maxLength={200}
              required
              autoComplete="off"
              onChange={(event) => setReason(event.target.value)}
            />
          </label>
          {failure && effect === undefined && (
            <div role="alert">
              <p className="notice notice-error">
                <Icon name="error" />
                {[failure.message, ...errors].join(" ")}
              </p>
              {failure instanceof ApiError && <InTheWay data={failure.data} day={day} />}
            </div>
          )}
          <Button kind="primary" type="submit" busy={preview.pending || modify.pending}>
            {t("places.calendar.save")}
          </Button>
        </form>
      )}
      {effect && (
        <EffectDialog
          effect={effect}
          title={t("places.calendar.effect", { day })}
          confirm={t("places.calendar.save")}
          busy={modify.pending}
          failure={modify.error?.message}
          onConfirm={save}
          onClose={() => setEffect(undefined)}
        />
      )}
    </aside>
  );
}
