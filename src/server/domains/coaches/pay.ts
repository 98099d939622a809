/** Amounts owed to coaches, and the part that is being withdrawn. All amounts in fen. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { yuan } from "../../../contract/core/money";

/** Returns the amount owed to a coach, as SQL. @param coach column of the coach's id */
export const owedToCoach = (coach: string): RawBuilder<number> => sql`(select coalesce(-sum(p.amount), 0) from posting p
  where p.venue_id = t.venue_id and p.account = 'payable.coach' and p.subject = ${sql.ref(coach)})`;
/** Returns the amount that a coach has requested and not yet received, as SQL. */
export const frozen = (coach: string): RawBuilder<number> => sql`(select coalesce(sum(w.amount), 0) from coach_withdraw w
  where w.venue_id = t.venue_id and w.coach_id = ${sql.ref(coach)} and w.state in ('requested', 'approved'))`;

/**
 * Which coaches the person sees: all who may open the list of coaches; a coach's own account only itself.
 * @param coach column of the coach's id
 */
export const seenBy = (ctx: Ctx, coach: string): RawBuilder<SqlBool> =>
  ctx.codes.has("coach_list")
    ? sql`true`
    : sql`${sql.ref(coach)} in (select c.id from coach c join person y on lower(y.username) = lower(c.account)
        where c.venue_id = t.venue_id and y.id = ${ctx.person.id})`;

export interface LockedCoach {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  /** Fen owed. */
  readonly balance: number;
  /** Fen that open requests hold. */
  readonly frozen: number;
}

/** Locks a coach, so that what is owed and asked for stands still. @throws AppError `badInput` where the person may not see this coach */
export async function lockCoach(ctx: Ctx, id: string, field?: string): Promise<LockedCoach> {
  const locked = await ctx.db
    .selectFrom("coach as t")
    .select(["t.id", "t.name", "t.state"])
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.id", "=", id)
    .where(seenBy(ctx, "t.id"))
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw refuse(ctx, { zh: "只能选择自己，没有保存", en: "You can only choose yourself; nothing was saved" }, {}, field);
  // Asked after the lock: what others changed until then is seen.
  const sums = await ctx.db
    .selectFrom("coach as t")
    .select([owedToCoach("t.id").as("balance"), frozen("t.id").as("frozen")])
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...locked, ...sums };
}

/** @throws AppError `badInput` at `amount` where less can be withdrawn */
export function checkAvailable(ctx: Ctx, coach: LockedCoach, amount: number): void {
  const free = coach.balance - coach.frozen;
  if (amount > free)
    throw refuse(
      ctx,
      {
        zh: "{name}可提 ¥{free}（余额 ¥{balance}，提现中 ¥{frozen}），没有提交；请减少金额",
        en: "{name} can withdraw ¥{free} (balance ¥{balance}, being withdrawn ¥{frozen}); nothing was sent. Ask for less",
      },
      { name: coach.name, free: yuan(Math.max(0, free)), balance: yuan(coach.balance), frozen: yuan(coach.frozen) },
      "amount",
    );
}
