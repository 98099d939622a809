/** Staff of the venue: people with a role here. What one may do to another is in `reach.ts`. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import type { platform } from "../../../contract/platform/platform";
import { staff } from "../../../contract/platform/staff";
import type { Ctx } from "../../http/context";
import { AppError, badInput, lacking } from "../../http/error";
import { inVenue, type Route } from "../../http/serve";
import { checkAll, refuse } from "../../resource/refuse";
import { firstPasswordEnd, staffStore } from "./stores";
import { serveResource } from "../../resource/serve";
import { unlock } from "../session/guesses";
import { PIN_REMOVED, removePinOf } from "../../kernel/approval";
import { seeVenue } from "../../kernel/at-venue";
import { auditLine } from "../../kernel/audit-line";
import { checkPattern } from "../../kernel/check-rules";
import { hashPassword } from "../../kernel/password";
import { removeSecondFactor } from "../../kernel/second-factor";
import { codesHeld, codesOfRole } from "../../kernel/codes-held";
import { checkPassword } from "../../kernel/strength";
import { endSessions } from "./end-sessions";
import { moveOpen, openOf } from "./open-documents";
import { keepingAdministrators, requireStaff, requireCodesHeld, requireRoleHeld, requireOutranks, venuesOf } from "./reach";

const IDENTIFIER = /^[A-Za-z]\w+$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** Fields that belong to the person, at every venue. */
const PERSONAL = ["name", "phone", "email", "nickname", "gender", "photo", "language", "promotionCode"] as const;

const notSelf = (ctx: Ctx, id: string): void => {
  if (id === ctx.person.id)
    throw refuse(ctx, {
      zh: "不能对自己的账号这样做，没有改动；请由另一名管理员操作，自己的密码在右上角修改",
      en: "You can't do this to your own account; nothing was changed. Ask another administrator; change your own password in the menu at the top right",
    });
};

/** Somebody's role at the venue may be set to another by who holds what both of them grant. */
async function canAssignRole(ctx: Ctx, venueId: string, personId: string, roleId: string | null, field?: string): Promise<void> {
  notSelf(ctx, personId);
  await requireCodesHeld(ctx, venueId, await codesHeld(ctx.db, personId, venueId), field);
  if (roleId !== null) await requireRoleHeld(ctx, venueId, roleId, field);
}

