/** Players of entries: sexes, ages and numbers that event and game ask for. */
import { sql } from "kysely";
import type { gameTeamMembers } from "../../../contract/competitions/competitions";
import type { Values } from "../../../contract/core/fill";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import type { Label } from "../../../contract/core/resource/label";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { checkAll, refuse } from "../../resource/refuse";
import { STANDING } from "./entry-money";
import { type EventOfGame, eventOf } from "./event-of";

/** Terms that decide who may play. Counts of 0 are no limit. */
type Terms = Pick<
  EventOfGame,
  | "kind"
  | "gender"
  | "min_age"
  | "max_age"
  | "game_start"
  | "min_members"
  | "max_members"
  | "min_male"
  | "max_male"
  | "min_fe_male"
  | "max_fe_male"
>;
interface Player {
  readonly name: string;
  readonly sex: string | null;
  readonly birthday: string | null;
}
interface Fault {
  readonly words: Label;
  readonly values: Values;
  readonly field?: string;
}

/** Whole years of age on a day. */
function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

interface Span {
  readonly least: number;
  readonly most: number;
}
/** Returns the permitted number of players, men and women of an entry; `most` 0: no limit. */
function sizes(terms: Terms): { readonly all: Span; readonly male: Span; readonly female: Span } {
  const free = { least: 0, most: 0 };
  if (terms.kind === "singles") return { all: { least: 1, most: 1 }, male: free, female: free };
  if (terms.kind === "doubles") return { all: { least: 2, most: 2 }, male: free, female: free };
  if (terms.kind === "mixed") return { all: { least: 2, most: 2 }, male: { least: 1, most: 1 }, female: { least: 1, most: 1 } };
  return {
    all: { least: Math.max(1, terms.min_members ?? 0), most: terms.max_members ?? 0 },
    male: { least: terms.min_male ?? 0, most: terms.max_male ?? 0 },
    female: { least: terms.min_fe_male ?? 0, most: terms.max_fe_male ?? 0 },
  };
}

/** Returns the fault of one player. */
function playerFault(terms: Terms, { name, sex, birthday }: Player): Fault | undefined {
  if (terms.gender !== "open" && terms.gender !== null && sex !== terms.gender)
    return {
      words: { zh: "{name} 的性别不符合该项目", en: "{name} is not of the sex that the event is for" },
      values: { name },
      field: "sex",
    };
  const least = terms.min_age ?? 0;
  const most = terms.max_age ?? 0;
  if (least === 0 && most === 0) return undefined;
  if (birthday === null)
    return {
      words: { zh: "该项目限年龄，请填写 {name} 的出生日期", en: "The event asks for ages: when was {name} born?" },
      values: { name },
      field: "birthday",
    };
  const age = ageOn(birthday, terms.game_start);
  if ((least > 0 && age < least) || (most > 0 && age > most))
    return {
      words: { zh: "{name} 比赛开始时 {age} 岁，不在 {least}–{most} 岁", en: "{name} will be {age}, not within {least}–{most}" },
      values: { name, age, least, most: most || "" },
      field: "birthday",
    };
  return undefined;
}

/**
 * Returns the fault of an entry's players: of each of them, and of their number.
 * @param how "part": more may come, only what is too much counts; "whole": it must be enough too
 */
export function lineupFault(terms: Terms, players: readonly Player[], how: "part" | "whole"): Fault | undefined {
  for (const player of players) {
    const fault = playerFault(terms, player);
    if (fault) return fault;
  }
  const { all, male, female } = sizes(terms);
  const parts = [
    { has: players.length, span: all, what: { zh: "队员", en: "players" } },
    { has: players.filter(({ sex }) => sex === "male").length, span: male, what: { zh: "男队员", en: "men" } },
    { has: players.filter(({ sex }) => sex === "female").length, span: female, what: { zh: "女队员", en: "women" } },
  ];
  for (const { has, span, what } of parts) {
    if (span.most > 0 && has > span.most)
      return {
        words: { zh: `${what.zh}最多 {most} 人，没有保存`, en: `At most {most} ${what.en}; nothing was saved` },
        values: { most: span.most },
      };
    if (how === "whole" && has < span.least)
      return {
        words: { zh: `${what.zh}至少 {least} 人，现有 {has} 人，先补齐`, en: `At least {least} ${what.en}, it has {has}: add them first` },
        values: { least: span.least, has },
      };
  }
  return undefined;
}

/** Before a draw: every entry of the event has the players that event and game ask for. @throws AppError `refused` at the first that has not */
export async function refuseIncomplete(
  ctx: Ctx,
  event: EventOfGame,
  entries: readonly { readonly id: string; readonly name: string }[],
): Promise<void> {
  const players = await ctx.db
    .selectFrom("game_team_member")
    .select(["team_id", "name", "sex", "birthday"])
    .where("venue_id", "=", ctx.venue.id)
    .where("team_id", "in", [...entries.map(({ id }) => id), ""])
    .execute();
  for (const { id, name: entry } of entries) {
    const own = players.filter(({ team_id }) => team_id === id);
    const fault = lineupFault(event, own, "whole");
    if (!fault) continue;
    const { zh, en } = fault.words;
    throw refuse(ctx, { zh: `“{entry}”还不能抽签：${zh}`, en: `“{entry}” can’t be drawn yet. ${en}` }, { ...fault.values, entry });
  }
}

type MemberRow = RowOf<typeof gameTeamMembers>;
type MemberDraft = Draft<(typeof gameTeamMembers)["fields"]>;

