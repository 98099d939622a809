/** Permitted positions of an organization, by its tenant, its site type and the organizations above it. */
import { type Ctx, today } from "../../http/context";
import { checkAll, refuse } from "../../resource/refuse";

interface Standing {
  readonly tenant: string;
  readonly siteKind: string;
  readonly parent: string | null;
}

/**
 * Checks the level of an organization. All organizations of the venue are locked: two changes can't close a circle together.
 * @param own id of the organization; undefined for a new one
 * @throws AppError `badInput` at the field that is not allowed
 */
export async function checkLevels(
  ctx: Ctx,
  { tenant: tenantId, siteKind: typeId, parent: parentId }: Standing,
  own?: string,
): Promise<void> {
  const { db, venue } = ctx;
  const tenant = await db
    .selectFrom("tenant")
    .selectAll()
    .where("venue_id", "=", venue.id)
    .where("id", "=", tenantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const all = await db
    .selectFrom("union_organization")
    .select(["id", "name", "parent_id", "tenant_id", "site_kind_id", "state"])
    .where("venue_id", "=", venue.id)
    .orderBy("id")
    .forUpdate()
    .execute();
  const types = await db.selectFrom("site_type").selectAll().where("venue_id", "=", venue.id).execute();
  const byId = new Map(all.map((each) => [each.id, each]));
  const type = types.find(({ id }) => id === typeId);
  const parent = parentId === null ? undefined : byId.get(parentId);

  const checkTenant = (): void => {
    if (tenant.locked)
      throw refuse(
        ctx,
        { zh: "租户“{name}”已锁定，没有保存；请先解锁租户", en: "The tenant “{name}” is locked; nothing was saved. Unlock it first" },
        { name: tenant.name },
        "tenant",
      );
    if (tenant.expiration_date !== null && tenant.expiration_date < today(ctx))
      throw refuse(
        ctx,
        {
          zh: "租户“{name}”已于 {day} 到期，没有保存；请先续期",
          en: "The tenant “{name}” expired on {day}; nothing was saved. Renew it first",
        },
        { name: tenant.name, day: tenant.expiration_date },
        "tenant",
      );
    if (tenant.single && all.some((each) => each.tenant_id === tenantId && each.id !== own))
      throw refuse(
        ctx,
        {
          zh: "租户“{name}”只能有一个机构，没有保存；请选其他租户",
          en: "The tenant “{name}” has one organization only; nothing was saved. Choose another tenant",
        },
        { name: tenant.name },
        "tenant",
      );
  };
  const checkParent = (): void => {
    if (parent && type?.top_level_only)
      throw refuse(
        ctx,
        {
          zh: "“{name}”类机构没有上级，没有保存；请清空上级或换类型",
          en: "A “{name}” has nothing above it; nothing was saved. Clear the parent or choose another type",
        },
        { name: type.name },
        "parent",
      );
    if (parent && !types.find(({ id }) => id === parent.site_kind_id)?.child_capable)
      throw refuse(
        ctx,
        {
          zh: "“{name}”的类型不能有下级，没有保存；请选其他上级",
          en: "Nothing may stand below “{name}” by its type; nothing was saved. Choose another parent",
        },
        { name: parent.name },
        "parent",
      );
    if (parent && parent.tenant_id !== tenantId)
      throw refuse(
        ctx,
        {
          zh: "“{name}”属于另一个租户，没有保存；上级要在同一租户内",
          en: "“{name}” belongs to another tenant; nothing was saved. The parent must be of the same tenant",
        },
        { name: parent.name },
        "parent",
      );
    if (parent?.state === "suspended" && byId.get(own ?? "")?.parent_id !== parentId)
      throw refuse(
        ctx,
        {
          zh: "“{name}”已暂停，不能新增下级，没有保存；请先恢复它",
          en: "“{name}” is suspended and takes nothing below it; nothing was saved. Resume it first",
        },
        { name: parent.name },
        "parent",
      );

    let above = 0;
    for (let at = parent; at && above <= all.length; at = byId.get(at.parent_id ?? "")) {
      if (at.id === own)
        throw refuse(
          ctx,
          {
            zh: "机构不能是自己的下级，没有保存；请选其他上级",
            en: "An organization can't stand below itself; nothing was saved. Choose another parent",
          },
          {},
          "parent",
        );
      above++;
    }
    const below = own === undefined ? 0 : depthBelow(own, all);
    if (above + 1 + below > tenant.max_level)
      throw refuse(
        ctx,
        {
          zh: "租户“{name}”最多 {most} 层，没有保存；请选更高的上级",
          en: "The tenant “{name}” has at most {most} levels; nothing was saved. Choose a parent further up",
        },
        { name: tenant.name, most: tenant.max_level },
        "parent",
      );
  };
  await checkAll(ctx, [checkTenant, checkParent]);
}

/** Levels below an organization. */
function depthBelow(id: string, all: readonly { readonly id: string; readonly parent_id: string | null }[]): number {
  const children = all.filter((each) => each.parent_id === id);
  return children.length === 0 ? 0 : 1 + Math.max(...children.map((child) => depthBelow(child.id, all)));
}
