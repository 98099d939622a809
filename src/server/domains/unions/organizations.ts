/** Organization unions, their people, and training institutions. */
import { type RawBuilder, sql } from "kysely";
import { organizations, organizationUsers, siteTypes, tenants, trainingInstitutions } from "../../../contract/unions/unions";
import { today } from "../../http/context";
import { auditEffects } from "../../kernel/audited";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { checkLevels } from "./levels";

const count = (table: string, column: string) => (): RawBuilder<number> =>
  sql`(select count(*) from ${sql.table(table)} c where c.venue_id = t.venue_id and ${sql.ref(`c.${column}`)} = t.id)`;

export const organizationRoutes = [
  ...serveResource(tenants, { table: "tenant", columns: { organizations: count("union_organization", "tenant_id") } }),
  ...serveResource(siteTypes, { table: "site_type" }),
  ...serveResource(organizations, {
    table: "union_organization",
    columns: {
      people: count("organization_user", "organization_id"),
      levelPath: () => sql`(with recursive up (parent_id, name, n) as (
        select t.parent_id, t.name, 1
        union all select o.parent_id, o.name, up.n + 1 from up join union_organization o on o.venue_id = t.venue_id and o.id = up.parent_id where up.n < 20)
        select string_agg(name, ' / ' order by n desc) from up)`,
    },
    saving: async (ctx, draft, before) => {
      await checkLevels(ctx, draft, before?.id);
      return draft;
    },
    actions: auditEffects,
  }),
  ...serveResource(organizationUsers, { table: "organization_user" }),
  ...serveResource(trainingInstitutions, {
    table: "training_institution",
    columns: { coaches: count("coach", "institution_id") },
    actions: {
      ...auditEffects,
      approve: async (ctx, row) => {
        if (row.licenceNo === "" || row.licenceEndsOn === null)
          throw refuse(
            ctx,
            {
              zh: "“{name}”没有登记办学许可证号和到期日，没有通过审核；请先补上",
              en: "“{name}” has no licence number or end date; it was not approved. Enter them first",
            },
            { name: row.name },
          );
        if (row.licenceEndsOn < today(ctx))
          throw refuse(
            ctx,
            {
              zh: "“{name}”的办学许可证已于 {day} 到期，没有通过审核；请先更新许可证",
              en: "The licence of “{name}” ended on {day}; it was not approved. Renew the licence first",
            },
            { name: row.name, day: row.licenceEndsOn },
          );
        return auditEffects.approve();
      },
    },
  }),
];
