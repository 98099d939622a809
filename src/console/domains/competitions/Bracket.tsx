import type { CSSProperties } from "react";
import type { DrawView } from "../../../contract/competitions/matches";
import type { Match, MatchSide } from "../../../contract/competitions/match";
import { groupLetter } from "../../../contract/competitions/rounds";
import { useT } from "../../i18n/use-t";
import { CrossTable } from "./CrossTable";
import { Who } from "./Who";
import { resultText, roundName, sideName } from "./names";

type Stage = DrawView["stages"][number];
type Line = Stage["lines"][number];
const NAMES = {
  knockout: "matches.bracket.bracket",
  losers: "matches.bracket.losersBracket",
  final: "matches.bracket.grandFinal",
  groups: "matches.bracket.groups",
  swiss: "matches.bracket.swiss",
  qualifying: "matches.bracket.qualifying",
  places: "matches.bracket.places",
  plate: "matches.bracket.plate",
} as const;

/** Boxes of each round: half of the round before; in a bracket that others join later, enough for its highest match number. */
function boxesOf({ lines, matches }: Stage): number[] {
  if (lines.length > 0) return Array.from({ length: Math.log2(Math.max(2, lines.length)) }, (_, r) => lines.length / 2 ** (r + 1));
  const boxes: number[] = [];
  for (let round = Math.max(...matches.map((match) => match.round)); round > 0; round--) {
    const numbers = matches.filter((match) => match.round === round).map(({ key }) => Number(key.split("-")[2]));
    boxes.unshift(Math.max(boxes[0] ?? 1, 2 ** Math.ceil(Math.log2(Math.max(1, ...numbers)))));
  }
  return boxes;
}

/** The brackets of a stage: place matches have one for each range of places, a qualifying has one for each qualifier. */
export function Brackets({ stage, shown }: { stage: Stage; shown?: number | undefined }) {
  if (stage.kind === "qualifying") {
    const size = 2 ** Math.max(1, ...stage.matches.map(({ round }) => round));
    return Array.from({ length: stage.lines.length / size }, (_, i) => (
      <Bracket
        key={i}
        stage={{
          ...stage,
          lines: stage.lines.slice(i * size, (i + 1) * size),
          matches: stage.matches.filter(({ key }) => key.startsWith(`Q${i + 1}-`)),
        }}
      />
    ));
  }
  if (stage.kind !== "places") return <Bracket stage={stage} shown={shown} />;
  const names = [...new Set(stage.matches.map(({ key }) => key.slice(0, key.indexOf("-"))))];
  const first = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0);
  return names
    .toSorted((a, b) => first(a) - first(b))
    .map((name) => <Bracket key={name} stage={{ ...stage, matches: stage.matches.filter(({ key }) => key.startsWith(`${name}-`)) }} />);
}

/** Returns the direction of a box's line: two into one, or straight on. */
const intoNext = (count: number, next: number | undefined, i: number): "down" | "up" | "on" | undefined =>
  next === undefined ? undefined : next === count ? "on" : i % 2 === 0 ? "down" : "up";

/** A knockout from the first round to the final. `shown`: lines up to this one are revealed; all where it is left out. */
function Bracket({ stage, shown }: { stage: Stage; shown?: number | undefined }) {
  const t = useT();
  const boxes = boxesOf(stage);
  const rounds = boxes.length;
  const key = stage.matches[0]?.key ?? "";
  const hasLines = stage.lines.length > 0;
  const at = (round: number, i: number): Match | undefined =>
    stage.matches.find(({ key }) => key.endsWith(`-${round}-${i + 1}`) && key.split("-").length === 3);
  const third = stage.matches.find((match) => match.third);
  const width: CSSProperties & Record<`--${string}`, number> = { "--rounds": boxes.length + (third ? 1 : 0) };
  return (
    <div className="bracket" data-kind={stage.kind} style={width} tabIndex={0} role="region" aria-label={t(NAMES[stage.kind])}>
      {boxes.map((count, r) => (
        <section key={r} className="bracket-round">
          <h2>{t(roundName({ group: null, round: r + 1, third: false, key, rubber: "" }, rounds))}</h2>
          <div className="bracket-col">
            {Array.from({ length: count }, (_each, i) => (
              <div key={i} className="bracket-cell" data-into={intoNext(count, boxes[r + 1], i)}>
                <Box
                  match={at(r + 1, i)}
                  lines={r === 0 && hasLines ? [stage.lines[i * 2], stage.lines[i * 2 + 1]] : undefined}
                  first={i * 2}
                  shown={shown}
                />
              </div>
            ))}
          </div>
        </section>
      ))}
      {third && (
        <section className="bracket-round">
          <h2>{t(roundName(third, rounds))}</h2>
          <div className="bracket-col">
            <div className="bracket-cell">
              <Box match={third} lines={undefined} first={0} shown={undefined} />
            </div>
          </div>
        </section>
      )}
    </div>
  );
}

