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
  const chosen = useEvents(({ state, format }) => state !== "planned" && ["roundRobin", "groupsKnockout", "swiss"].includes(format));
  const { event } = chosen;
  const table = useRead(matches.standings, { eventId: event?.id ?? "" }, { enabled: event !== undefined });
  const best = table.data?.best;
  const isOver = table.data?.groups.every(({ left }) => left === 0) ?? false;
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t("matches.standings.groupStandings")}</h1>
        <EventPicker {...chosen} />
        <span className="grow" />
        <CommandButton icon="print" kind="quiet" onClick={() => window.print()}>
          {t("list.print")}
        </CommandButton>
      </header>
      {(chosen.error ?? table.error) && <ErrorState what={(chosen.error ?? table.error)?.message ?? ""} />}
      {table.data && (
        <p className="sec">
          {t("matches.standings.placesDecided")}
          {table.data.rules.map((rule) => t(TIE_RULE_LABELS[rule])).join(" → ")}
        </p>
      )}
      {chosen.isLoaded && !event && <EmptyState icon="chart" title={t("matches.standings.noEventsYet")} />}
      {table.data?.groups.length === 0 && (
        <EmptyState icon="chart" title={t("matches.standings.eventNoGroups")} hint={t("matches.standings.tablesStandHereOnce")} />
      )}
      {table.data?.groups.map(({ number, left, rows }) => (
        <section key={number} className="card comp-table">
          <h2>
            {table.data.isSwiss ? t("matches.bracket.swiss") : t("matches.group", { letter: groupLetter(number) })}{" "}
            <small>{left === 0 ? t("matches.standings.allPlayed") : t("matches.standings.play", { left })}</small>
          </h2>
          <Table
            label={t("matches.standings.tableGroup", { letter: groupLetter(number) })}
            of={table.data}
            rows={rows.map((row) => ({ ...row, isThrough: row.through && left === 0 }))}
          />
        </section>
      ))}
      {table.data && best && (
        <section className="card comp-table">
          <h2>
            {t("matches.standings.noAllGroups", { place: best.place })}{" "}
            <small>{t("matches.standings.bestGoThrough", { count: best.count })}</small>
          </h2>
          {best.compared !== null && <p className="sec">{t("matches.standings.groupsDifferSizeOnly", { compared: best.compared })}</p>}
          <Table
            label={t("matches.standings.noAllGroups", { place: best.place })}
            of={table.data}
            hasGroups
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
};

function Table({
  label,
  of,
  rows,
  hasGroups = false,
}: {
  label: string;
  /** The table has entries of several groups. */
  hasGroups?: boolean;
  of: Pick<StandingsView, "draws" | "isSwiss" | "isTeams" | "isTimed">;
  rows: readonly ShownRow[];
}) {
  const t = useT();
  return (
    <div className="comp-scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th className="num">{t("matches.standings.place")}</th>
            <th>{t("matches.standings.teamPlayer")}</th>
            <th className="num">{t("matches.standings.played")}</th>
            <th className="num">{t("matches.standings.won")}</th>
            {of.draws && <th className="num">{t("matches.standings.drawn")}</th>}
            <th className="num">{t("matches.standings.lost")}</th>
            {of.isTeams && <th className="num">{t("matches.standings.rubbers")}</th>}
            {!of.isTimed && <th className="num">{t("matches.standings.sets")}</th>}
            <th className="num">{t("matches.standings.points")}</th>
            <th className="num">{t("matches.standings.points2")}</th>
            {of.isSwiss && (
              <>
                <th className="num" title={t("matches.standings.buchholzMeaning")}>
                  {t(TIE_RULE_LABELS.buchholz)}
                </th>
                <th className="num" title={t("matches.standings.sonnebornBergerMeaning")}>
                  {t(TIE_RULE_LABELS.sonnebornBerger)}
                </th>
              </>
            )}
            <th>{t("matches.standings.decided")}</th>
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
                {hasGroups && <span className="sec"> {t("matches.group", { letter: groupLetter(row.group) })}</span>}
                {row.isAnnulled ? (
                  <span className="sec"> {t("matches.standings.incompleteResultsAnnulled")}</span>
                ) : (
                  row.hasLeft && <span className="sec"> {t("matches.standings.left")}</span>
                )}
                {row.isThrough && <span className="sec"> {t("matches.standings.through")}</span>}
              </td>
              <td className="num">{row.played}</td>
              <td className="num">
                {row.won}
                {row.byes > 0 && t("matches.standings.byes", { count: row.byes })}
              </td>
              {of.draws && <td className="num">{row.drawn}</td>}
              <td className="num">
                {row.lost}
                {row.abandoned > 0 && t("matches.standings.wO", { count: row.abandoned })}
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
              {of.isSwiss && (
                <>
                  <td className="num">{row.buchholz}</td>
                  <td className="num">{row.sonnebornBerger}</td>
                </>
              )}
              <td>{row.decidedBy === null ? "—" : t(TIE_RULE_LABELS[row.decidedBy])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
