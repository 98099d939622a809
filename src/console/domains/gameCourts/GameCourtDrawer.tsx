import "../../theme/form.css";
import "../booking/booking.css";
import "./gameCourts.css";
import { useState } from "react";
import { useNavigate } from "react-router";
import { type GameCourtsDetail, gameCourts } from "../../../contract/gameCourts";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { useCan } from "../../session/store";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { notify } from "../../ui/notices";
import { Phone } from "../../ui/Phone";
import { RecordDrawer } from "../../ui/RecordDrawer";
import { WhenDay } from "../../ui/When";
import { PanelForm, ReasonField, reasonOk } from "../../ui/form/PanelForm";
import { placeLabel } from "../../ui/sayPlace";
import { span } from "../../../contract/time";
import { DayRange } from "./DayRange";

/** A game's courts beside the list: day by day; some or all of those that lie ahead are given back here. */
export function GameCourtDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  return (
    <RecordDrawer<GameCourtsDetail> label={t("gameCourts.show")} width={480} resource="gameCourts" id={id} onClose={onClose}>
      {(found, again) => <Body game={found} onClose={onClose} onChanged={again} />}
    </RecordDrawer>
  );
}

function Body({ game, onClose, onChanged }: { game: GameCourtsDetail; onClose: () => void; onChanged: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const mayTake = useCan("game_court_take");
  const [chosen, setChosen] = useState<readonly string[]>();
  const ahead = game.grounds.filter((ground) => ground.ahead).map((ground) => ground.id);
  const releasing = chosen?.filter((id) => ahead.includes(id));
  return (
    <div className="panel gc">
      <header className="hd">
        <div className="grow">
          <h2>{game.title}</h2>
          <p>
            <DayRange game={game} /> · {t("gameCourts.sum", { courts: game.courts, hours: game.hours })}
          </p>
          <p className="mut">
            {game.no}
            {game.contact && ` · ${game.contact}`} {game.phone && <Phone value={game.phone} />}
          </p>
          {game.remark && <p className="mut">{game.remark}</p>}
        </div>
        <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
      </header>
      {mayTake && releasing === undefined && (
        <div className="gc-acts">
          <Button icon="plus" onClick={() => void navigate(`/addedServices/game-booking-place-form/${game.gameId}`)}>
            {t("gameCourts.edit")}
          </Button>
          {ahead.length > 0 && (
            <Button icon="close" onClick={() => setChosen(ahead)}>
              {t("gameCourts.release")}
            </Button>
          )}
        </div>
      )}
      {releasing === undefined ? (
        <div className="bd">
          <Grounds game={game} />
        </div>
      ) : (
        <Release
          game={game}
          ids={releasing}
          onIds={setChosen}
          onBack={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            onChanged();
          }}
        />
      )}
    </div>
  );
}

/** Courts day by day; with `ids` each that lies ahead can be chosen. */
function Grounds({ game, ids, onIds }: { game: GameCourtsDetail; ids?: readonly string[]; onIds?: (ids: readonly string[]) => void }) {
  const t = useT();
  if (game.grounds.length === 0) return <EmptyState icon="trophy" title={t("gameCourts.noneLeft")} hint={t("gameCourts.noneLeftHint")} />;
  const days = [...new Set(game.grounds.map((ground) => ground.day))];
  return (
    <ul className="gc-days">
      {days.map((day) => (
        <li key={day}>
          <h3>
            <WhenDay day={day} />
          </h3>
          <ul>
            {game.grounds
              .filter((ground) => ground.day === day)
              .map((ground) => {
                const text = (
                  <>
                    <b>{placeLabel(ground.placeName, t)}</b> <span className="sec">{ground.hallName}</span>
                    <span className="grow" />
                    {span(ground.start, ground.end)}
                  </>
                );
                return (
                  <li key={ground.id} data-past={!ground.ahead || undefined}>
                    {ids && onIds ? (
                      <label className="row">
                        <input
                          type="checkbox"
                          disabled={!ground.ahead}
                          checked={ids.includes(ground.id)}
                          onChange={(event) => onIds(event.target.checked ? [...ids, ground.id] : ids.filter((id) => id !== ground.id))}
                        />
                        {text}
                      </label>
                    ) : (
                      <p className="row">{text}</p>
                    )}
                  </li>
                );
              })}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Release({
  game,
  ids,
  onIds,
  onBack,
  onDone,
}: {
  game: GameCourtsDetail;
  ids: readonly string[];
  onIds: (ids: readonly string[]) => void;
  onBack: () => void;
  onDone: () => void;
}) {
  const t = useT();
  const [reason, setReason] = useState("");
  const release = useCall(gameCourts.release);
  return (
    <PanelForm
      act={t("gameCourts.releaseCount", { count: ids.length })}
      kind="danger"
      pending={release.pending}
      ready={ids.length > 0 && reasonOk(reason)}
      error={release.error}
      back={t("gameCourts.keep")}
      onAct={async () => {
        try {
          await release.run({ gameId: game.gameId, ids: [...ids], reason: reason.trim() });
        } catch {
          return; // shown above the buttons
        }
        notify.success(t("gameCourts.released", { count: ids.length }));
        onDone();
      }}
      onBack={onBack}
    >
      <ReasonField title={t("gameCourts.reason")} value={reason} hint={t("gameCourts.reasonHint")} onValue={setReason} />
      <Grounds game={game} ids={ids} onIds={onIds} />
    </PanelForm>
  );
}
