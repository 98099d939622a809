/** The organization's roles: sets of codes. What one may give is in `reach.ts`. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { PAGES } from "../../../contract/core/page-codes";
import { ALL_CODES, BUTTONS, type Code } from "../../../contract/core/permissions";
import type { platform } from "../../../contract/platform/platform";
import { roles } from "../../../contract/platform/staff";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { inVenue, type Route } from "../../http/serve";
import { ADMINISTRATOR } from "../../kernel/administrators";
import { auditLine } from "../../kernel/audit-line";
import { checkAll, refuse } from "../../resource/refuse";
import { organizationStore } from "./stores";
import { serveResource } from "../../resource/serve";
import { menuTree } from "./menu-tree";
import { codesHeld, codesOfRole } from "../../kernel/codes-held";
import { keepingAdministrators, requireDiscountAllowed, requireCodesHeld } from "./reach";

/** Codes that are ticked: a group follows from its pages. */
const LEAVES = ALL_CODES.filter((code) => code in PAGES || code in BUTTONS);
const KNOWN: ReadonlySet<string> = new Set(ALL_CODES);
const isCode = (code: string): code is Code => KNOWN.has(code);

const codesOf = async (ctx: Ctx, roleId: string): Promise<Code[]> =>
  (await ctx.db.selectFrom("role_code").select("code").where("role_id", "=", roleId).orderBy("code").execute())
    .map(({ code }) => code)
    .filter(isCode);

interface Row {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly base_id: string | null;
  readonly discount_percent: number;
}
async function roleOf(ctx: Ctx, id: string): Promise<Row> {
  const row = await ctx.db
    .selectFrom("role")
    .select(["id", "name", "kind", "base_id", "discount_percent"])
    .where("id", "=", id)
    .where("organization_id", "=", ctx.venue.organization_id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: roles.one[ctx.language] });
  return row;
}

/** Venues where somebody holds the role, or one that builds on it. */
const venuesWith = async (ctx: Ctx, roleId: string): Promise<readonly string[]> =>
  (
    await ctx.db
      .selectFrom("person_venue as o")
      .innerJoin("role as r", "r.id", "o.role_id")
      .select("o.venue_id")
      .distinct()
      .where((eb) => eb.or([eb("r.id", "=", roleId), eb("r.base_id", "=", roleId)]))
      .execute()
  ).map(({ venue_id }) => venue_id);

/** Codes that a change of a role adds to it. */
interface Added {
  readonly codes?: Iterable<Code>;
  /** The discount limit that its holders then have, where they have more than before. */
  readonly discount?: number | undefined;
  /** The field at which a form shows a refusal of the codes. */
  readonly field?: string;
}

/** @throws AppError for the administrator's role, which grants everything and is no further changed */
function refuseAdministrator(ctx: Ctx, role: Row): void {
  if (role.kind === ADMINISTRATOR)
    throw refuse(ctx, {
      zh: "管理员角色始终有全部权限，没有改动；需要较少权限请新建角色",
      en: "The administrator's role always grants everything; nothing was changed. Make another role for less",
    });
}

/**
 * A role may be changed by who may change roles at every venue where it counts, and holds there what is added.
 * @throws AppError
 */
async function canChangeRole(ctx: Ctx, role: Row, { codes: added = [], discount, field }: Added = {}): Promise<void> {
  const codes = [...added];
  const mustAllow = async (venueId: string): Promise<void> => {
    await requireCodesHeld(ctx, venueId, codes, field);
    if (discount !== undefined) await requireDiscountAllowed(ctx, venueId, discount, "discountPercent");
    // With the permission to discount the role's holders get its limit, too.
    else if (codes.includes("sale_discount")) await requireDiscountAllowed(ctx, venueId, role.discount_percent, field);
  };
  await mustAllow(ctx.venue.id);
  for (const venueId of await venuesWith(ctx, role.id)) {
    if (venueId === ctx.venue.id) continue;
    if (!(await codesHeld(ctx.db, ctx.person.id, venueId)).has("role_modify"))
      throw refuse(ctx, {
        zh: "该角色在你不能管理角色的场馆也有人用，没有改动；请新建一个角色，或由那里的管理员修改",
        en: "This role is in use at a venue where you can't change roles; nothing was changed. Make a role of your own, or ask the administrator there",
      });
    await mustAllow(venueId);
  }
}

