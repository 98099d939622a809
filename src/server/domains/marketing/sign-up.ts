/** Signing up for activities, checking in, leaving. Every fee is earned on the activity's day. */
import { charge, refund } from "../../ledger/charge";
import type { Domain } from "../../../contract/all";
import { type Selectable } from "kysely";
import { activityDesk } from "../../../contract/marketing/activities";
import type { Output, Parsed } from "../../../contract/core/call";
import { type Fen, percentOf, yuan } from "../../../contract/core/money";
import { activityJoin, next } from "../../../contract/core/states";
import { dayOf } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { refuse } from "../../resource/refuse";
import { bookingMember } from "../../kernel/booker";
import { digitsOf } from "../../kernel/digits";
import type { ActivityJoinTable, ActivityTable } from "./rows";

type ActivityRow = Selectable<ActivityTable>;
type JoinRow = Selectable<ActivityJoinTable>;
const HOUR = 3_600_000;
const WHO = { zh: "活动", en: "Activity" } as const;

export const changed = (ctx: Ctx, resource: Domain, id: string): void => ctx.emit({ type: "changed", data: { resource, id } });
const earnedDay = (ctx: Ctx, row: ActivityRow): string => dayOf(row.starts_at, ctx.venue.zone);
const documentOf = ({ id, no }: Pick<JoinRow, "id" | "no">) => ({ kind: "activity", id, no }) as const;

/** @throws AppError `missing` */
export async function readActivity(ctx: Ctx, id: string): Promise<ActivityRow> {
  const row = await ctx.db.selectFrom("activity").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: WHO[ctx.language] });
  return row;
}
export const wrongStateError = (ctx: Ctx, row: Pick<ActivityRow, "title" | "state">, zh: string, en: string): AppError =>
  refuse(ctx, { zh: `“{title}”${zh}`, en: `“{title}” ${en}` }, { title: row.title });

/** Computes the part of a fee that is retained on leaving now, fen. */
export const withdrawalFee = (ctx: Ctx, row: ActivityRow, paid: Fen): Fen =>
  row.starts_at.getTime() - ctx.now.getTime() >= row.free_hours * HOUR ? 0 : percentOf(paid, row.late_percent);

