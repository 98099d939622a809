import { useState } from "react";
import { Link } from "react-router";
import type { Match } from "../../../contract/competitions/match";
import type { ScheduleView } from "../../../contract/competitions/order-of-play";
import { useT } from "../../i18n/use-t";
import { readNumber } from "../../../contract/core/typed/number";
import { Button } from "../../ui/Button";
import { FieldProblem } from "../../ui/FieldProblem";
import { TimeInput } from "../../ui/form/DayInput";
import { StatusTag } from "../../ui/StatusTag";
import { battleLabel, sideName } from "./names";
import { Picker } from "./use-events";

/** Minutes by which a match can be late. */
const DELAY = { min: 5, max: 480 } as const;

/** A match put on court and time by form: what dragging does, for keys. */
export function PlaceMatch({
  match,
  title,
  view,
  minuteOf,
  put,
  delay,
  may,
}: {
  match: Match;
  title: string;
  view: ScheduleView;
  minuteOf: (at: string) => number;
  put: (id: string, courtId: string | null, minute: number) => Promise<void>;
  delay: (id: string, minutes: number) => Promise<void>;
  may: boolean;
}) {
  const t = useT();
  const [court, setCourt] = useState(match.court?.id ?? view.courts[0]?.id ?? "");
  const [time, setTime] = useState(minuteOf(match.startsAt ?? view.courts[0]?.hours[0]?.start ?? "1970-01-01T01:00:00Z"));
  const [late, setLate] = useState("60");
  const typedDelay = readNumber(late, DELAY);
  const { tone, ...label } = battleLabel(match.state);
  const open = may && (match.state === "ready" || match.state === "waiting");
  return (
    <section>
      <h2>{title}</h2>
      <p>
        {sideName(match.home)} – {sideName(match.away)}
      </p>
      <p>
        <StatusTag tone={tone}>{t(label)}</StatusTag> {match.referee}
      </p>
      {open && (
        <form
          className="comp-form comp-flat"
          onSubmit={(event) => {
            event.preventDefault();
            void put(match.id, court, time);
          }}
        >
          <Picker
            label={t("matches.court")}
            value={court}
            of={view.courts.map(({ id, name }) => ({ id, title: name }))}
            onPick={setCourt}
          />
          <TimeInput
            aria-label={t("matches.placeMatch.begins")}
            clears={false}
            value={time}
            onChange={(minute) => minute !== null && setTime(minute)}
          />
          <div className="form-foot">
            <Button type="submit" kind="primary">
              {t("matches.placeMatch.putHere")}
            </Button>
            {match.startsAt !== null && <Button onClick={() => void put(match.id, null, 0)}>{t("matches.placeMatch.takeOff")}</Button>}
          </div>
        </form>
      )}
      {may && match.startsAt !== null && (open || match.state === "running" || match.state === "suspended") && (
        <form
          className="comp-form comp-flat"
          onSubmit={(event) => {
            event.preventDefault();
            if (typedDelay.value !== undefined) void delay(match.id, typedDelay.value);
          }}
        >
          <label className="row">
            {t("matches.placeMatch.lateMinutes")}
            <span className="input comp-number">
              <input inputMode="numeric" autoComplete="off" value={late} onChange={(event) => setLate(event.target.value)} />
            </span>
          </label>
          <FieldProblem of={typedDelay} />
          <div className="form-foot">
            <Button type="submit" icon="clock" why={typedDelay.problem && t(typedDelay.problem)}>
              {t("matches.placeMatch.rePlan")}
            </Button>
          </div>
        </form>
      )}
      <Link className="link" to={`/addedServices/combat-team-member-list2?game=${view.gameId}&match=${match.id}`}>
        {t("matches.score")}
      </Link>
    </section>
  );
}
