/** Results of an event: wins, losses and points of its entries, and their places once all is played. */
import { isOver, type Match } from "../../../contract/competitions/match";
import { placeBracket } from "../../../engine/consolation";
import { type EndedMatch, placesOf as placesAfter } from "../../../engine/places";
import type { Ctx } from "../../http/context";
import { setEvent } from "./event-state";
import { loadMatches } from "./load";
import { countedBy, countingOf, groupsOf, readTableBasis } from "./tables-of";

/**
 * Wins, losses and points of all entries of an event, and their places once all is played.
 * @param leaving who leaves now, and whose state has not moved yet
 */
export async function recount(ctx: Ctx, eventId: string, leaving = ""): Promise<void> {
  const basis = await readTableBasis(ctx, eventId);
  const { event, rules, settings } = basis;
  const loaded = await loadMatches(ctx, { eventId, rubbers: true });
  const all = loaded.filter(({ tieId }) => tieId === null);
  const { points, sport } = rules;
  const counting = countingOf(settings, rules.sport);
  const groups = await groupsOf(ctx, basis, { all: loaded, leaving });
  const annulled = new Set(groups.flatMap((group) => [...group.annulled]));
  const isAnnulled = ({ group, home, away }: Match): boolean =>
    group !== null && (annulled.has(home.id ?? "") || annulled.has(away.id ?? ""));
  const over = all.length > 0 && all.every(isOver);
  const places = over ? placesOf(groups, loaded) : new Map<string, number>();
  const byes = new Map(groups.flatMap(({ rows }) => rows.map((row) => [row.id, row.byes] as const)));
  const ids = new Set([...all.flatMap(({ home, away }) => [home.id, away.id]), ...byes.keys()].filter((id) => id !== null));
  for (const id of [...ids].sort()) {
    const own = all.filter(
      (match) => isOver(match) && match.state !== "dropped" && !isAnnulled(match) && (match.home.id === id || match.away.id === id),
    );
    const isWon = ({ winner, home, away }: Match): boolean => winner !== null && (winner === 0 ? home.id : away.id) === id;
    const walked = byes.get(id) ?? 0;
    const won = own.filter(isWon).length + walked;
    const drawn = own.filter((match) => match.winner === null && match.state === "finished").length;
    const isMissed = (match: Match): boolean =>
      !isWon(match) && (match.state === "walkover" || (match.state === "retired" && sport.retiredAsWalkover));
    const missed = own.filter(isMissed).length;
    const losses = own.length + walked - won - drawn;
    const narrow = own.filter((match) => !isMissed(match) && countedBy(counting, match, loaded)?.narrow);
    const narrowWon = narrow.filter(isWon).length;
    const narrowLost = narrow.length - narrowWon;
    await ctx.db
      .updateTable("game_team")
      .set({
        win_count: won,
        draw_count: drawn,
        lost_count: losses,
        abandonment_count: missed,
        narrow_win_count: narrowWon,
        narrow_loss_count: narrowLost,
        integral:
          (won - narrowWon) * points.win +
          narrowWon * (points.narrowWin ?? points.win) +
          drawn * points.draw +
          (losses - missed - narrowLost) * points.loss +
          narrowLost * (points.narrowLoss ?? points.loss) +
          missed * points.abandoned,
        place: places.get(id) ?? null,
      })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .execute();
  }
  if (over && event.state !== "finished") await setEvent(ctx, eventId, "finished");
}

/** Brackets by the first letter of their matches' keys; the plate gives no places of the event. */
const BRACKETS: Readonly<Record<string, EndedMatch["bracket"] | "plate">> = {
  W: "winners",
  L: "losers",
  F: "final",
  P: "places",
  C: "plate",
  Q: "qualifying",
};

/** Places of an event that is over: by its table, or by the round in which an entry was out; who stayed in a group is behind. */
function placesOf(groups: Awaited<ReturnType<typeof groupsOf>>, loaded: readonly Match[]): Map<string, number> {
  const knockout = loaded.filter(({ group, tieId }) => group === null && tieId === null);
  const rows = groups.flatMap((group) => group.rows);
  if (knockout.length === 0) return new Map(rows.map(({ id, place }) => [id, place]));
  const ended = knockout.flatMap((match): EndedMatch[] => {
    const { home, away, winner, round, third, key } = match;
    if (match.state === "dropped") return [];
    const bracket = BRACKETS[key.slice(0, 1)] ?? "knockout";
    if (bracket === "plate") return [];
    const result = { home: home.id, away: away.id, winner: winner === null ? null : winner === 0 ? (0 as const) : (1 as const) };
    return [{ ...result, round, third, bracket, places: placeBracket(key) }];
  });
  const inKnockout = new Set(knockout.flatMap(({ home, away }) => [home.id, away.id]));
  const most = Math.max(0, ...rows.map(({ place }) => place));
  const behind = Array.from({ length: most }, (_, i) =>
    rows.filter(({ id, place }) => place === i + 1 && !inKnockout.has(id)).map(({ id }) => id),
  );
  return placesAfter(ended, behind);
}
