import { Link } from "react-router";
import type { DrawView } from "../../../contract/competitions/matches";
import { useT } from "../../i18n/use-t";
import { operatorName } from "../../ui/operator";
import { When } from "../../ui/When";
import { Who } from "./Who";

const SHOWN_CLUBS = 12;
const QUARTERS = 4;

/** Shows the basis of a draw: seeds and their positions, separated clubs, its random seed, the previous draws. */
export function DrawFacts({ view }: { view: DrawView }) {
  const t = useT();
  const lineOf = (id: string): number => view.stages.flatMap(({ lines }) => lines).findIndex((line) => line.id === id) + 1;
  const seeds = view.entrants.filter(({ seed }) => seed !== null);
  const clubs = [...new Set(view.entrants.map(({ club }) => club).filter(Boolean))].slice(0, SHOWN_CLUBS);
  const rest = view.entrants.filter(({ seed }) => seed === null);
  const { draw } = view;
  const lines = view.stages.find(({ kind }) => kind === "knockout")?.lines ?? [];
  const drawnAlone = lines.length >= QUARTERS * 2 && lines.some(({ club }) => club !== "");
  const quarters = (club: string): number[] =>
    Array.from({ length: QUARTERS }, (_, quarter) => {
      const size = lines.length / QUARTERS;
      return lines.slice(quarter * size, (quarter + 1) * size).filter((line) => line.club === club).length;
    });
  const meetings = lines.filter(({ club }, i) => i % 2 === 0 && club !== "" && club === lines[i + 1]?.club).length;
  return (
    <aside className="comp-side" aria-label={t("competitions.drawFacts.whatDrawGoes")}>
      <section>
        <h2>{t("competitions.drawFacts.seeds", { count: seeds.length })}</h2>
        <ul className="comp-plain">
          {seeds.map((entry) => (
            <li key={entry.id}>
              <b className="comp-seed">{entry.seed}</b>
              <span className="grow cut">
                <Who name={entry.name} publicName={entry.publicName} />
              </span>
              {entry.club !== "" && <span className="comp-club">{entry.club}</span>}
              {lineOf(entry.id) > 0 && <small>{t("competitions.drawFacts.line", { line: lineOf(entry.id) })}</small>}
            </li>
          ))}
        </ul>
      </section>
      {view.separate && clubs.length > 0 && (
        <section>
          <h2>{t("competitions.drawFacts.clubsKeptApart")}</h2>
          <ul className="comp-plain">
            {clubs.map((club) => (
              <li key={club}>
                <span className="comp-club">{club}</span>
                <span className="grow" />
                {drawnAlone && (
                  <small className="num" title={t("competitions.drawFacts.eachQuarter")}>
                    {quarters(club).join("/")}
                  </small>
                )}
                <small>{t("competitions.drawFacts.text", { count: view.entrants.filter((entry) => entry.club === club).length })}</small>
              </li>
            ))}
          </ul>
          {drawnAlone && <p className="sec">{t("competitions.drawFacts.fourNumbersQuartersFirst", { meetings })}</p>}
        </section>
      )}
      <section>
        <h2>{t("competitions.drawFacts.other", { count: rest.length })}</h2>
        <p className="sec">
          <Who
            name={rest.map(({ name }) => name).join(t("list.and"))}
            publicName={rest.map(({ publicName }) => publicName).join(t("list.and"))}
          />
        </p>
        <Link className="link" to={`/addedServices/team-list?event=${view.eventId}`}>
          {t("competitions.drawFacts.entries")}
        </Link>
      </section>
      {draw && (
        <section>
          <h2>{t("competitions.randomSeed")}</h2>
          <p className="comp-code">{draw.seed}</p>
          <p className="sec">
            {operatorName(draw.operator, t)} <When at={draw.at} />
          </p>
          <Link className="link" to={`/addedServices/test?event=${view.eventId}`}>
            {t("competitions.drawFacts.repeat")}
          </Link>
        </section>
      )}
      {view.changes.length > 0 && (
        <section>
          <h2>{t("competitions.drawFacts.changesSinceDraw")}</h2>
          <ul className="comp-plain comp-past">
            {view.changes.map((change) => (
              <li key={`${change.at} ${change.first.id}`}>
                <span>
                  <When at={change.at} /> {operatorName(change.operator, t)}
                  <br />
                  <Who name={change.first.name} publicName={change.first.publicName} /> {change.kind === "swap" ? "⇄" : "→"}{" "}
                  <Who name={change.second.name} publicName={change.second.publicName} />{" "}
                  {change.kind === "late" && t("competitions.drawFacts.lateEntry")}
                  {change.kind === "luckyLoser" && t("competitions.drawFacts.luckyLoser")}
                  <br />
                  {change.reason}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.history.some(({ state }) => state === "undone") && (
        <section>
          <h2>{t("competitions.drawFacts.undoneDraws")}</h2>
          <ul className="comp-plain comp-past">
            {view.history
              .filter(({ state }) => state === "undone")
              .map((each) => (
                <li key={each.at}>
                  <span>
                    <When at={each.at} /> {operatorName(each.operator, t)} <span className="comp-code">{each.seed}</span>
                    <br />
                    {each.reason}
                  </span>
                </li>
              ))}
          </ul>
        </section>
      )}
    </aside>
  );
}
