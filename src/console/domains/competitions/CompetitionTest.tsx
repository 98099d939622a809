import { useState } from "react";
import { FORMAT_NAMES, type FormatName, FORMATS } from "../../../contract/competitions/game-words";
import { type DrawView, matches } from "../../../contract/competitions/matches";
import { drawEvent } from "../../../engine/draw";
import { type Drawn, type Entrant, formatFrom, type Slot } from "../../../engine/drawn";
import { playables } from "../../../engine/playables";
import { clashes, plan } from "../../../engine/schedule";
import { readNumber } from "../../../contract/core/typed/number";
import type { Reading } from "../../../contract/core/typed/result";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { CommandButton } from "../../ui/CommandButton";
import { EmptyState } from "../../ui/EmptyState";
import { Failure } from "../../ui/Failure";
import { FieldProblem } from "../../ui/FieldProblem";
import { StatusTag } from "../../ui/StatusTag";
import { EventPicker, Picker, useEvents } from "./use-events";
import "./competitions.css";

/** True if the recorded draw equals the one its seed yields. */
function isRepeated(view: DrawView): boolean {
  if (!view.draw) return false;
  const again = drawEvent(view.draw.entrants, formatFrom(view), { separate: view.separate }, view.draw.seed);
  /** The entry that has the place of another since, by the recorded changes; a place that came out of a group is none of the draw. */
  const placed = (drawn: string): string =>
    view.changes.reduce(
      (id, { kind, first, second }) => (id === first.id ? second.id : kind === "swap" && id === second.id ? first.id : id),
      drawn,
    );
  return again.stages.every((stage, i) => {
    const recorded = view.stages[i];
    const lines = stage.lines.map((slot) => (slot.kind === "entry" ? placed(slot.id) : null));
    const groups = stage.groups.map((group) => group.map(placed).join());
    return (
      JSON.stringify(lines) === JSON.stringify(recorded?.lines.map(({ id }) => id)) &&
      JSON.stringify(groups) === JSON.stringify(recorded?.groups.map(({ teams }) => teams.map(({ id }) => id).join()))
    );
  });
}

/** The test page of competitions: repeats a recorded draw in this browser, and tries a draw and a schedule out of nothing. Nothing is saved. */
export function CompetitionTest() {
  const t = useT();
  const chosen = useEvents(({ state }) => state !== "planned");
  const { event } = chosen;
  const draw = useRead(matches.draw, { eventId: event?.id ?? "" }, { enabled: event !== undefined });
  const view = draw.data;
  return (
    <div className="comp-page">
      <header className="page-head">
        <h1>{t("competitions.competitionTest.competitionTestPage")}</h1>
      </header>
      <section className="card comp-pad">
        <h2>{t("competitions.competitionTest.repeatDraw")}</h2>
        <p className="sec">{t("competitions.competitionTest.drawsAnewBrowserRecorded")}</p>
        <div className="comp-bar">
          <EventPicker {...chosen} />
          {view?.draw && (
            <>
              <span className="comp-code">{view.draw.seed}</span>
              {!view.draw.isRepeatable ? (
                <StatusTag tone="waiting">{t("competitions.competitionTest.madeEarlierWayDrawing")}</StatusTag>
              ) : isRepeated(view) ? (
                <StatusTag tone="success">{t("competitions.competitionTest.sameRecorded")}</StatusTag>
              ) : (
                <StatusTag tone="error">{t("competitions.competitionTest.notWhatRecorded")}</StatusTag>
              )}
            </>
          )}
          {view && !view.draw && <StatusTag tone="waiting">{t("competitions.competitionTest.eventNotDrawn")}</StatusTag>}
        </div>
        {chosen.isLoaded && !event && <EmptyState icon="trophy" title={t("competitions.competitionTest.noEventsYet")} />}
      </section>
      <Trial />
    </div>
  );
}

const MOST = 256;
const MINUTES = 30;
const DAY = 720;

interface Tried {
  readonly drawn: Drawn;
  readonly matches: number;
  readonly last: number;
  readonly left: number;
  readonly clashes: number;
  readonly ms: number;
}

