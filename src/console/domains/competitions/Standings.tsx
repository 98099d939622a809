import { TIE_RULE_LABELS } from "../../../contract/competitions/game-settings";
import { matches } from "../../../contract/competitions/matches";
import { groupLetter } from "../../../contract/competitions/rounds";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Who } from "./Who";
import { EventPicker, useEvents } from "./use-events";
import "./competitions.css";

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

/** Tables of an event's groups; each place says which rule decided it. */
export function Standings() {
  const t = useT();
  const chosen = useEvents(({ state, format }) => state !== "planned" && (format === "roundRobin" || format === "groupsKnockout"));
  const { event } = chosen;
  const table = useRead(matches.standings, { eventId: event?.id ?? "" }, { enabled: event !== undefined });
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t({ zh: "小组积分榜", en: "Group standings" })}</h1>
        <EventPicker {...chosen} />
        <span className="grow" />
        <CommandButton icon="print" kind="quiet" onClick={() => window.print()}>
          {t({ zh: "打印", en: "Print" })}
        </CommandButton>
      </header>
      {(chosen.error ?? table.error) && <ErrorState what={(chosen.error ?? table.error)?.message ?? ""} />}
      {table.data && (
        <p className="sec">
          {t({ zh: "名次依次比较：", en: "Places are decided by " })}
          {table.data.rules.map((rule) => t(TIE_RULE_LABELS[rule])).join(" → ")}
        </p>
      )}
      {chosen.isLoaded && !event && <EmptyState icon="chart" title={t({ zh: "还没有比赛项目", en: "No events yet" })} />}
      {table.data?.groups.length === 0 && (
        <EmptyState
          icon="chart"
          title={t({ zh: "该项目没有小组", en: "The event has no groups" })}
          hint={t({ zh: "循环赛或小组赛抽签后，这里显示积分榜", en: "Tables stand here once a round robin or groups are drawn" })}
        />
      )}
      {table.data?.groups.map(({ number, left, rows }) => (
        <section key={number} className="card comp-table">
          <h2>
            {t({ zh: "{letter} 组", en: "Group {letter}" }, { letter: groupLetter(number) })}{" "}
            <small>
              {left === 0 ? t({ zh: "已赛完", en: "All played" }) : t({ zh: "还有 {left} 场", en: "{left} to play" }, { left })}
            </small>
          </h2>
          <div
            className="comp-scroll"
            tabIndex={0}
            role="region"
            aria-label={t({ zh: "{letter} 组积分榜", en: "Table of group {letter}" }, { letter: groupLetter(number) })}
          >
            <table>
              <thead>
                <tr>
                  <th className="num">{t({ zh: "名次", en: "Place" })}</th>
                  <th>{t({ zh: "队伍/选手", en: "Team or player" })}</th>
                  <th className="num">{t({ zh: "已赛", en: "Played" })}</th>
                  <th className="num">{t({ zh: "胜", en: "Won" })}</th>
                  {table.data.draws && <th className="num">{t({ zh: "平", en: "Drawn" })}</th>}
                  <th className="num">{t({ zh: "负", en: "Lost" })}</th>
                  {table.data.isTeams && <th className="num">{t({ zh: "盘", en: "Rubbers" })}</th>}
                  {!table.data.isTimed && <th className="num">{t({ zh: "局", en: "Sets" })}</th>}
                  <th className="num">{t({ zh: "净胜分", en: "Points ±" })}</th>
                  <th className="num">{t({ zh: "积分", en: "Points" })}</th>
                  <th>{t({ zh: "由何决定", en: "Decided by" })}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id} data-through={row.through || undefined}>
                    <td className="num">{row.place}</td>
                    <td>
                      <b>
                        <Who name={row.name} publicName={row.publicName} />
                      </b>{" "}
                      {row.club !== "" && <span className="comp-club">{row.club}</span>}
                      {row.isAnnulled ? (
                        <span className="sec"> {t({ zh: "未完成小组赛，成绩取消", en: "incomplete, results annulled" })}</span>
                      ) : (
                        row.hasLeft && <span className="sec"> {t({ zh: "已退出", en: "has left" })}</span>
                      )}
                      {row.through && left === 0 && <span className="sec"> {t({ zh: "出线", en: "through" })}</span>}
                    </td>
                    <td className="num">{row.played}</td>
                    <td className="num">{row.won}</td>
                    {table.data.draws && <td className="num">{row.drawn}</td>}
                    <td className="num">
                      {row.lost}
                      {row.abandoned > 0 && t({ zh: "（弃 {count}）", en: " ({count} w/o)" }, { count: row.abandoned })}
                    </td>
                    {table.data.isTeams && (
                      <td className="num">
                        {row.rubbersFor}–{row.rubbersAgainst}
                      </td>
                    )}
                    {!table.data.isTimed && (
                      <td className="num">
                        {row.setsFor}–{row.setsAgainst}
                      </td>
                    )}
                    <td className="num">{signed(row.pointsFor - row.pointsAgainst)}</td>
                    <td className="num">
                      <b>{row.points}</b>
                    </td>
                    <td>{row.decidedBy === null ? "—" : t(TIE_RULE_LABELS[row.decidedBy])}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      ))}
    </div>
  );
}
