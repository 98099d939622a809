/** SQL of the computed columns of competitions, and of what is searched in other tables. The row is `t`. */
import { type Expression, sql, type SqlBool } from "kysely";
import { contains } from "../../db/contains";
import type { Ctx } from "../../http/context";
import { isAmongFound } from "../../resource/query";
import { isCounting } from "./games";

export const STANDS = sql`('applied', 'confirmed', 'paid', 'checked_in')`;
export const ofGame = (what: ReturnType<typeof sql>, where = sql`true`) =>
  sql`(select ${what} from game_team x join game_event e on e.venue_id = x.venue_id and e.id = x.event_id
    where x.venue_id = t.venue_id and e.game_id = t.id and ${where})`;
const ofEvent = (what: ReturnType<typeof sql>, where = sql`true`) =>
  sql`(select ${what} from game_team x where x.venue_id = t.venue_id and x.event_id = t.id and ${where})`;
/** A column of the event that a row belongs to. */
const ofItsEvent = (column: "fee" | "game_id" | "title") =>
  sql`(select ${sql.ref(`e.${column}`)} from game_event e where e.venue_id = t.venue_id and e.id = t.event_id)`;
/** Selects from the matches of that event. */
const ofMatches = (what: ReturnType<typeof sql>) =>
  sql`(select ${what} from battle b where b.venue_id = t.venue_id and b.event_id = t.event_id)`;
/** Title of the game of that event. */
const GAME_TITLE = sql`(select g.short_title from game_event e join game g on g.venue_id = e.venue_id and g.id = e.game_id
  where e.venue_id = t.venue_id and e.id = t.event_id)`;
/** Money of the entries `x` less what was refunded. */
const KEPT = sql`coalesce(sum(coalesce(x.paid, 0) - coalesce(x.refunded, 0)), 0)::bigint`;

/** Points that the game of an entry gives. */
const pointsFor = (column: "win_integral" | "narrow_win_integral" | "lost_integral" | "narrow_loss_integral" | "abandonment_integral") =>
  sql`(select ${sql.ref(`s.${column}`)} from game_event e join game_setting s on s.venue_id = e.venue_id and s.game_id = e.game_id
    where e.venue_id = t.venue_id and e.id = t.event_id)`;

/** Facts that decide if a print masks the names of a row, by its event. */
const namesOf = (event: ReturnType<typeof sql>) => ({
  namesHidden: () => sql`coalesce((select g.privacy from game_event e join game g on g.venue_id = e.venue_id and g.id = e.game_id
    where e.venue_id = t.venue_id and e.id = ${event}), false)`,
  isTeam: () => sql`coalesce((select e.kind = 'team' from game_event e where e.venue_id = t.venue_id and e.id = ${event}), false)`,
});

/** Name of a side of a match. */
const sideName = (column: "home_id" | "away_id") =>
  sql`(select x.name from game_team x where x.venue_id = t.venue_id and x.id = ${sql.ref(`t.${column}`)})`;

/** Finds records whose name contains the typed text. */
const titled = (ctx: Ctx, table: "game" | "game_event" | "game_team", column: "name" | "short_title" | "title", text: string) =>
  sql<{ id: string }>`select x.id from ${sql.table(table)} x
    where x.venue_id = ${ctx.venue.id} and ${contains(text, sql.ref(`x.${column}`))}`;
const teamsNamed = (ctx: Ctx, text: string) => titled(ctx, "game_team", "name", text);

/** SQL condition: the payment `t` is of an entry and the money came in. */
export const isEntryPayment = () =>
  sql<boolean>`(t.document_kind = 'entry' and t.state in ('succeeded', 'refunding', 'refunded', 'refund_failed'))`;

