import { TIE_RULE_LABELS } from "../../../contract/competitions/game-settings";
import { matches } from "../../../contract/competitions/matches";
import { groupLetter } from "../../../contract/competitions/rounds";
import type { Output } from "../../../contract/core/call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Who } from "./Who";
import { EventPicker, useEvents } from "./use-events";
import "./competitions.css";

type StandingsView = Output<typeof matches.standings>;
type TableRow = StandingsView["groups"][number]["rows"][number];

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

/** Tables of an event's groups; each place says which rule decided it. */
export function Standings() {
  const t = useT();
  const chosen = useEvents(({ state, format }) => state !== "planned" && (format === "roundRobin" || format === "groupsKnockout"));
  const { event } = chosen;
  const table = useRead(matches.standings, { eventId: event?.id ?? "" }, { enabled: event !== undefined });
  const best = table.data?.best;
  const isOver = table.data?.groups.every(({ left }) => left === 0) ?? false;
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
          <Table
            label={t({ zh: "{letter} 组积分榜", en: "Table of group {letter}" }, { letter: groupLetter(number) })}
            of={table.data}
            rows={rows.map((row) => ({ ...row, isThrough: row.through && left === 0 }))}
          />
        </section>
      ))}
      {table.data && best && (
        <section className="card comp-table">
          <h2>
            {t({ zh: "各组第 {place} 名排序", en: "No. {place} of all groups" }, { place: best.place })}{" "}
            <small>{t({ zh: "前 {count} 名出线", en: "the best {count} go through" }, { count: best.count })}</small>
          </h2>
          {best.compared !== null && (
            <p className="sec">
              {t(
                {
                  zh: "各组人数不同：只计与本组前 {compared} 名之间的成绩（UEFA U19 欧锦赛规程第 15 条）",
                  en: "Groups differ in size: only results against the first {compared} of a group count (UEFA Under-19 Championship, Article 15)",
                },
                { compared: best.compared },
              )}
            </p>
          )}
          <Table
            label={t({ zh: "各组第 {place} 名排序", en: "No. {place} of all groups" }, { place: best.place })}
            of={table.data}
            rows={best.rows.map((row) => ({ ...row, isThrough: row.through && isOver }))}
          />
        </section>
      )}
    </div>
  );
}

type ShownRow = TableRow & {
  /** It goes through, and nothing can change that any more. */
  readonly isThrough: boolean;
  /** Its group, in a table of several. */
  readonly group?: number;
};

function Table({
  label,
  of,
  rows,
}: {
  label: string;
  of: Pick<StandingsView, "draws" | "isTeams" | "isTimed">;
  rows: readonly ShownRow[];
}) {
  const t = useT();
  return (
    <div className="comp-scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th className="num">{t({ zh: "名次", en: "Place" })}</th>
            <th>{t({ zh: "队伍/选手", en: "Team or player" })}</th>
            <th className="num">{t({ zh: "已赛", en: "Played" })}</th>
            <th className="num">{t({ zh: "胜", en: "Won" })}</th>
            {of.draws && <th className="num">{t({ zh: "平", en: "Drawn" })}</th>}
            <th className="num">{t({ zh: "负", en: "Lost" })}</th>
            {of.isTeams && <th className="num">{t({ zh: "盘", en: "Rubbers" })}</th>}
            {!of.isTimed && <th className="num">{t({ zh: "局", en: "Sets" })}</th>}
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
                {row.group !== undefined && (
                  <span className="sec"> {t({ zh: "{letter} 组", en: "Group {letter}" }, { letter: groupLetter(row.group) })}</span>
                )}
                {row.isAnnulled ? (
                  <span className="sec"> {t({ zh: "未完成小组赛，成绩取消", en: "incomplete, results annulled" })}</span>
                ) : (
                  row.hasLeft && <span className="sec"> {t({ zh: "已退出", en: "has left" })}</span>
                )}
                {row.isThrough && <span className="sec"> {t({ zh: "出线", en: "through" })}</span>}
              </td>
              <td className="num">{row.played}</td>
              <td className="num">{row.won}</td>
              {of.draws && <td className="num">{row.drawn}</td>}
              <td className="num">
                {row.lost}
                {row.abandoned > 0 && t({ zh: "（弃 {count}）", en: " ({count} w/o)" }, { count: row.abandoned })}
              </td>
              {of.isTeams && (
                <td className="num">
                  {row.rubbersFor}–{row.rubbersAgainst}
                </td>
              )}
              {!of.isTimed && (
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
  );
}
