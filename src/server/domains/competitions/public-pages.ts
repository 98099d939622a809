/** Public pages of competitions: only published games and draws, people by initials whatever the game allows in the hall. */
import { sql } from "kysely";
import type { Match, MatchSide } from "../../../contract/competitions/match";
import { roundLabel } from "../../../contract/competitions/rounds";
import { publicPlayers } from "../../../contract/core/public-names";
import { battle, game as gameStates } from "../../../contract/core/states";
import { formatInstant, wall, clock } from "../../../contract/core/time";
import {
  courtPage,
  type EventLine,
  eventPage,
  type GameHead,
  gamePage,
  gamesPage,
  matchPage,
  orderPage,
  type PublicMatch,
} from "../../../public-site/competitions";
import { repeatPage } from "../../../public-site/draw-repeat";
import { venuePath } from "../../../public-site/layout";
import type { Ctx } from "../../http/context";
import type { PublicPage } from "../../http/public-pages";
import { placeLabel } from "../../kernel/place-words";
import { loadMatches } from "./load";
import { groupTitle, maskedEntry, repeatOf } from "./public-repeat";
import { standingsView } from "./tables-of";

const PUBLIC = ["published", "signing_up", "closed", "running", "finished", "settled"];
const OVER: readonly string[] = ["finished", "walkover", "retired"];
const MOST_GAMES = 50;
const LATEST = 6;
/** Live scores are as old as this at most. */
const LIVE_SECONDS = 5;

const owner = ({ venue: { id, name, logo } }: Ctx) => ({ id, name, logo });
const daysText = (from: string, to: string): string => (from === to ? from : `${from} – ${to}`);

const games = (ctx: Ctx) =>
  ctx.db
    .selectFrom("game")
    .where("venue_id", "=", ctx.venue.id)
    .where("status", "in", PUBLIC)
    .select(["id", "short_title", "long_title", "status", "game_start", "game_end", "address", "registration_start", "registration_end"]);
type GameRow = Awaited<ReturnType<ReturnType<typeof games>["executeTakeFirstOrThrow"]>>;

function headOf(ctx: Ctx, row: GameRow): GameHead {
  const labels: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = gameStates.labels;
  return {
    venue: owner(ctx),
    id: row.id,
    title: row.long_title === "" ? row.short_title : row.long_title,
    days: daysText(row.game_start, row.game_end),
    state: labels[row.status]?.[ctx.language] ?? "",
    isLive: row.status === "running",
  };
}
const findGame = (ctx: Ctx, id: string) => games(ctx).where("id", "=", id).executeTakeFirst();

/** Events of a game; `isDrawn` where the draw is published. */
async function eventsOf(ctx: Ctx, gameId: string): Promise<(EventLine & { readonly kind: string })[]> {
  const rows = await ctx.db
    .selectFrom("game_event as e")
    .where("e.venue_id", "=", ctx.venue.id)
    .where("e.game_id", "=", gameId)
    .select([
      "e.id",
      "e.title",
      "e.kind",
      sql<number>`(select count(*) from game_team t where t.venue_id = e.venue_id and t.event_id = e.id
        and t.state in ('confirmed', 'paid', 'checked_in'))`.as("entries"),
      sql<boolean>`exists (select from game_draw d where d.venue_id = e.venue_id and d.event_id = e.id and d.state = 'published')`.as(
        "isDrawn",
      ),
    ])
    .orderBy("e.created_at")
    .orderBy("e.id")
    .execute();
  return rows;
}

const TONES = { running: "live", suspended: "waiting", ready: "waiting", finished: "success" } as const;

function publicMatch(ctx: Ctx, match: Match, kind: string | null, rounds: number): PublicMatch {
  const isZh = ctx.language === "zh";
  const side = (each: MatchSide, at: 0 | 1): PublicMatch["sides"][number] => {
    const players = publicPlayers(each.players, { privacy: true });
    const entry = maskedEntry(each.name, kind) || each.from || (isZh ? "待定" : "To be decided");
    return { name: players === "" ? entry : `${players} · ${entry}`, club: each.club, seed: each.seed, isWinner: match.winner === at };
  };
  const labels: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = battle.labels;
  const begins = match.startsAt === null ? null : wall(new Date(match.startsAt), ctx.venue.zone);
  const called = { zh: match.call?.isOnCourt ? "已到场" : "叫号中", en: match.call?.isOnCourt ? "On court" : "Called" };
  const tones: Readonly<Record<string, PublicMatch["tone"]>> = TONES;
  return {
    id: match.id,
    event: match.event,
    eventId: match.eventId,
    round: roundLabel(match, rounds)[ctx.language],
    state: match.call ? called[ctx.language] : (labels[match.state]?.[ctx.language] ?? ""),
    tone: match.call ? "waiting" : (tones[match.state] ?? "neutral"),
    sides: [side(match.home, 0), side(match.away, 1)],
    sets: match.isTie ? [match.won] : match.sets.map(([home = 0, away = 0]) => [home, away] as const),
    court: match.court?.name ?? "",
    day: begins?.day ?? "",
    time: begins ? clock(begins.minute) : "",
  };
}

