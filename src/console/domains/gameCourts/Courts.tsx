import "./game-courts.css";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type GameCourt, gameCourtDesk } from "../../../contract/gameCourts/game-courts";
import { span } from "../../../contract/core/time";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useLanguage, useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { useSession } from "../../session/store";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Failure } from "../../ui/Failure";
import { ReasonField, reasonProblem } from "../../ui/form/PanelForm";
import { notify } from "../../ui/notices";
import { placeLabel } from "../../ui/format-place";
import { formatDay } from "../../ui/format-time";
import { SkeletonText } from "../../ui/Skeleton";
import { useToday } from "../../ui/today";
import { WhenDay } from "../../ui/When";

/** A game's courts day by day; some or all of those that lie ahead are given back here. */
export function Courts({ gameId, form, onChanged }: { gameId: string; form: string; onChanged: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const mayTake = useCan("game_court_take");
  const { venueId = "" } = useSession();
  const [day, setDay] = useState("");
  const dates = useRead(gameCourtDesk.dates, { venueId, gameId });
  const shownDay = dates.data?.days.some((each) => each.day === day) ? day : "";
  const read = useRead(gameCourtDesk.list, { venueId, gameId, ...(shownDay === "" ? {} : { day: shownDay }) }, { keepPrevious: true });
  const [chosen, setChosen] = useState<readonly string[]>();
  if (!read.data)
    return read.error ? (
      <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
    ) : (
      <SkeletonText lines={4} label={t("ui.loading")} />
    );
  const courts = read.data.content;
  const ahead = courts.filter((court) => court.ahead).map((court) => court.id);
  const releasing = chosen?.filter((id) => ahead.includes(id));
  const release = mayTake && ahead.length > 0;
  if (releasing)
    return (
      <Release
        gameId={gameId}
        courts={courts}
        ids={releasing}
        onIds={setChosen}
        onBack={() => setChosen(undefined)}
        onDone={() => {
          setChosen(undefined);
          void read.refetch();
          void dates.refetch();
          onChanged();
        }}
      />
    );
  return (
    <section>
      {mayTake && (
        <div className="record-acts">
          <Button icon="plus" onClick={() => void navigate(form)}>
            {t("gameCourts.edit")}
          </Button>
          {release && (
            <Button icon="close" onClick={() => setChosen(ahead)}>
              {t("gameCourts.release")}
            </Button>
          )}
        </div>
      )}
      {dates.data && dates.data.days.length > 1 && <DayFilter days={dates.data.days} value={shownDay} onDay={setDay} />}
      <Days courts={courts} />
    </section>
  );
}

/** Narrows the courts of a game to one of its days. */
function DayFilter({
  days,
  value,
  onDay,
}: {
  days: readonly { readonly day: string; readonly places: number }[];
  value: string;
  onDay: (day: string) => void;
}) {
  const t = useT();
  const language = useLanguage();
  const today = useToday();
  return (
    <span className="input">
      <select aria-label={t("common.day")} value={value} onChange={(event) => onDay(event.target.value)}>
        <option value="">{t("gameCourts.courts.allDays")}</option>
        {days.map(({ day, places }) => (
          <option key={day} value={day}>
            {t("gameCourts.courts.courts", { day: formatDay(day, today, language), count: places })}
          </option>
        ))}
      </select>
    </span>
  );
}

interface Choosing {
  readonly ids: readonly string[];
  readonly onIds: (ids: readonly string[]) => void;
}

/** Courts day by day; each that lies ahead can be chosen where they are given back. */
function Days({ courts, choosing }: { courts: readonly GameCourt[]; choosing?: Choosing }) {
  const t = useT();
  if (courts.length === 0) return <EmptyState icon="trophy" title={t("gameCourts.noneLeft")} hint={t("gameCourts.noneLeftHint")} />;
  return (
    <ul className="gc-days">
      {[...new Set(courts.map(({ day }) => day))].map((day) => (
        <li key={day}>
          <h3>
            <WhenDay day={day} />
          </h3>
          <ul>
            {courts
              .filter((court) => court.day === day)
              .map((court) => (
                <li key={court.id} data-past={!court.ahead || undefined}>
                  <Court court={court} choosing={choosing} />
                </li>
              ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Court({ court, choosing }: { court: GameCourt; choosing: Choosing | undefined }) {
  const t = useT();
  const text = (
    <>
      <b>{placeLabel(court.placeName, t)}</b> <span className="sec">{court.hallName}</span>
      <span className="grow" />
      {span(court.start, court.end)}
    </>
  );
  if (!choosing) return <p className="row">{text}</p>;
  const { ids, onIds } = choosing;
  return (
    <label className="row">
      <input
        type="checkbox"
        disabled={!court.ahead}
        checked={ids.includes(court.id)}
        onChange={(event) => onIds(event.target.checked ? [...ids, court.id] : ids.filter((id) => id !== court.id))}
      />
      {text}
    </label>
  );
}

function Release({
  gameId,
  courts,
  ids,
  onIds,
  onBack,
  onDone,
}: Choosing & { gameId: string; courts: readonly GameCourt[]; onBack: () => void; onDone: () => void }) {
  const t = useT();
  const [reason, setReason] = useState("");
  const { run, pending, error } = useCall(gameCourtDesk.release);
  const lacks = ids.length === 0 ? t("gameCourts.courts.chooseCourtsRelease") : reasonProblem(reason, t);
  const release = async (): Promise<void> => {
    try {
      await run({ gameId, ids: [...ids], reason: reason.trim() });
    } catch {
      return; // shown above the buttons
    }
    notify.success(t("gameCourts.released", { count: ids.length }));
    onDone();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (lacks === undefined && !pending) void release();
      }}
    >
      <ReasonField title={t("gameCourts.reason")} value={reason} hint={t("gameCourts.reasonHint")} onValue={setReason} />
      <Days courts={courts} choosing={{ ids, onIds }} />
      {error && <Failure>{error.message}</Failure>}
      <div className="record-acts">
        <Button kind="danger" type="submit" busy={pending} why={lacks}>
          {t("gameCourts.releaseCount", { count: ids.length })}
        </Button>
        <Button onClick={onBack}>{t("gameCourts.keep")}</Button>
      </div>
    </form>
  );
}