const served = serveResource(roles, {
  table: "venue_role",
  writes: "role",
  store: organizationStore("role"),
  columns: {
    id: () => sql`t.id`,
    codes: () => sql`CASE WHEN t.kind = ${ADMINISTRATOR} THEN ${LEAVES.length}::int
      ELSE (SELECT count(*)::int FROM role_grant g WHERE g.role_id = t.id AND g.code = any(${[...LEAVES]}::text[])) END`,
    staff: () => sql`(SELECT count(*)::int FROM person_venue o WHERE o.role_id = t.id AND o.venue_id = t.venue_id)`,
  },
  saving: async (ctx, draft, before) => {
    const checkBase = async (): Promise<void> => {
      const base = draft.base ?? null;
      if (base === null) return;
      const under = await roleOf(ctx, base);
      const built = before && (await ctx.db.selectFrom("role").select("id").where("base_id", "=", before.id).executeTakeFirst());
      if (base === before?.id || under.base_id !== null || built)
        throw refuse(
          ctx,
          { zh: "只能继承一层：基础角色自己不能再继承别的角色", en: "One level only: a role that others build on builds on none itself" },
          {},
          "base",
        );
      if (under.kind === ADMINISTRATOR)
        throw refuse(
          ctx,
          { zh: "不能继承管理员角色，请直接给员工管理员角色", en: "No role builds on the administrator's; give staff that role itself" },
          {},
          "base",
        );
      if (!before) await requireCodesHeld(ctx, ctx.venue.id, await codesOfRole(ctx.db, base), "base");
    };
    if (!before) {
      await checkAll(ctx, [checkBase, () => requireDiscountAllowed(ctx, ctx.venue.id, draft.discountPercent, "discountPercent")]);
      return draft;
    }
    await checkBase();
    const base = draft.base ?? null;
    const role = await roleOf(ctx, before.id);
    if (base !== before.base) refuseAdministrator(ctx, role);
    await canChangeRole(ctx, role, {
      codes: base === before.base || base === null ? [] : await codesOfRole(ctx.db, base),
      discount: draft.discountPercent > role.discount_percent ? draft.discountPercent : undefined,
      field: "base",
    });
    return draft;
  },
  deleting: async (ctx, { id, name }) => {
    const role = await roleOf(ctx, id);
    refuseAdministrator(ctx, role);
    await canChangeRole(ctx, role);
    const used =
      (await venuesWith(ctx, id)).length > 0 ||
      (await ctx.db.selectFrom("role").select("id").where("base_id", "=", id).executeTakeFirst()) !== undefined;
    if (used) throw new AppError("inUse", { what: roles.one[ctx.language], name });
  },
});

const guarded = (route: Route): Route =>
  route.in === "venue" && route.call.effect
    ? { ...route, service: (ctx: Ctx, input: never) => keepingAdministrators(ctx, () => route.service(ctx, input)) }
    : route;

async function roleCodes(ctx: Ctx, { id }: Parsed<typeof platform.roleCodes>): Promise<Output<typeof platform.roleCodes>> {
  const role = await roleOf(ctx, id);
  const everything = role.kind === ADMINISTRATOR;
  const all = await ctx.db
    .selectFrom("role")
    .select(["id", "name", "kind"])
    .where("organization_id", "=", ctx.venue.organization_id)
    .where("id", "<>", id)
    .orderBy("name")
    .execute();
  const others = [];
  for (const other of all) others.push({ id: other.id, name: other.name, codes: [...(await codesOfRole(ctx.db, other.id))] });
  const staff = await ctx.db
    .selectFrom("venue_staff")
    .select("name")
    .where("venue_id", "=", ctx.venue.id)
    .where("role_id", "=", id)
    .where("state", "=", "active")
    .orderBy("name")
    .execute();
  return {
    id,
    name: role.name,
    everything,
    baseId: role.base_id,
    baseName: all.find((other) => other.id === role.base_id)?.name ?? null,
    own: everything ? [...ALL_CODES] : await codesOf(ctx, id),
    inherited: role.base_id === null ? [] : await codesOf(ctx, role.base_id),
    grantable: [...(await codesHeld(ctx.db, ctx.person.id, ctx.venue.id))],
    staff: staff.map(({ name }) => name),
    others,
  };
}

async function saveRoleCodes(ctx: Ctx, input: Parsed<typeof platform.saveRoleCodes>): Promise<Output<typeof platform.saveRoleCodes>> {
  await keepingAdministrators(ctx, async () => {
    const role = await roleOf(ctx, input.id);
    const now = new Set(await codesOf(ctx, role.id));
    const was = new Set(input.was);
    if (now.size !== was.size || [...now].some((code) => !was.has(code)))
      throw refuse(ctx, {
        zh: "这个角色刚被别人改过，没有保存；请刷新看新的权限，再改一次",
        en: "Somebody else has just changed this role; nothing was saved. Refresh to see it, then change it again",
      });
    const requestedCodes = new Set(input.codes);
    const added = [...requestedCodes].filter((code) => !now.has(code));
    const removed = [...now].filter((code) => !requestedCodes.has(code));
    refuseAdministrator(ctx, role);
    await canChangeRole(ctx, role, { codes: added });
    if (removed.length > 0) await ctx.db.deleteFrom("role_code").where("role_id", "=", role.id).where("code", "in", removed).execute();
    if (added.length > 0)
      await ctx.db
        .insertInto("role_code")
        .values(added.map((code) => ({ role_id: role.id, code })))
        .execute();
    if (input.reason !== "" && added.length + removed.length > 0)
      await auditLine(ctx, { object: "role", id: role.id, before: {}, after: { reason: input.reason } });
    ctx.emit({ type: "changed", data: { resource: "roles", id: role.id } });
  });
  return roleCodes(ctx, { id: input.id });
}

export const roleRoutes = (callees: Pick<typeof platform, "roleCodes" | "saveRoleCodes" | "menuTree">): Route[] => [
  ...served.map(guarded),
  ...inVenue(callees, { roleCodes, saveRoleCodes, menuTree }),
];
