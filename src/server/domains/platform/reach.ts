/**
 * Rules for granting permissions: nobody grants codes they do not hold, changes somebody with more permissions, changes their own role, or
 * leaves a venue without an administrator. Changes of staff and roles of an organization run one after the other, so that checked
 * conditions still hold at commit.
 */
import { sql } from "kysely";
import type { Code } from "../../../contract/core/permissions";
import { staff } from "../../../contract/platform/staff";
import type { Db } from "../../db/client";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { ADMINISTRATOR, KEYS } from "../../kernel/administrators";
import { codesHeld, codesOfRole } from "../../kernel/codes-held";
import { refuse } from "../../resource/refuse";

/** Percent that a role lets its holders take off by hand; an administrator's role everything. None: 0. */
async function discountLimitOf(db: Db, personId: string, venueId: string): Promise<number> {
  const role = await db
    .selectFrom("person_venue as o")
    .innerJoin("role as r", "r.id", "o.role_id")
    .select(["r.kind", "r.discount_percent"])
    .where("o.person_id", "=", personId)
    .where("o.venue_id", "=", venueId)
    .executeTakeFirst();
  if (!role) return 0;
  return role.kind === ADMINISTRATOR ? 100 : role.discount_percent;
}

/** @throws AppError unless the person who asks may take off as much at the venue */
export async function requireDiscountAllowed(ctx: Ctx, venueId: string, percent: number, field?: string): Promise<void> {
  const most = await discountLimitOf(ctx.db, ctx.person.id, venueId);
  if (percent > most)
    throw refuse(
      ctx,
      {
        zh: "优惠上限 {percent}% 超过你自己的 {most}%，没有保存；最多给出自己的上限",
        en: "A discount limit of {percent}% is above your own of {most}%; nothing was saved. You can give at most your own",
      },
      { percent, most },
      field,
    );
}

/** @throws AppError unless the person who asks holds at the venue all that the role grants, and its limits */
export async function requireRoleHeld(ctx: Ctx, venueId: string, roleId: string, field?: string): Promise<void> {
  const codes = await codesOfRole(ctx.db, roleId);
  await requireCodesHeld(ctx, venueId, codes, field);
  if (!codes.has("sale_discount")) return;
  const role = await ctx.db.selectFrom("role").select(["kind", "discount_percent"]).where("id", "=", roleId).executeTakeFirstOrThrow();
  await requireDiscountAllowed(ctx, venueId, role.kind === ADMINISTRATOR ? 100 : role.discount_percent, field);
}

/** Changes of staff and roles of the organization wait for each other. */
async function oneAfterTheOther(ctx: Ctx): Promise<void> {
  await ctx.db.selectFrom("organization").select("id").where("id", "=", ctx.venue.organization_id).forNoKeyUpdate().execute();
}

/** @throws AppError unless the person who asks holds all of the codes at the venue */
export async function requireCodesHeld(ctx: Ctx, venueId: string, codes: Iterable<Code>, field?: string): Promise<void> {
  const mine = await codesHeld(ctx.db, ctx.person.id, venueId);
  const lacking = [...codes].filter((code) => !mine.has(code));
  if (lacking.length > 0)
    throw refuse(
      ctx,
      {
        zh: "其中有你自己没有的权限（{codes}），没有保存；只能给出自己有的权限",
        en: "This includes permissions that you don't hold ({codes}); nothing was saved. You can only give what you hold",
      },
      { codes: `${lacking.slice(0, 3).join(", ")}${lacking.length > 3 ? " …" : ""}` },
      field,
    );
}

/**
 * Refuses to touch a person who may do something, at this venue or (`everywhere`) at any, that the one who asks may not: a password,
 * a mobile or an account would open what is not theirs.
 */
export async function requireOutranks(ctx: Ctx, personId: string, everywhere: boolean): Promise<void> {
  const venues = await venuesOf(ctx.db, personId);
  for (const venueId of everywhere ? venues : [ctx.venue.id]) {
    const mine = await codesHeld(ctx.db, ctx.person.id, venueId);
    const theirs = await codesHeld(ctx.db, personId, venueId);
    if ([...theirs].some((code) => !mine.has(code)))
      throw refuse(ctx, {
        zh: "该员工有你没有的权限（本馆或其他场馆），没有改动；请由权限更高的管理员操作",
        en: "This person holds permissions that you don't, here or at another venue; nothing was changed. Ask an administrator who holds them",
      });
  }
}

/** @throws AppError `missing` unless the person works at the venue */
export async function requireStaff(ctx: Ctx, personId: string): Promise<void> {
  const here = await ctx.db
    .selectFrom("venue_staff")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", personId)
    .executeTakeFirst();
  if (!here) throw new AppError("missing", { what: staff.one[ctx.language] });
}

export const venuesOf = async (db: Db, personId: string): Promise<readonly string[]> =>
  (await db.selectFrom("person_venue").select("venue_id").where("person_id", "=", personId).orderBy("venue_id").execute()).map(
    ({ venue_id }) => venue_id,
  );

/** The venues of the organization that have somebody who can log in and put roles and staff right. */
async function runVenues(ctx: Ctx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ venue_id: string }>`SELECT DISTINCT o.venue_id FROM person_venue o
    JOIN person p ON p.id = o.person_id AND p.state = 'active'
    JOIN venue v ON v.id = o.venue_id AND v.organization_id = ${ctx.venue.organization_id}
    JOIN role r ON r.id = o.role_id
    WHERE r.kind = ${ADMINISTRATOR}
      OR (SELECT count(DISTINCT g.code) FROM role_grant g WHERE g.role_id = r.id AND g.code = any(${[...KEYS]}::text[])) = ${KEYS.length}`.execute(
    ctx.db,
  );
  return new Set(rows.map(({ venue_id }) => venue_id));
}

/**
 * Runs a change of people or roles, and takes it back where a venue that had an administrator has none after it.
 * @throws AppError whatever the change refuses; `refused` for the last administrator
 */
export async function keepingAdministrators<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  await oneAfterTheOther(ctx);
  const before = await runVenues(ctx);
  const result = await change();
  const after = await runVenues(ctx);
  if ([...before].some((venueId) => !after.has(venueId))) throw lastOne(ctx);
  return result;
}

const lastOne = (ctx: Ctx) =>
  refuse(ctx, {
    zh: "这样会让场馆没有能管理员工和角色的管理员，没有改动；请先让另一名员工成为管理员",
    en: "This would leave a venue without anyone who manages staff and roles; nothing was changed. Make somebody else an administrator first",
  });