/** Matches of published draws, as the public sees them. */
async function matchesOf(ctx: Ctx, gameId: string, events: readonly (EventLine & { readonly kind: string })[]) {
  const kinds = new Map(events.filter(({ isDrawn }) => isDrawn).map(({ id, kind }) => [id, kind]));
  const loaded = (await loadMatches(ctx, { gameId, isPublic: true })).filter(({ eventId }) => kinds.has(eventId));
  const rounds = (match: Match): number =>
    Math.max(
      1,
      ...loaded.filter((other) => other.eventId === match.eventId && other.stage === match.stage && !other.third).map(({ round }) => round),
    );
  const lastRounds = new Map<string, number>();
  return loaded.map((match) => {
    const key = `${match.eventId} ${match.stage}`;
    const last = lastRounds.get(key) ?? rounds(match);
    lastRounds.set(key, last);
    return { match, shown: publicMatch(ctx, match, kinds.get(match.eventId) ?? null, last) };
  });
}

/** Game of a match or event that is public, with its published events. */
async function publicGame(ctx: Ctx, gameId: string) {
  const row = await findGame(ctx, gameId);
  return row && { row, head: headOf(ctx, row), events: await eventsOf(ctx, gameId) };
}

function signUpText(ctx: Ctx, { status, registration_end }: GameRow): string {
  if (status !== "signing_up") return "";
  const until = registration_end === null ? "" : formatInstant(registration_end, ctx.venue.zone);
  if (ctx.language === "zh") return until === "" ? "正在报名，请到前台" : `报名到 ${until}，请到前台`;
  return until === "" ? "Sign up at the desk" : `Sign up at the desk until ${until}`;
}

const gameOverview: PublicPage = {
  url: "/competitions/:game",
  seconds: LIVE_SECONDS,
  render: async (ctx, id, site) => {
    const found = await publicGame(ctx, id("game"));
    if (!found) return null;
    const all = await matchesOf(ctx, found.row.id, found.events);
    const latest = all
      .filter(({ match }) => OVER.includes(match.state))
      .sort((a, b) => ((a.match.endedAt ?? "") < (b.match.endedAt ?? "") ? 1 : -1));
    return gamePage(site, {
      ...found.head,
      events: found.events,
      place: found.row.address,
      signUp: signUpText(ctx, found.row),
      live: all.filter(({ match }) => match.state === "running" || match.call !== null).map(({ shown }) => shown),
      latest: latest.slice(0, LATEST).map(({ shown }) => shown),
    });
  },
};

const eventDraw: PublicPage = {
  url: "/competitions/:game/events/:event",
  seconds: LIVE_SECONDS,
  render: async (ctx, id, site) => {
    const found = await publicGame(ctx, id("game"));
    const event = found?.events.find((each) => each.id === id("event") && each.isDrawn);
    if (!found || !event) return null;
    const [all, tables] = await Promise.all([matchesOf(ctx, found.row.id, [event]), standingsView(ctx, { eventId: event.id })]);
    const inOrder = [...all].sort(
      (a, b) => a.match.stage - b.match.stage || a.match.round - b.match.round || a.match.sequence - b.match.sequence,
    );
    const rounds = new Map<string, PublicMatch[]>();
    for (const { shown } of inOrder) rounds.set(shown.round, [...(rounds.get(shown.round) ?? []), shown]);
    return eventPage(site, {
      game: found.head,
      id: event.id,
      title: event.title,
      events: found.events,
      isDrawn: true,
      rounds: [...rounds].map(([title, matches]) => ({ title, matches })),
      tables: tables.groups.map(({ number, rows }) => ({
        title: tables.isSwiss ? (ctx.language === "zh" ? "积分榜" : "Standings") : groupTitle(ctx, number),
        rows: rows.map(({ place, name, played, won, points }) => ({ place, name: maskedEntry(name, event.kind), played, won, points })),
      })),
    });
  },
};