export const gameColumns = {
  events: () => sql`(select count(*) from game_event e where e.venue_id = t.venue_id and e.game_id = t.id)`,
  applied: () => ofGame(sql`count(*)`, sql`x.state in ${STANDS}`),
  confirmed: () => ofGame(sql`count(*)`, sql`x.state in ('confirmed', 'paid', 'checked_in')`),
  leftQuota: () =>
    sql`case when coalesce(t.max_quota, 0) > 0 then greatest(0, t.max_quota - ${ofGame(sql`count(*)`, sql`x.state in ${STANDS}`)}) end`,
  received: () => ofGame(KEPT),
  ifFee: () => sql`(exists (select from game_event e where e.venue_id = t.venue_id and e.game_id = t.id and e.fee > 0))`,
  publish: () => sql`(t.status <> 'draft')`,
  currentRacecard: () =>
    sql`(select coalesce(string_agg(e.title, ', ' order by e.title), '') from game_event e where e.venue_id = t.venue_id and e.game_id = t.id and e.state = 'running')`,
};

export const settingColumns = {
  gameTitle: () => sql`(select g.short_title from game g where g.venue_id = t.venue_id and g.id = t.game_id)`,
  isCounting: () => isCounting(sql`t.game_id`, sql`t.venue_id`),
};

export const eventColumns = {
  applied: () => ofEvent(sql`count(*)`, sql`x.state in ${STANDS}`),
  paid: () => ofEvent(sql`count(*)`, sql`x.state in ('paid', 'checked_in')`),
  received: () => ofEvent(KEPT),
};

export const eventSettingColumns = {
  eventTitle: () => ofItsEvent("title"),
  gameTitle: () => GAME_TITLE,
  winInningQuantity: () => sql`(t.inning_quantity / 2 + 1)`,
  groupTeamQuantity: () => sql`ceil((select count(*) from game_team x where x.venue_id = t.venue_id and x.event_id = t.event_id
    and x.state in ${STANDS})::numeric / t.group_quantity)::integer`,
  entries: () => sql`(select count(*) from game_team x where x.venue_id = t.venue_id and x.event_id = t.event_id
    and x.state in ('confirmed', 'paid', 'checked_in'))`,
  start: () => ofMatches(sql`min(b.starts_at)`),
  openMatches: () => sql`(select count(*) from battle b where b.venue_id = t.venue_id and b.event_id = t.event_id and b.tie_id is null
    and b.state in ('waiting', 'ready'))`,
  begunMatches: () => sql`(select count(*) from battle b where b.venue_id = t.venue_id and b.event_id = t.event_id and b.tie_id is null
    and b.state not in ('waiting', 'ready', 'dropped'))`,
  end: () => ofMatches(sql`max(b.starts_at + b.minutes * interval '1 minute')`),
};

export const teamColumns = {
  gameTitle: () => GAME_TITLE,
  game: () => ofItsEvent("game_id"),
  members: () => sql`(select count(*) from game_team_member m where m.venue_id = t.venue_id and m.team_id = t.id)`,
  fee: () => ofItsEvent("fee"),
  payState: () => sql`(case when t.state in ('paid', 'checked_in', 'abandoned', 'withdrawn') and coalesce(t.refunded, 0) > 0 then 'refunded'
    when coalesce(t.paid, 0) > 0 then 'paid'
    when (select e.fee from game_event e where e.venue_id = t.venue_id and e.id = t.event_id) = 0 then 'free' else 'unpaid' end)`,
  ...namesOf(sql`t.event_id`),
  confirm: () => sql`(t.state in ('confirmed', 'paid', 'checked_in'))`,
  balance: () => sql`(coalesce(t.paid, 0) - coalesce(t.refunded, 0))`,
  winIntegral: () => sql`((t.win_count - t.narrow_win_count) * ${pointsFor("win_integral")}
    + t.narrow_win_count * coalesce(${pointsFor("narrow_win_integral")}, ${pointsFor("win_integral")}))`,
  lostIntegral: () => sql`((t.lost_count - t.abandonment_count - t.narrow_loss_count) * ${pointsFor("lost_integral")}
    + t.narrow_loss_count * coalesce(${pointsFor("narrow_loss_integral")}, ${pointsFor("lost_integral")}))`,
  abandonmentIntegral: () => sql`(t.abandonment_count * ${pointsFor("abandonment_integral")})`,
};