const served = serveResource(staff, {
  table: "venue_staff",
  writes: "person",
  store: staffStore,
  note: "username",
  names: { photo: "avatar" },
  columns: {
    id: () => sql`t.id`,
    state: (ctx) => sql`CASE WHEN t.state = 'active' AND t.locked_until > ${ctx.now} THEN 'locked' ELSE t.state END`,
    lockedUntil: (ctx) => sql`CASE WHEN t.locked_until > ${ctx.now} THEN t.locked_until END`,
    venues: (ctx) => sql`ARRAY(SELECT v.name || ' · ' || r.name FROM person_venue o
      JOIN venue v ON v.id = o.venue_id JOIN role r ON r.id = o.role_id
      JOIN person_venue me ON me.venue_id = o.venue_id AND me.person_id = ${ctx.person.id}
      WHERE o.person_id = t.id AND o.venue_id <> t.venue_id ORDER BY v.name)`,
  },
  saving: async (ctx, draft, before) => {
    const checkEmail = (): unknown =>
      draft.email !== undefined &&
      draft.email !== "" &&
      !EMAIL.test(draft.email) &&
      badInput({ email: ctx.language === "zh" ? "邮箱格式不对" : "This is no e-mail address" });
    if (before) {
      await checkAll(ctx, [
        checkEmail,
        () => draft.role !== undefined && draft.role !== before.role && canAssignRole(ctx, ctx.venue.id, before.id, draft.role, "role"),
        () =>
          before.id === ctx.person.id &&
          draft.phone !== undefined &&
          draft.phone !== before.phone &&
          refuse(
            ctx,
            {
              zh: "自己的手机号在右上角菜单的“登录与安全”中修改，需要输入密码；没有保存",
              en: "Change your own mobile under “Sign-in and security” in the menu at the top right, with your password; nothing was saved",
            },
            {},
            "phone",
          ),
      ]);
      const changed = PERSONAL.some((field) => draft[field] !== undefined && draft[field] !== before[field]);
      if (changed && before.id !== ctx.person.id) await requireOutranks(ctx, before.id, true);
      return draft;
    }
    await checkAll(ctx, [
      checkEmail,
      () =>
        !IDENTIFIER.test(draft.username) &&
        badInput({
          username:
            ctx.language === "zh"
              ? "账号以字母开头，只含字母、数字和下划线"
              : "A username begins with a letter and has letters, digits and underscores only",
        }),
      () => checkPattern(ctx, "username", draft.username),
      () => checkPassword(draft.password, [draft.username, draft.name, draft.phone], ctx.language),
      () => requireRoleHeld(ctx, ctx.venue.id, draft.role, "role"),
    ]);
    return { ...draft, password: await hashPassword(draft.password) };
  },
  deleting: async (ctx, { id }) => {
    notSelf(ctx, id);
    await requireOutranks(ctx, id, false);
    await requireNothingOpen(ctx, id);
    const venues = await venuesOf(ctx.db, id);
    if (venues.length > 1) return;
    // Nobody's any more: the account is closed, and its name is free for somebody else.
    await endSessions(ctx, id);
    await ctx.db
      .updateTable("person")
      .set({ state: "disabled", phone: "", promotion_code: "", username: sql<string>`username || '~' || id` })
      .where("id", "=", id)
      .execute();
  },
  actions: {
    top: async (_, row) => ({ top: !row.top }),
    unlock: async (ctx, { id, username }) => {
      // Whoever unlocks an account could guess on at its password.
      await requireOutranks(ctx, id, true);
      await unlock(ctx.db, username);
      return { lockedUntil: null };
    },
    enable: async (ctx, { id, username }) => {
      await requireOutranks(ctx, id, true);
      await unlock(ctx.db, username);
      return { lockedUntil: null };
    },
    disable: async (ctx, { id }) => {
      notSelf(ctx, id);
      await requireOutranks(ctx, id, true);
      await endSessions(ctx, id);
    },
    setPassword: async (ctx, row, { password }) => {
      notSelf(ctx, row.id);
      await requireOutranks(ctx, row.id, true);
      const { phone } = await ctx.db.selectFrom("person").select("phone").where("id", "=", row.id).executeTakeFirstOrThrow();
      checkPassword(password, [row.username, row.name, phone], ctx.language);
      await ctx.db
        .updateTable("person")
        .set({ password_hash: await hashPassword(password), first_password_until: firstPasswordEnd(ctx), lock_count: 0, lock_time: null })
        .where("id", "=", row.id)
        .execute();
      await unlock(ctx.db, row.username);
      if (await removePinOf(ctx.db, row.id)) await auditLine(ctx, { object: "person", id: row.id, ...PIN_REMOVED });
      await endSessions(ctx, row.id);
    },
    resetSecondFactor: async (ctx, { id }) => {
      notSelf(ctx, id);
      await requireOutranks(ctx, id, true);
      await removeSecondFactor(ctx.db, id);
      await endSessions(ctx, id);
    },
    transfer: async (ctx, row, { to }) => {
      await requireOutranks(ctx, row.id, false);
      if (to === row.id) throw badInput({ to: ctx.language === "zh" ? "请选择另一名员工" : "Choose another person" });
      const heir = await ctx.db
        .selectFrom("venue_staff")
        .select(["id", "name", "state"])
        .where("venue_id", "=", ctx.venue.id)
        .where("id", "=", to)
        .executeTakeFirstOrThrow();
      if (heir.state !== "active")
        throw refuse(
          ctx,
          { zh: "{name}已停用，不能接收，没有移交", en: "{name} is disabled and can't take over; nothing was moved" },
          { name: heir.name },
          "to",
        );
      await requireNoOpenShift(ctx, row.id);
      await moveOpen(ctx, row.id, heir);
    },
  },
});

/** A drawer with money in it is nobody else's: its shift is closed by who opened it. */
async function requireNoOpenShift(ctx: Ctx, personId: string): Promise<void> {
  const shift = await ctx.db
    .selectFrom("shift")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("person_id", "=", personId)
    .where("state", "<>", "closed")
    .executeTakeFirst();
  if (shift)
    throw refuse(ctx, {
      zh: "该员工还有未交的班次，没有改动；请先交班",
      en: "This person has a shift that is not closed; nothing was changed. Close it first",
    });
}

