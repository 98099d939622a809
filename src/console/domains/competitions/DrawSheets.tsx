/** A draw on paper: sections of as many lines as fit a page, then what is played between their winners. */
import type { CSSProperties } from "react";
import type { DrawView } from "../../../contract/competitions/matches";
import type { Match } from "../../../contract/competitions/match";
import { useT } from "../../i18n/use-t";
import { resultText, roundName, sideName } from "./names";

export type Paper = "A4" | "A3";
/** Lines of the first round on a page. */
export const LINES: Readonly<Record<Paper, number>> = { A4: 32, A3: 64 };

type Stage = DrawView["stages"][number];
interface Column {
  readonly round: number;
  /** Numbers of its matches in the round, from 0. */
  readonly from: number;
  readonly count: number;
}
interface Sheet {
  /** First line of a section, from 0; null: the last rounds, of the sections' winners. */
  readonly firstLine: number | null;
  readonly columns: readonly Column[];
}

/** Splits a bracket into pages. @param lines of its first round, a power of two */
export function sheetsOf(lines: number, paper: Paper): Sheet[] {
  const size = Math.min(lines, LINES[paper]);
  const rounds = Math.log2(lines);
  const within = Math.log2(size);
  const sections = Array.from({ length: lines / size }, (_, section) => ({
    firstLine: section * size,
    columns: Array.from({ length: within }, (_each, r) => {
      const count = size / 2 ** (r + 1);
      return { round: r + 1, from: section * count, count };
    }),
  }));
  if (sections.length === 1) return sections;
  const last = Array.from({ length: rounds - within }, (_, r) => ({
    round: within + r + 1,
    from: 0,
    count: lines / 2 ** (within + r + 1),
  }));
  return [...sections, { firstLine: null, columns: last }];
}

/** The pages of a knockout, on paper only. */
export function DrawSheets({ view, stage, paper }: { view: DrawView; stage: Stage; paper: Paper }) {
  const t = useT();
  const rounds = Math.log2(Math.max(2, stage.lines.length));
  const sheets = sheetsOf(Math.max(2, stage.lines.length), paper);
  const at = (round: number, number: number): Match | undefined =>
    stage.matches.find(({ key }) => key.split("-").length === 3 && key.endsWith(`-${round}-${number + 1}`));
  const key = stage.matches[0]?.key ?? "";
  const third = stage.matches.find((match) => match.third);
  return (
    <div className="draw-sheets">
      <style>{`@media print { @page { size: ${paper}; margin: 10mm; } }`}</style>
      {sheets.map((sheet, i) => (
        <section key={sheet.firstLine ?? "last"} className="draw-sheet">
          <header>
            <b>
              {view.game} {view.event}
            </b>
            <span>
              {sheet.firstLine === null
                ? t("competitions.drawSheets.lastRounds")
                : sheets.length > 1
                  ? t("competitions.drawSheets.section", { section: i + 1 })
                  : ""}
            </span>
            <span>
              {i + 1} / {sheets.length}
            </span>
          </header>
          <div className="draw-sheet-rounds">
            {sheet.columns.map(({ round, from, count }) => (
              <div key={round} className="draw-sheet-round">
                <h3>{t(roundName({ group: null, round, third: false, key, rubber: "" }, rounds))}</h3>
                <ol style={{ "--boxes": count } as CSSProperties}>
                  {Array.from({ length: count }, (_, box) => (
                    <Box key={box} stage={stage} match={at(round, from + box)} number={from + box} isFirst={round === 1} />
                  ))}
                </ol>
              </div>
            ))}
          </div>
          {third && i === sheets.length - 1 && (
            <p>
              {t(roundName(third, rounds))}: {third.home.publicName} – {third.away.publicName} {resultText(third, t)}
            </p>
          )}
          <footer>
            {view.draw && t("competitions.drawSheets.drawSeed", { seed: view.draw.seed })}
            {view.changes.map(({ at: when, kind, first, second, reason }) => (
              <span key={`${when} ${first.id}`}>
                {first.publicName} {kind === "swap" ? "⇄" : "→"} {second.publicName}：{reason}
              </span>
            ))}
          </footer>
        </section>
      ))}
    </div>
  );
}

function Box({ stage, match, number, isFirst }: { stage: Stage; match: Match | undefined; number: number; isFirst: boolean }) {
  const t = useT();
  return (
    <li>
      {([0, 1] as const).map((side) => {
        const line = isFirst ? stage.lines[number * 2 + side] : undefined;
        const of = match && (side === 0 ? match.home : match.away);
        const name = line?.kind === "bye" ? t("competitions.bye") : (line?.publicName ?? (of?.id === null ? "" : (of?.publicName ?? "")));
        return (
          <p key={side} data-won={match?.winner === side || undefined}>
            {isFirst && <small>{number * 2 + side + 1}</small>}
            <b>{line?.seed ?? ""}</b>
            <span>{name || (of && isFirst ? sideName(of) : "")}</span>
          </p>
        );
      })}
      {match && <small>{resultText(match, t)}</small>}
    </li>
  );
}