export const playerColumns = {
  ...namesOf(sql`(select x.event_id from game_team x where x.venue_id = t.venue_id and x.id = t.team_id)`),
  age: () => sql`(select extract(year from age(g.game_start, t.birthday))::integer from game_team x
    join game_event e on e.venue_id = x.venue_id and e.id = x.event_id join game g on g.venue_id = e.venue_id and g.id = e.game_id
    where x.venue_id = t.venue_id and x.id = t.team_id)`,
  eventTitle: () => sql`(select e.title from game_team x join game_event e on e.venue_id = x.venue_id and e.id = x.event_id
    where x.venue_id = t.venue_id and x.id = t.team_id)`,
};

export const refereeColumns = { matches: () => sql`(select count(*) from battle b where b.venue_id = t.venue_id and b.referee_id = t.id)` };

export const paymentColumns = {
  createdAt: () => sql`t.at`,
  ...namesOf(sql`(select x.event_id from game_team x where x.venue_id = t.venue_id and x.id = t.document_id)`),
  teamName: () => sql`(select x.name from game_team x where x.venue_id = t.venue_id and x.id = t.document_id)`,
  no: () => sql`(select x.no from game_team x where x.venue_id = t.venue_id and x.id = t.document_id)`,
  event: () => sql`(select x.event_id from game_team x where x.venue_id = t.venue_id and x.id = t.document_id)`,
  game: () => sql`(select e.game_id from game_team x join game_event e on e.venue_id = x.venue_id and e.id = x.event_id
    where x.venue_id = t.venue_id and x.id = t.document_id)`,
};

export const battleColumns = {
  ...namesOf(sql`t.event_id`),
  title: () => sql`(coalesce(${sideName("home_id")}, '') || ' – ' || coalesce(${sideName("away_id")}, ''))`,
  game: () => ofItsEvent("game_id"),
  // As `groupLetter` of the contract writes it.
  groupNo: () => sql`(case when t.group_no <= 26 then chr(64 + t.group_no) else coalesce(t.group_no::text, '') end)`,
  winnerName: () => sql`(case t.winner when 0 then ${sideName("home_id")} when 1 then ${sideName("away_id")} else '' end)`,
};

export const settingSearches = {
  gameTitle: (text: string, ctx: Ctx) => isAmongFound(ctx, titled(ctx, "game", "short_title", text), [sql`t.game_id`], "indexed"),
};

export const eventSettingSearches = {
  eventTitle: (text: string, ctx: Ctx) => isAmongFound(ctx, titled(ctx, "game_event", "title", text), [sql`t.event_id`], "indexed"),
};

export const battleSearches = {
  // Either side, so that what names both ("A – B") is found by each.
  title: async (text: string, ctx: Ctx) => {
    const sides = text.split(/ [–-] /).filter((side) => side.trim() !== "");
    const named: Expression<SqlBool>[] = [];
    for (const side of sides.length > 0 ? sides : [text])
      named.push(await isAmongFound(ctx, teamsNamed(ctx, side), [sql`t.home_id`, sql`t.away_id`], "indexed"));
    return sql<SqlBool>`(${sql.join(named, sql` and `)})`;
  },
};

export const paymentFilters = {
  // Entries by what their name holds or how their number begins: one look through them for both.
  q: (q: string, ctx: Ctx) =>
    isAmongFound(
      ctx,
      sql`select x.id from game_team x where x.venue_id = ${ctx.venue.id}
        and (${contains(q, sql.ref("x.name"))} or x.no ^@ ${q.toUpperCase()})`,
      [sql`t.document_id`],
    ),
};