function tryOut(count: number, seeds: number, kind: FormatName, seed: string, courts: number): Tried {
  const entrants = Array.from({ length: count }, (_, i): Entrant => ({
    id: String(i + 1).padStart(3, "0"),
    club: "",
    seed: i < seeds ? i + 1 : null,
    qualifying: i >= count / 2,
  }));
  const groups = Math.max(2, Math.floor(count / 4));
  const format = formatFrom({
    format: kind,
    groups,
    through: 2,
    best: 0,
    third: true,
    reset: true,
    crossing: "",
    rounds: 0,
    placesTo: "none",
    consolation: "none",
    qualifiers: 2,
  });
  const began = performance.now();
  const drawn = drawEvent(entrants, format, { separate: false }, seed);
  const all = drawn.stages.flatMap((stage) => stage.matches);
  const played = playables(all, "", MINUTES, 20);
  const hours = Array.from({ length: courts }, (_, i) => ({ court: String(i + 1), start: 0, end: DAY * 4 }));
  const { placed, left } = plan(played, hours);
  return {
    drawn,
    matches: all.length,
    last: Math.max(0, ...placed.map(({ start }) => start + MINUTES)),
    left: left.length,
    clashes: clashes(played, hours, placed).length,
    ms: Math.round(performance.now() - began),
  };
}

/** A draw and a schedule of made-up entries. */
function Trial() {
  const t = useT();
  const [count, setCount] = useState("16");
  const [seeds, setSeeds] = useState("4");
  const [courts, setCourts] = useState("4");
  const [kind, setKind] = useState<FormatName>("knockout");
  const [seed, setSeed] = useState("2026");
  const [tried, setTried] = useState<Tried>();
  const [failure, setFailure] = useState<Error>();
  const read = {
    count: readNumber(count, { min: 2, max: MOST }),
    seeds: readNumber(seeds, { min: 0, max: 32 }),
    courts: readNumber(courts, { min: 1, max: 40 }),
  };
  const problem = read.count.problem ?? read.seeds.problem ?? read.courts.problem;
  const number = (label: string, value: string, reading: Reading<number>, set: (value: string) => void) => (
    <label className="row">
      {label}
      <span className="input comp-number">
        <input inputMode="numeric" autoComplete="off" value={value} onChange={(event) => set(event.target.value)} />
      </span>
      <FieldProblem of={reading} />
    </label>
  );
  const lineName = (slot: Slot): string =>
    slot.kind === "entry"
      ? slot.id
      : slot.kind === "place"
        ? `${String.fromCodePoint(64 + slot.group)}${slot.place}`
        : slot.kind === "best"
          ? `${slot.place}*`
          : slot.kind === "winner"
            ? slot.of.slice(0, slot.of.indexOf("-"))
            : t("competitions.bye");
  return (
    <section className="card comp-pad">
      <h2>{t("competitions.competitionTest.tryDrawSchedule")}</h2>
      <p className="sec">{t("competitions.competitionTest.nothingSaved")}</p>
      <form
        className="comp-bar"
        onSubmit={(event) => {
          event.preventDefault();
          setFailure(undefined);
          if (read.count.value === undefined || read.seeds.value === undefined || read.courts.value === undefined) return;
          try {
            setTried(tryOut(read.count.value, Math.min(read.seeds.value, read.count.value), kind, seed, read.courts.value));
          } catch {
            setTried(undefined);
            setFailure(new Error(t("competitions.competitionTest.tooFewEntries")));
          }
        }}
      >
        {number(t("competitions.competitionTest.entries"), count, read.count, setCount)}
        {number(t("competitions.competitionTest.seeds"), seeds, read.seeds, setSeeds)}
        {number(t("competitions.competitionTest.courts"), courts, read.courts, setCourts)}
        <Picker
          label={t("competitions.competitionTest.format")}
          value={kind}
          of={FORMAT_NAMES.map((id) => ({ id, title: t(FORMATS[id]) }))}
          onPick={(id) => setKind(FORMAT_NAMES.find((each) => each === id) ?? "knockout")}
        />
        <label className="row">
          {t("competitions.randomSeed")}
          <span className="input">
            <input value={seed} maxLength={60} onChange={(event) => setSeed(event.target.value)} />
          </span>
        </label>
        <CommandButton kind="primary" type="submit" why={problem && t(problem)}>
          {t("competitions.competitionTest.try")}
        </CommandButton>
      </form>
      {failure && <Failure>{failure.message}</Failure>}
      {tried && (
        <>
          <p>
            {t("competitions.competitionTest.matchesOverMinutesNot", {
              matches: tried.matches,
              last: tried.last,
              left: tried.left,
              clashes: tried.clashes,
              ms: tried.ms,
            })}
          </p>
          {tried.drawn.stages.map((stage, i) => (
            <p key={i} className="comp-code">
              {stage.groups.length > 0
                ? stage.groups.map((group, g) => `${String.fromCodePoint(65 + g)}: ${group.join(" ")}`).join("  ")
                : stage.lines.map(lineName).join(" ")}
            </p>
          ))}
        </>
      )}
    </section>
  );
}
