/** Games with entries, and playing them, by the services of competitions. */
import type { Call, Input, Output } from "../../src/contract/core/call";
import { gameEvents, gameEventSettings, games, gameTeamMembers, gameTeams } from "../../src/contract/competitions/competitions";
import { gameCourtDesk } from "../../src/contract/gameCourts/game-courts";
import { battles } from "../../src/contract/competitions/battles";
import type { Match } from "../../src/contract/competitions/match";
import { matches } from "../../src/contract/competitions/matches";
import { callsOf } from "../../src/contract/core/resource/calls";
import { planNow } from "../../src/server/domains/competitions/plans";
import { at, refusalOf, TOMORROW } from "./booking";
import { serves } from "./services";
import type { TestVenue } from "./venue";

type Settings = Input<ReturnType<typeof callsOf<typeof gameEventSettings>>["modify"]>;
type EventDraft = Input<ReturnType<typeof callsOf<typeof gameEvents>>["create"]>;

let phone = 13_700_000_000;
const battle = callsOf(battles);
const game = callsOf(games);

/** A tournament on the courts of a seeded venue. */
export class Tournament {
  gameId = "";
  eventId = "";
  private readonly t: TestVenue;
  constructor(t: TestVenue) {
    this.t = t;
  }

  act<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
    return this.t.act((ctx) => serves(call)(ctx, input as object));
  }
  look<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
    return this.t.look((ctx) => serves(call)(ctx, input as object));
  }
  /** Returns the text of a refusal, at its field or in general. */
  async said(doing: Promise<unknown>): Promise<string> {
    const refusal = await refusalOf(doing);
    return Object.values((refusal.data["errors"] ?? {}) as Record<string, string>).join() || refusal.text("zh");
  }

  /** A game with one event of so many entries, two of them seeded; sign-up is closed. @param bail deposit of each entry */
  async enter(
    entries: number,
    settings: Partial<Settings> = {},
    event: Partial<EventDraft> = {},
    { men = 1, women = 0, bail }: { men?: number; women?: number; bail?: string } = {},
  ): Promise<void> {
    const team = event.kind === "team";
    const made = await this.act(game.create, {
      shortTitle: "公开赛",
      gameStart: TOMORROW,
      gameEnd: TOMORROW,
      gameType: "venueGame",
      businessCode: "venue",
      memberType: team ? "team" : "personal",
      ...(bail === undefined ? {} : { bail }),
    });
    this.gameId = made.id;
    const draft: EventDraft = { game: made.id, title: "男单", kind: "singles", gender: "male", fee: "0.00", seeds: 2, ...event };
    this.eventId = (await this.act(callsOf(gameEvents).create, draft)).id;
    const {
      createdAt: _,
      winInningQuantity: _w,
      eventTitle: _e,
      gameTitle: _g,
      ...own
    } = await this.look(callsOf(gameEventSettings).view, {
      id: this.eventId,
    });
    await this.act(callsOf(gameEventSettings).modify, { ...own, ...settings });
    await this.act(game.modifyStatus, { id: made.id, action: "publish" });
    await this.act(game.modifyStatus, { id: made.id, action: "openSignUp" });
    for (let i = 1; i <= entries; i++) {
      const name = team ? `${i} 队` : `选手${i}`;
      const entry = await this.act(callsOf(gameTeams).create, {
        event: this.eventId,
        name,
        captain: name,
        phone: String(++phone),
        club: `俱乐部${i % 3}`,
        seed: i <= (draft.seeds ?? 0) ? i : null,
      });
      for (let each = 1; each <= men + women; each++) {
        const sex = each <= men ? "male" : "female";
        const player = team ? `${i}队${sex === "male" ? "男" : "女"}${each}` : name;
        await this.act(callsOf(gameTeamMembers).create, { team: entry.id, name: player, sex, phone: String(++phone) });
      }
    }
    await this.act(game.modifyStatus, { id: made.id, action: "closeSignUp" });
  }

  /** Draws and publishes the event, and starts the game. */
  async draw(seed = "公开的种子"): Promise<void> {
    await this.act(matches.makeDraw, { eventId: this.eventId, seed });
    await this.act(matches.publishDraw, { eventId: this.eventId });
    await this.act(game.modifyStatus, { id: this.gameId, action: "start" });
  }
  async all(): Promise<readonly Match[]> {
    return (await this.look(matches.board, { gameId: this.gameId })).matches;
  }
  async keyed(key: string): Promise<Match> {
    const found = (await this.all()).find((each) => each.key === key);
    if (!found) throw new Error(key);
    return found;
  }
  /** Plays a match: 21–10 21–10 for one side. */
  async play({ id }: Pick<Match, "id">, side: 0 | 1 = 0): Promise<void> {
    await this.act(battle.start, { id });
    const set: [number, number] = side === 0 ? [21, 10] : [10, 21];
    await this.act(battle.score, { id, sets: [set, set] });
    await this.act(battle.finish, { id });
  }
  /** Plays whatever is ready until nothing is. */
  async playAll(side: (match: Match) => 0 | 1 = () => 0): Promise<void> {
    const next = async () => (await this.all()).find(({ state, isTie, tieId }) => state === "ready" && !isTie && tieId === null);
    for (let match = await next(); match; match = await next()) await this.play(match, side(match));
  }
  takeCourts(hours = 4) {
    return this.act(gameCourtDesk.take, {
      placeIds: ["b-1", "b-2"],
      days: [TOMORROW],
      start: at(9),
      end: at(9 + hours),
      gameId: this.gameId,
      title: "公开赛",
    });
  }
  /** Plans and saves the schedule at once, as the job does. */
  plan({ again = false } = {}) {
    return this.t.act((ctx) => planNow(ctx, this.gameId, again));
  }
  /** Place of every entry, by name. */
  async places(): Promise<Record<string, number | null>> {
    const { content } = await this.look(callsOf(gameTeams).list, { event: this.eventId, size: 100 });
    return Object.fromEntries(content.map(({ name, place }) => [name, place]));
  }
}