/** The entry of a player, locked, with its event. @throws AppError `missing` */
async function entryOf(ctx: Ctx, id: string) {
  const team = await ctx.db
    .selectFrom("game_team")
    .select(["id", "name", "state", "event_id"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!team) throw new AppError("missing", { what: ctx.language === "zh" ? "队伍" : "Entry" });
  return { team, event: await eventOf(ctx, team.event_id) };
}

/** Players change until the game runs; those of a late entry until it is in the draw. */
async function refuseLate(ctx: Ctx, team: { readonly id: string; readonly state: string }, gameStatus: string): Promise<void> {
  if (["refused", "withdrawn", "abandoned"].includes(team.state))
    throw refuse(ctx, { zh: "该队已退出，队员没有改动", en: "The entry is out; its players stay as they are" }, {}, "team");
  if (["published", "signing_up", "closed"].includes(gameStatus)) return;
  const match = await ctx.db
    .selectFrom("battle")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where((eb) => eb.or([eb("home_id", "=", team.id), eb("away_id", "=", team.id)]))
    .limit(1)
    .executeTakeFirst();
  if (gameStatus !== "running" || match)
    throw refuse(ctx, { zh: "比赛已开始或结束，队员没有改动", en: "The game runs or is over; its players stay as they are" }, {}, "team");
}

async function others(ctx: Ctx, teamId: string, except: string): Promise<Player[]> {
  return ctx.db
    .selectFrom("game_team_member")
    .select(["name", "sex", "birthday"])
    .where("venue_id", "=", ctx.venue.id)
    .where("team_id", "=", teamId)
    .where("id", "<>", except)
    .execute();
}

/** One person plays in an event once, and in as many of a game as it allows. Told apart by mobile. */
async function refuseTwice(ctx: Ctx, event: EventOfGame, phone: string, except: string): Promise<void> {
  if (phone === "") return;
  const elsewhere = await ctx.db
    .selectFrom("game_team_member as m")
    .innerJoin("game_team as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.team_id"))
    .innerJoin("game_event as e", (join) => join.onRef("e.venue_id", "=", "t.venue_id").onRef("e.id", "=", "t.event_id"))
    .where("m.venue_id", "=", ctx.venue.id)
    .where("m.phone", "=", phone)
    .where("m.id", "<>", except)
    .where("e.game_id", "=", event.game_id)
    .where("t.state", "in", STANDING)
    .select(["t.name as team", "e.id as eventId", sql<string>`e.title`.as("event")])
    .execute();
  const same = elsewhere.find(({ eventId }) => eventId === event.id);
  if (same)
    throw refuse(
      ctx,
      { zh: "该手机号已在本项目的“{team}”中，没有保存", en: "This mobile already plays in “{team}” of this event; nothing was saved" },
      { team: same.team },
      "phone",
    );
  const most = event.concurrent_item ?? 0;
  if (most > 0 && new Set(elsewhere.map(({ eventId }) => eventId)).size >= most)
    throw refuse(
      ctx,
      { zh: "本赛事每人最多报 {most} 项：已报 {events}", en: "A person may enter {most} events of this game: already in {events}" },
      { most, events: elsewhere.map(({ event: title }) => title).join("、") },
      "phone",
    );
}

/** @throws AppError `refused`, `badInput` at the field */
export async function savingPlayer(
  ctx: Ctx,
  draft: MemberDraft,
  before: MemberRow | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const { team, event } = await entryOf(ctx, before?.team ?? draft.team);
  await refuseLate(ctx, team, event.gameStatus);
  const own = before?.id ?? "";
  await checkAll(ctx, [
    async () => {
      const fault = lineupFault(event, [...(await others(ctx, team.id, own)), draft], "part");
      return fault && refuse(ctx, fault.words, fault.values, fault.field);
    },
    () => refuseTwice(ctx, event, draft.phone ?? "", own),
  ]);
  if (draft.captain) await onlyCaptain(ctx, team.id, own);
  return draft;
}

/** An entry has one captain: the last that was named. */
async function onlyCaptain(ctx: Ctx, teamId: string, except: string): Promise<void> {
  await ctx.db
    .updateTable("game_team_member")
    .set({ captain: false })
    .where("venue_id", "=", ctx.venue.id)
    .where("team_id", "=", teamId)
    .where("id", "<>", except)
    .where("captain", "=", true)
    .execute();
}

/** Another person in the place of one. @throws AppError `refused`, `badInput` at the field */
export async function replacing(
  ctx: Ctx,
  row: MemberRow,
  input: { readonly name: string; readonly sex: "male" | "female"; readonly birthday: string | null; readonly phone: string },
): Promise<Readonly<Record<string, unknown>>> {
  const { team, event } = await entryOf(ctx, row.team);
  await refuseLate(ctx, team, event.gameStatus);
  await checkAll(ctx, [
    async () => {
      const fault = lineupFault(event, [...(await others(ctx, team.id, row.id)), input], "part");
      return fault && refuse(ctx, fault.words, fault.values, fault.field);
    },
    () => refuseTwice(ctx, event, input.phone ?? "", row.id),
  ]);
  const { name, sex, birthday, phone } = input;
  return { name, sex, birthday, phone, texts: false, replaced: row.name };
}

/** A confirmed entry keeps its numbers: its players are replaced. @throws AppError `refused` */
export async function deletingPlayer(ctx: Ctx, row: MemberRow): Promise<void> {
  const { team, event } = await entryOf(ctx, row.team);
  await refuseLate(ctx, team, event.gameStatus);
  if (team.state === "applied") return;
  const fault = lineupFault(event, await others(ctx, team.id, row.id), "whole");
  if (fault)
    throw refuse(ctx, {
      zh: "报名已确认，删除后人数不足；请用“换人”",
      en: "The entry is confirmed and would be too few: replace the player instead",
    });
}
