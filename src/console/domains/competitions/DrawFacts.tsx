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
    <aside className="comp-side" aria-label={t({ zh: "抽签依据", en: "What the draw goes by" })}>
      <section>
        <h2>{t({ zh: "种子 {count}", en: "Seeds {count}" }, { count: seeds.length })}</h2>
        <ul className="comp-plain">
          {seeds.map((entry) => (
            <li key={entry.id}>
              <b className="comp-seed">{entry.seed}</b>
              <span className="grow cut">
                <Who name={entry.name} publicName={entry.publicName} />
              </span>
              {entry.club !== "" && <span className="comp-club">{entry.club}</span>}
              {lineOf(entry.id) > 0 && <small>{t({ zh: "第 {line} 位", en: "Line {line}" }, { line: lineOf(entry.id) })}</small>}
            </li>
          ))}
        </ul>
      </section>
      {view.separate && clubs.length > 0 && (
        <section>
          <h2>{t({ zh: "同单位分开", en: "Clubs kept apart" })}</h2>
          <ul className="comp-plain">
            {clubs.map((club) => (
              <li key={club}>
                <span className="comp-club">{club}</span>
                <span className="grow" />
                {drawnAlone && (
                  <small className="num" title={t({ zh: "各四分之一区", en: "In each quarter" })}>
                    {quarters(club).join("/")}
                  </small>
                )}
                <small>
                  {t({ zh: "{count} 支", en: "{count}" }, { count: view.entrants.filter((entry) => entry.club === club).length })}
                </small>
              </li>
            ))}
          </ul>
          {drawnAlone && (
            <p className="sec">
              {t(
                {
                  zh: "四个数是各四分之一区的支数；首轮同单位相遇 {meetings} 对",
                  en: "The four numbers are the quarters; {meetings} first matches within a club",
                },
                { meetings },
              )}
            </p>
          )}
        </section>
      )}
      <section>
        <h2>{t({ zh: "其余 {count} 支", en: "The other {count}" }, { count: rest.length })}</h2>
        <p className="sec">
          <Who
            name={rest.map(({ name }) => name).join(t("list.and"))}
            publicName={rest.map(({ publicName }) => publicName).join(t("list.and"))}
          />
        </p>
        <Link className="link" to={`/addedServices/team-list?event=${view.eventId}`}>
          {t({ zh: "报名名单", en: "Entries" })}
        </Link>
      </section>
      {draw && (
        <section>
          <h2>{t({ zh: "随机种子", en: "Random seed" })}</h2>
          <p className="comp-code">{draw.seed}</p>
          <p className="sec">
            {operatorName(draw.operator, t)} <When at={draw.at} />
          </p>
          <Link className="link" to={`/addedServices/test?event=${view.eventId}`}>
            {t({ zh: "复算", en: "Repeat it" })}
          </Link>
        </section>
      )}
      {view.changes.length > 0 && (
        <section>
          <h2>{t({ zh: "抽签后的变更", en: "Changes since the draw" })}</h2>
          <ul className="comp-plain comp-past">
            {view.changes.map((change) => (
              <li key={`${change.at} ${change.first.id}`}>
                <span>
                  <When at={change.at} /> {operatorName(change.operator, t)}
                  <br />
                  <Who name={change.first.name} publicName={change.first.publicName} /> {change.kind === "swap" ? "⇄" : "→"}{" "}
                  <Who name={change.second.name} publicName={change.second.publicName} />{" "}
                  {change.kind === "late" && t({ zh: "（替补）", en: "(late entry)" })}
                  {change.kind === "luckyLoser" && t({ zh: "（幸运落败者）", en: "(lucky loser)" })}
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
          <h2>{t({ zh: "作废的抽签", en: "Undone draws" })}</h2>
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