/** Takes a place in one statement that cannot pass below zero, so a full activity refuses before anything else moves. */
async function reservePlace(ctx: Ctx, id: string): Promise<ActivityRow> {
  const reserved = await ctx.db
    .updateTable("activity")
    .set((eb) => ({ left: eb("left", "-", 1) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "=", "published")
    .where("deadline", ">", ctx.now)
    .where("left", ">", 0)
    .returningAll()
    .executeTakeFirst();
  if (reserved) return reserved;
  const row = await readActivity(ctx, id);
  if (row.state === "published" && row.deadline > ctx.now)
    throw wrongStateError(ctx, row, "名额已满，没有报名，也没有收款", "is full; nobody was signed up and nothing was charged");
  throw wrongStateError(
    ctx,
    row,
    "不在报名时间，没有报名，也没有收款",
    "does not take sign-ups now; nobody was signed up and nothing was charged",
  );
}

async function freeCode(ctx: Ctx, activityId: string, id: string): Promise<string> {
  for (let i = 0; ; i++) {
    const code = digitsOf(`${id}${i}`, 6);
    const used = await ctx.db
      .selectFrom("activity_join")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("activity_id", "=", activityId)
      .where("check_in_code", "=", code)
      .executeTakeFirst();
    if (!used) return code;
  }
}

/**
 * Signs somebody up and takes the fee of who they are.
 * @throws AppError `missing`, `refused` (full, closed, twice), `memberNeeded`, `memberState`, `priceChanged`, `paymentSum`, `balanceShort`, `badInput`
 */
export async function signUp(ctx: Ctx, input: Parsed<typeof activityDesk.signUp>): Promise<Output<typeof activityDesk.signUp>> {
  const row = await reservePlace(ctx, input.activityId);
  if (input.attendee === "member" && input.memberId === undefined) throw new AppError("memberNeeded");
  const member = input.memberId === undefined ? null : await bookingMember(ctx, input.memberId);
  const name = (input.attendee === "member" ? member?.name : input.name || member?.name) ?? "";
  if (name === "") throw refuse(ctx, { zh: "请填写姓名", en: "Please give a name" }, {}, "name");
  if (input.attendee === "member" && member !== null) {
    const there = await ctx.db
      .selectFrom("activity_join")
      .select("no")
      .where("venue_id", "=", ctx.venue.id)
      .where("activity_id", "=", row.id)
      .where("member_id", "=", member.id)
      .where("attendee", "=", "member")
      .where("state", "<>", "left")
      .executeTakeFirst();
    if (there)
      throw refuse(
        ctx,
        { zh: "{name}已报名（{no}），没有重复报名，也没有收款", en: "{name} has signed up already ({no}); nothing was charged" },
        { name, no: there.no },
      );
  }
  if (input.answers.length !== row.questions.length || input.answers.includes(""))
    throw refuse(ctx, { zh: "请填写：{all}", en: "Please answer: {all}" }, { all: row.questions.join("、") }, "answers");
  const fee = { member: row.member_fee, guest: row.guest_fee, child: row.child_fee }[input.attendee];
  if (input.expectedPrice !== undefined && input.expectedPrice !== fee)
    throw new AppError("priceChanged", { from: yuan(input.expectedPrice), to: yuan(fee) }, { total: yuan(fee) });
  const id = ctx.newId();
  const document = documentOf({ id, no: await documentNumber(ctx, "activity", today(ctx)) });
  const code = await freeCode(ctx, row.id, id);
  await ctx.db
    .insertInto("activity_join")
    .values({
      venue_id: ctx.venue.id,
      id,
      no: document.no,
      activity_id: row.id,
      name,
      attendee: input.attendee,
      phone: input.phone || (member?.phone ?? ""),
      member_id: member?.id ?? null,
      check_in_code: code,
      paid: fee,
      answers: input.answers,
      entered_at: null,
      person_id: ctx.person.id,
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  const income = { account: "income.activity", amount: -fee, subject: row.id, earnedOn: earnedDay(ctx, row) } as const;
  await charge(ctx, document, { operation: "activity", payments: input.payments, due: fee, memberId: member?.id, legs: [income] });
  changed(ctx, "activityJoins", id);
  changed(ctx, "activities", row.id);
  return { id, no: document.no, name, checkInCode: code, fee: yuan(fee) };
}

/** Gives back what a sign-up paid, less `kept`, and frees its place. Both rows are locked. */
export async function cancelSignUp(ctx: Ctx, row: ActivityRow, join: JoinRow, kept: Fen, operation: string, reason: string): Promise<void> {
  const back = join.paid - kept;
  await ctx.db
    .updateTable("activity_join")
    .set({ state: "left", refunded: back, kept, reason, left_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", join.id)
    .execute();
  await ctx.db
    .updateTable("activity")
    .set((eb) => ({ left: eb("left", "+", 1) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.id)
    .execute();
  if (join.paid === 0) return;
  const undone = { account: "income.activity", amount: join.paid, subject: row.id, earnedOn: earnedDay(ctx, row) } as const;
  const fee = { amount: kept, of: row.id };
  await refund(ctx, documentOf(join), { operation, reason, memberId: join.member_id, back, undoes: [undone], fee });
}

export const joinOf = (ctx: Ctx, id: string): Promise<JoinRow> =>
  ctx.db.selectFrom("activity_join").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirstOrThrow();

/** Refuses to let in before the day, and once it is over or cancelled. */
export function allowEntry(ctx: Ctx, row: ActivityRow): void {
  if (!["published", "closed", "running"].includes(row.state) || row.ends_at <= ctx.now)
    throw wrongStateError(ctx, row, "已结束、取消或未发布，没有改动签到", "is over, cancelled or not published; nothing was changed");
  if (earnedDay(ctx, row) > today(ctx))
    throw refuse(
      ctx,
      { zh: "“{title}”在 {day} 举行，当天才能签到", en: "“{title}” is on {day}; people are checked in on that day" },
      { title: row.title, day: earnedDay(ctx, row) },
    );
}

/**
 * Checks in by code.
 * @throws AppError `missing`, `refused` (unknown code, not the day, in already, left)
 */
export async function checkInByCode(
  ctx: Ctx,
  input: Parsed<typeof activityDesk.checkInByCode>,
): Promise<Output<typeof activityDesk.checkInByCode>> {
  const row = await readActivity(ctx, input.activityId);
  const join = await ctx.db
    .selectFrom("activity_join")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("activity_id", "=", row.id)
    .where("check_in_code", "=", input.checkInCode)
    .forUpdate()
    .executeTakeFirst();
  if (!join)
    throw refuse(
      ctx,
      { zh: "“{title}”没有签到码 {code}，请核对", en: "“{title}” has no check-in code {code}; please check it" },
      { title: row.title, code: input.checkInCode },
    );
  allowEntry(ctx, row);
  const state = next(activityJoin, join.state, "checkIn");
  if (state === undefined)
    throw refuse(
      ctx,
      { zh: "{name}{state}，没有重复签到", en: "{name} is “{state}”; nothing was changed" },
      { name: join.name, state: Reflect.get(activityJoin.labels, join.state)[ctx.language] as string },
    );
  await ctx.db
    .updateTable("activity_join")
    .set({ state, entered_at: ctx.now })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", join.id)
    .execute();
  changed(ctx, "activityJoins", join.id);
  changed(ctx, "activities", row.id);
  return { id: join.id, no: join.no, name: join.name, checkInCode: join.check_in_code, fee: yuan(join.paid) };
}
