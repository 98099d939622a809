/** Ties of teams: their rubbers follow the tie, and the tie's score follows its rubbers. */
import { isOpen } from "../../../contract/competitions/match";
import { type Side } from "../../../engine/scoring";
import { tieStanding } from "../../../engine/ties";
import type { Ctx } from "../../http/context";
import { type Battle, battleOf, DROPPED, setBattle } from "./battle-row";
import { settingsOf } from "./settings";
import { setSides } from "./umpire-access";

/** Rubbers of a tie in their order. */
export async function rubbersOf(ctx: Ctx, tieId: string): Promise<Battle[]> {
  return ctx.db
    .selectFrom("battle")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("tie_id", "=", tieId)
    .orderBy("sequence")
    .execute();
}

/** Makes the rubbers of every tie of an event that was drawn. */
export async function addRubbers(ctx: Ctx, eventId: string, rubbers: readonly string[]): Promise<void> {
  if (rubbers.length === 0) return;
  const ties = await ctx.db
    .selectFrom("battle")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("event_id", "=", eventId)
    .where("tie_id", "is", null)
    .orderBy("id")
    .execute();
  const rows = ties.flatMap((tie) =>
    rubbers.map((rubber, sequence) => ({
      venue_id: tie.venue_id,
      id: ctx.newId(),
      event_id: eventId,
      racecard_id: tie.racecard_id,
      key: `${tie.key}/${rubber}`,
      stage: tie.stage,
      group_no: tie.group_no,
      round: tie.round,
      sequence,
      third: tie.third,
      state: tie.state,
      home_id: tie.home_id,
      away_id: tie.away_id,
      home_from: "",
      away_from: "",
      minutes: tie.minutes,
      rest: tie.rest,
      created_at: ctx.now,
      tie_id: tie.id,
      rubber,
    })),
  );
  if (rows.length > 0) await ctx.db.insertInto("battle").values(rows).execute();
}

/** Gives the rubbers of a tie its sides, while they have not begun. Who was to play for another team does not. */
export async function fillRubbers(ctx: Ctx, tieId: string): Promise<void> {
  const tie = await battleOf(ctx, tieId);
  for (const rubber of await rubbersOf(ctx, tieId)) {
    const { id, state } = rubber;
    if (!isOpen(rubber) && state !== "dropped") continue;
    const { hasChanged } = await setSides(ctx, rubber, { home_id: tie.home_id, away_id: tie.away_id, state: tie.state });
    if (!hasChanged) continue;
    await ctx.db
      .deleteFrom("battle_player")
      .where("venue_id", "=", ctx.venue.id)
      .where("battle_id", "=", id)
      .where("member_id", "not in", (eb) =>
        eb
          .selectFrom("game_team_member")
          .select("id")
          .where("venue_id", "=", ctx.venue.id)
          .where("team_id", "in", [tie.home_id ?? "", tie.away_id ?? ""]),
      )
      .execute();
  }
}

/** Computes the standing of a tie from its rubbers. */
export async function standingOfTie(ctx: Ctx, tie: Battle) {
  const [rubbers, settings] = await Promise.all([rubbersOf(ctx, tie.id), settingsOf(ctx, tie.event_id)]);
  const winners = rubbers.map(({ winner }): Side | undefined => (winner === null ? undefined : winner === 0 ? 0 : 1));
  return { rubbers, ...tieStanding(winners, !settings.all_rubbers) };
}

/** Writes a tie's score from its rubbers; those that are no longer needed are dropped, and come back where they are. */
export async function recountTie(ctx: Ctx, tieId: string): Promise<void> {
  const tie = await battleOf(ctx, tieId);
  const { rubbers, won, over } = await standingOfTie(ctx, tie);
  const [home_sets, away_sets] = won;
  await setBattle(ctx, tieId, { home_sets, away_sets, score: `${home_sets}–${away_sets}`, version: tie.version + 1 });
  const isOver = over || tie.ended_at !== null;
  for (const { id, state } of rubbers) {
    if (isOver && (state === "ready" || state === "waiting")) await setBattle(ctx, id, DROPPED);
    if (!isOver && state === "dropped") await setBattle(ctx, id, { state: "ready" });
  }
}
