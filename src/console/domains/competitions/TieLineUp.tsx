import { useState } from "react";
import { type Lineup, matches } from "../../../contract/competitions/matches";
import { toError } from "../../api/to-error";
import { RUBBERS } from "../../../contract/competitions/game-events";
import { MOST_RUBBERS, sidesOf } from "../../../engine/ties";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { notify } from "../../ui/notices";
import { StatusTag } from "../../ui/StatusTag";
import { battleLabel } from "./names";

type Which = "home" | "away";

/** Selects who of both teams plays each rubber of a tie; each team is saved separately, as captains submit theirs. */
export function TieLineUp({ lineup, again }: { lineup: Lineup; again: () => Promise<unknown> }) {
  const t = useT();
  const { tone, ...label } = battleLabel(lineup.match.state);
  return (
    <>
      <div className="comp-bar">
        <StatusTag tone={tone}>{t(label)}</StatusTag>
        <span className="mut">
          {lineup.match.event} {t("matches.tieLineUp.playerPlaysRubbersMost", { most: MOST_RUBBERS })}
        </span>
        <span className="grow" />
        <Button icon="print" kind="quiet" onClick={() => window.print()}>
          {t("list.print")}
        </Button>
      </div>
      <div className="comp-two">
        <Team lineup={lineup} which="home" again={again} />
        <Team lineup={lineup} which="away" again={again} />
      </div>
    </>
  );
}

function Team({ lineup, which, again }: { lineup: Lineup; which: Which; again: () => Promise<unknown> }) {
  const t = useT();
  const may = useCan("score_modify");
  const save = useCall(matches.saveTie);
  const [failure, setFailure] = useState<Error>();
  /** Choices made here since the last save, by rubber: the rest follows the tie, which others may change meanwhile. */
  const [mine, setMine] = useState<Readonly<Record<string, readonly string[]>>>({});
  const chosenOf = (each: Lineup["rubbers"][number]): readonly string[] => mine[each.match.rubber] ?? each[which];
  const players = lineup[which];
  const act = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await save.run({
        id: lineup.match.id,
        side: which,
        rubbers: Object.entries(mine).map(([rubber, ids]) => ({ rubber, memberIds: ids.filter(Boolean) })),
      });
      notify.success(t("matches.tieLineUp.lineUpSaved", { team: lineup.match[which].name }));
      await again();
      setMine({});
    } catch (error) {
      setFailure(toError(error));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void act();
      }}
    >
      <fieldset className="card comp-lineup" disabled={!may}>
        <legend>{lineup.match[which].name || lineup.match[which].from}</legend>
        {lineup.rubbers.map((each) => {
          const { match } = each;
          const { male, female } = sidesOf(match.rubber);
          const name = t(RUBBERS[match.rubber] ?? { zh: match.rubber, en: match.rubber });
          const open = match.state === "ready" || match.state === "waiting";
          const ids = chosenOf(each);
          return (
            <div key={match.id} className="row comp-rubber">
              <b>{name}</b>
              {Array.from({ length: male + female }, (_, at) => {
                const sex = at < male ? "male" : "female";
                return (
                  <span key={at} className="input comp-pick">
                    <select
                      aria-label={`${name} ${at + 1}`}
                      value={ids[at] ?? ""}
                      disabled={!open}
                      onChange={(event) => {
                        const next = Array.from({ length: male + female }, (_each, i) => (i === at ? event.target.value : (ids[i] ?? "")));
                        setMine({ ...mine, [match.rubber]: next });
                      }}
                    >
                      <option value="">{t("matches.tieLineUp.nobodyYet")}</option>
                      {players
                        .filter((player) => player.sex === sex)
                        .map((player) => (
                          <option key={player.id} value={player.id}>
                            {player.name}
                          </option>
                        ))}
                    </select>
                  </span>
                );
              })}
            </div>
          );
        })}
        {failure && <Failure>{failure.message}</Failure>}
        {may && (
          <Button kind="primary" type="submit" busy={save.pending}>
            {t("matches.tieLineUp.saveLineUp")}
          </Button>
        )}
      </fieldset>
    </form>
  );
}