const umpirePath = (ctx: Ctx, query: Readonly<Record<string, string>>): string =>
  `/umpire?${new URLSearchParams({ venue: ctx.venue.id, ...query }).toString()}`;

const matchOfCode: PublicPage = {
  url: "/matches/:match",
  seconds: LIVE_SECONDS,
  render: async (ctx, id, site) => {
    const row = await ctx.db
      .selectFrom("battle as b")
      .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "b.venue_id").onRef("e.id", "=", "b.event_id"))
      .where("b.venue_id", "=", ctx.venue.id)
      .where("b.id", "=", id("match"))
      .select(["e.game_id", "b.event_id"])
      .executeTakeFirst();
    const found = row && (await publicGame(ctx, row.game_id));
    const event = found?.events.find((each) => each.id === row?.event_id && each.isDrawn);
    if (!found || !event) return null;
    const [match] = await loadMatches(ctx, { id: id("match"), isPublic: true });
    if (!match) return null;
    const all = await matchesOf(ctx, found.row.id, [event]);
    const publicView = all.find((each) => each.match.id === match.id)?.shown ?? publicMatch(ctx, match, event.kind, match.round);
    return matchPage(site, found.head, publicView, umpirePath(ctx, { match: match.id }));
  },
};

const courtOfCode: PublicPage = {
  url: "/courts/:court",
  seconds: LIVE_SECONDS,
  render: async (ctx, id, site) => {
    const court = await ctx.db
      .selectFrom("place as p")
      .innerJoin("hall as h", (join) => join.onRef("h.venue_id", "=", "p.venue_id").onRef("h.id", "=", "p.hall_id"))
      .where("p.venue_id", "=", ctx.venue.id)
      .where("p.id", "=", id("court"))
      .where("p.active", "=", true)
      .select(["p.id", "p.name", "h.name as hall"])
      .executeTakeFirst();
    if (!court) return null;
    const { day } = wall(ctx.now, ctx.venue.zone);
    const running = await games(ctx).where("game_start", "<=", day).where("game_end", ">=", day).limit(MOST_GAMES).execute();
    const found = await Promise.all(running.map(async (row) => matchesOf(ctx, row.id, await eventsOf(ctx, row.id))));
    const here = found.flat().filter(({ match, shown }) => match.court?.id === court.id && shown.day === day);
    return courtPage(site, {
      venue: owner(ctx),
      name: placeLabel(court.name, ctx.language),
      hall: court.hall,
      matches: here.map(({ shown }) => shown),
      umpire: here.length === 0 ? null : umpirePath(ctx, { court: court.id }),
    });
  },
};

export const competitionPages: readonly PublicPage[] = [
  {
    url: "/competitions",
    seconds: 30,
    render: async (ctx, _, site) => {
      const rows = await games(ctx)
        .orderBy(sql`case status when 'running' then 0 when 'signing_up' then 1 when 'closed' then 1 when 'published' then 1 else 2 end`)
        .orderBy("game_start", "desc")
        .orderBy("id")
        .limit(MOST_GAMES)
        .execute();
      return gamesPage(
        site,
        owner(ctx),
        rows.map((row) => headOf(ctx, row)),
      );
    },
  },
  gameOverview,
  {
    url: "/competitions/:game/order",
    seconds: LIVE_SECONDS,
    render: async (ctx, id, site) => {
      const found = await publicGame(ctx, id("game"));
      if (!found) return null;
      const all = await matchesOf(ctx, found.row.id, found.events);
      return orderPage(
        site,
        found.head,
        all.filter(({ match }) => match.state !== "dropped").map(({ shown }) => shown),
      );
    },
  },
  eventDraw,
  {
    url: "/competitions/:game/events/:event/repeat",
    seconds: 60,
    render: async (ctx, id, site) => {
      const found = await publicGame(ctx, id("game"));
      const event = found?.events.find((each) => each.id === id("event") && each.isDrawn);
      if (!found || !event) return null;
      const view = await repeatOf(ctx, found.head, event.id, event.kind);
      return view && repeatPage(site, view);
    },
  },
  matchOfCode,
  courtOfCode,
];

/** Paths that search engines may list: the competitions of a venue. */
export async function competitionPaths(ctx: Ctx): Promise<string[]> {
  const rows = await games(ctx).orderBy("game_start", "desc").limit(MOST_GAMES).execute();
  return [
    venuePath(ctx.venue.id, "/competitions"),
    ...rows.map(({ id }) => venuePath(ctx.venue.id, `/competitions/${encodeURIComponent(id)}`)),
  ];
}