async function requireNothingOpen(ctx: Ctx, personId: string): Promise<void> {
  await requireNoOpenShift(ctx, personId);
  const open = await openOf(ctx, personId);
  if (open > 0)
    throw refuse(
      ctx,
      {
        zh: "该员工名下还有 {open} 张未完成的单据，没有移除；请先“移交数据”",
        en: "{open} documents are still open in this person's name; nobody was removed. Use “Move data” first",
      },
      { open },
    );
}

/** Every change of staff is made one after the other, and leaves each venue with an administrator. */
const guarded = (route: Route): Route =>
  route.in === "venue" && route.call.effect
    ? { ...route, service: (ctx: Ctx, input: never) => keepingAdministrators(ctx, () => route.service(ctx, input)) }
    : route;

async function staffVenues(ctx: Ctx, { id }: Parsed<typeof platform.staffVenues>): Promise<Output<typeof platform.staffVenues>> {
  await requireStaff(ctx, id);
  const venues = await ctx.db
    .selectFrom("person_venue as me")
    .innerJoin("venue as v", "v.id", "me.venue_id")
    .leftJoin("person_venue as o", (join) => join.onRef("o.venue_id", "=", "me.venue_id").on("o.person_id", "=", id))
    .leftJoin("role as r", "r.id", "o.role_id")
    .select(["v.id as venueId", "v.name", "r.id as roleId", "r.name as roleName"])
    .where("me.person_id", "=", ctx.person.id)
    .where("v.organization_id", "=", ctx.venue.organization_id)
    .where("v.id", "<>", ctx.venue.id)
    .orderBy("v.name")
    .execute();
  const roles = await ctx.db
    .selectFrom("role")
    .select(["id", "name"])
    .where("organization_id", "=", ctx.venue.organization_id)
    .orderBy("name")
    .execute();
  const granted = await Promise.all(roles.map(async (role) => ({ ...role, codes: await codesOfRole(ctx.db, role.id) })));
  const content = [];
  for (const venue of venues) {
    const mine = await codesHeld(ctx.db, ctx.person.id, venue.venueId);
    const theirs = await codesHeld(ctx.db, id, venue.venueId);
    const mayChange = id !== ctx.person.id && mine.has("staff_modify") && [...theirs].every((code) => mine.has(code));
    const offered = mayChange ? granted.filter(({ codes }) => [...codes].every((code) => mine.has(code))) : [];
    content.push({ ...venue, mayChange, roles: offered.map(({ id: roleId, name }) => ({ id: roleId, name })) });
  }
  return { content };
}

/** @throws AppError `siteData` for a venue that is not in the list of who asks; `forbidden` without `staff_modify` there */
async function staffVenueRole(
  ctx: Ctx,
  { id, venueId, roleId }: Parsed<typeof platform.staffVenueRole>,
): Promise<Output<typeof platform.staffVenueRole>> {
  const { content } = await staffVenues(ctx, { id });
  if (!content.some((venue) => venue.venueId === venueId)) throw new AppError("siteData");
  return keepingAdministrators(ctx, async () => {
    if (!(await codesHeld(ctx.db, ctx.person.id, venueId)).has("staff_modify")) throw lacking("staff_modify");
    await canAssignRole(ctx, venueId, id, roleId);
    const role = await ctx.db
      .selectFrom("role")
      .select("id")
      .where("id", "=", roleId)
      .where("organization_id", "=", ctx.venue.organization_id)
      .executeTakeFirst();
    if (roleId !== null && !role)
      throw badInput({ roleId: new AppError("missing", { what: ctx.language === "zh" ? "角色" : "Role" }).text(ctx.language) });
    // The other venue's operation log has it, where its people look.
    await seeVenue(ctx.db, venueId);
    if (role)
      await ctx.db
        .insertInto("person_venue")
        .values({ person_id: id, venue_id: venueId, role_id: role.id })
        .onConflict((conflict) => conflict.columns(["person_id", "venue_id"]).doUpdateSet({ role_id: role.id }))
        .execute();
    else await ctx.db.deleteFrom("person_venue").where("person_id", "=", id).where("venue_id", "=", venueId).execute();
    await seeVenue(ctx.db, ctx.venue.id);
    ctx.emit({ type: "changed", data: { resource: "staff", id } });
    return {};
  });
}

type Callees = Pick<typeof platform, "staffVenues" | "staffVenueRole">;
export const staffRoutes = (callees: Callees): Route[] => [...served.map(guarded), ...inVenue(callees, { staffVenues, staffVenueRole })];
