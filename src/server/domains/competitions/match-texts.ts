/** Texts to players about their matches: if enabled for the game, to those who agreed, each once, up to a daily maximum. */
import { sql } from "kysely";
import { matchText, type MatchTextKind } from "../../../contract/competitions/match-texts";
import { isOpen, type Match } from "../../../contract/competitions/match";
import { MOST_TEXT } from "../../../contract/members/member-message";
import { clock, wall } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { queueMessages, type Receiver } from "../../kernel/customer-messages";
import { loadMatch, loadMatches } from "./load";
import { minuteOf } from "./schedule-data";

/** Smallest change of a starting time that is worth a text. */
const LEAST_MOVE_MINUTES = 10;

/** Settings for texts of an event's game. */
async function settingsOf(ctx: Ctx, eventId: string) {
  return ctx.db
    .selectFrom("game_event as e")
    .innerJoin("game as g", (join) => join.onRef("g.venue_id", "=", "e.venue_id").onRef("g.id", "=", "e.game_id"))
    .innerJoin("game_setting as s", (join) => join.onRef("s.venue_id", "=", "e.venue_id").onRef("s.game_id", "=", "e.game_id"))
    .where("e.venue_id", "=", ctx.venue.id)
    .where("e.id", "=", eventId)
    .select([
      "g.short_title as game",
      "g.status",
      "s.text_called as called",
      "s.text_moved as moved",
      "s.text_result as result",
      "s.text_most as most",
      "s.text_language as language",
    ])
    .executeTakeFirstOrThrow();
}

/** Players of a match who agreed and have not had all texts of the day. */
async function receiversOf(ctx: Ctx, { home, away }: Match, most: number): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`SELECT DISTINCT ON (p.phone) p.phone, p.name,
      (SELECT m.id FROM member m WHERE m.venue_id = p.venue_id AND m.phone = p.phone AND m.state <> 'closed' ORDER BY m.id LIMIT 1) AS id
    FROM game_team_member p
    WHERE p.venue_id = ${ctx.venue.id} AND p.team_id IN (${home.id}, ${away.id}) AND p.texts AND p.phone <> ''
      AND (SELECT count(*) FROM customer_message c WHERE c.venue_id = p.venue_id AND c.phone = p.phone AND c.day = ${today(ctx)}
        AND c.source = 'match' AND c.state <> 'dropped') < ${most}
    ORDER BY p.phone, p.id`.execute(ctx.db);
  return rows;
}

/** Drops texts of a match that are out of date, unless the gateway may have them already. */
export const dropWaiting = (ctx: Ctx, id: string) =>
  ctx.db
    .updateTable("customer_message")
    .set({ state: "dropped", next_at: null })
    .where("venue_id", "=", ctx.venue.id)
    .where("source", "=", "match")
    .where("state", "=", "waiting")
    .where("tries", "=", 0)
    .where(sql<boolean>`starts_with(source_id, ${`${id} `})`)
    .execute();

async function text(ctx: Ctx, kind: MatchTextKind, match: Match, detail: string, score = ""): Promise<void> {
  const settings = await settingsOf(ctx, match.eventId);
  if (!settings[kind] || settings.status !== "running") return;
  await dropWaiting(ctx, match.id);
  const at = kind === "called" ? match.call?.comeBy : match.startsAt;
  const name = (side: Match["home"]): string => side.players || side.name;
  const words = matchText(
    kind,
    {
      venue: ctx.venue.name,
      event: match.event,
      match: `${name(match.home)} – ${name(match.away)}`,
      court: match.court?.name ?? "",
      time: at ? clock(wall(new Date(at), ctx.venue.zone).minute) : "",
      score,
      winner: match.winner === null ? "" : name(match.winner === 0 ? match.home : match.away),
    },
    settings.language === "en" ? "en" : "zh",
  );
  await queueMessages(ctx, await receiversOf(ctx, match, settings.most), {
    text: words.slice(0, MOST_TEXT),
    source: "match",
    sourceId: `${match.id} ${kind} ${detail}`,
    sourceName: settings.game,
  });
}

/** Texts the players of a match that is called to a court. */
export async function textCalled(ctx: Ctx, id: string): Promise<void> {
  const match = await loadMatch(ctx, id);
  await text(ctx, "called", match, match.court?.id ?? "");
}

/** Texts the players of matches that begin at another time than before, on the day of play. @param before start by match */
export async function textMoved(ctx: Ctx, eventIds: readonly string[], before: ReadonlyMap<string, number>): Promise<void> {
  for (const eventId of eventIds) {
    const settings = await settingsOf(ctx, eventId);
    if (!settings.moved || settings.status !== "running") continue;
    for (const match of await loadMatches(ctx, { eventId })) {
      const start = before.get(match.id);
      if (start === undefined || match.startsAt === null || !isOpen(match)) continue;
      const isToday = wall(new Date(match.startsAt), ctx.venue.zone).day === today(ctx);
      if (isToday && Math.abs(minuteOf(match.startsAt) - start) >= LEAST_MOVE_MINUTES) await text(ctx, "moved", match, match.startsAt);
    }
  }
}

/** Texts the players of a match that has ended. @param score as it is written */
export async function textResult(ctx: Ctx, id: string, score: string): Promise<void> {
  const match = await loadMatch(ctx, id);
  await text(ctx, "result", match, `${match.state} ${match.winner ?? "draw"} ${score}`, score);
}