/** Returns the names of the side that is drawn into a line, or that enters it by a result. */
function namesOf(line: Line | undefined, of: MatchSide | undefined, bye: string): { readonly name: string; readonly publicName: string } {
  if (line?.kind === "bye") return { name: bye, publicName: bye };
  if (line && line.name !== "") return { name: line.name, publicName: line.publicName };
  return { name: of ? sideName(of) : "", publicName: of?.publicName ?? "" };
}

function Box({
  match,
  lines,
  first,
  shown,
}: {
  match: Match | undefined;
  lines: readonly (Line | undefined)[] | undefined;
  /** Number of its upper line, from 0. */
  first: number;
  shown: number | undefined;
}) {
  const t = useT();
  const hidden = (line: number): boolean => shown !== undefined && line >= shown;
  const rows = ([0, 1] as const).map((side) => {
    const line = lines?.[side];
    const of = match ? (side === 0 ? match.home : match.away) : undefined;
    return {
      line: first + side,
      seed: line ? line.seed : (of?.seed ?? null),
      club: line?.club ?? "",
      ...namesOf(line, of, t("matches.bracket.bye")),
      open: line ? line.kind !== "entry" : of?.id === null,
      won: match?.winner === side,
    };
  });
  return (
    <div className="bracket-box" data-state={match?.state}>
      {rows.map((row) => (
        <p key={row.line} data-won={row.won || undefined} data-open={row.open || undefined} data-hidden={hidden(row.line) || undefined}>
          {lines && <small>{row.line + 1}</small>}
          <b>{hidden(row.line) ? "" : (row.seed ?? "")}</b>
          <span className="cut grow" title={row.publicName}>
            {hidden(row.line) ? "···" : <Who name={row.name} publicName={row.publicName} />}
          </span>
          {row.club !== "" && !hidden(row.line) && <span className="comp-club">{row.club}</span>}
        </p>
      ))}
      {match && resultText(match, t) !== "" && <small className="bracket-score">{resultText(match, t)}</small>}
    </div>
  );
}

/** Groups side by side, each with its matches by round. */
export function Groups({ stage }: { stage: Stage }) {
  const t = useT();
  return (
    <div className="comp-groups">
      {stage.groups.map(({ number, teams }) => (
        <section key={number} className="card comp-group">
          <h2>{stage.kind === "swiss" ? t(NAMES.swiss) : t("matches.group", { letter: groupLetter(number) })}</h2>
          <ol className="comp-plain">
            {teams.map((team) => (
              <li key={team.id}>
                <b className="comp-seed" data-none={team.seed === null || undefined}>
                  {team.seed}
                </b>{" "}
                <span className="grow cut">
                  <Who name={team.name} publicName={team.publicName} />
                </span>{" "}
                {team.club !== "" && <span className="comp-club">{team.club}</span>}
              </li>
            ))}
          </ol>
          <ul className="comp-plain">
            {stage.matches
              .filter(({ group }) => group === number)
              .toSorted((a, b) => a.round - b.round || a.sequence - b.sequence)
              .map((match) => (
                <li key={match.id}>
                  <small>{t("matches.bracket.r", { round: match.round })}</small>
                  <span className="grow cut">
                    <Who name={sideName(match.home)} publicName={match.home.publicName} /> –{" "}
                    <Who name={sideName(match.away)} publicName={match.away.publicName} />
                  </span>
                  <span className="num">{resultText(match, t)}</span>
                </li>
              ))}
          </ul>
          {stage.kind === "groups" && <CrossTable group={{ number, teams }} matches={stage.matches} />}
        </section>
      ))}
    </div>
  );
}
