/** Staff of the venue: people with a role here. */
import { type SelectQueryBuilder, sql } from "kysely";
import type { Page, Parsed } from "../../../contract/call";
import type { platform, Staff } from "../../../contract/platform";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import type { Ctx } from "../../http/context";

const SORTABLE: Sortable = {
  id: "person.id",
  name: "person.name",
  username: "person.username",
  createdAt: "person.created_at",
  lastLoginAt: { nullable: "person.last_login_at" },
};

/** A page of the staff, first enrolled first. A locked account is one that is active but shut by failed logins right now. */
export async function staffList(ctx: Ctx, input: Parsed<typeof platform.staffList>): Promise<Page<Staff>> {
  const locked = sql<boolean>`(person.lock_time IS NOT NULL AND person.lock_time > ${ctx.now})`;
  const state = sql<Staff["state"]>`CASE WHEN person.state = 'active' AND ${locked} THEN 'locked' ELSE person.state END`;
  let query = ctx.db
    .selectFrom("person_venue")
    .innerJoin("person", "person.id", "person_venue.person_id")
    .innerJoin("role", "role.id", "person_venue.role_id")
    .where("person_venue.venue_id", "=", ctx.venue.id);
  if (input.roleId?.length) query = query.where("role.id", "in", input.roleId);
  if (input.state?.length) query = query.where(state, "in", input.state as Staff["state"][]);
  if (input.q !== undefined && input.q !== "") query = search(query, input.q);
  const page = await pageOf(
    ctx,
    query.select([
      "person.id",
      "person.username",
      "person.name",
      "person.phone",
      "person.avatar",
      "role.id as roleId",
      "role.name as roleName",
      state.as("state"),
      "person.last_login_at",
      "person.created_at",
    ]),
    input,
    SORTABLE,
    "createdAt,asc",
  );
  return mapPage(page, ({ last_login_at, created_at, ...row }) => ({
    ...row,
    top: false,
    lastLoginAt: last_login_at?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
  }));
}

function search<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>, text: string): SelectQueryBuilder<DB, TB, O> {
  const like = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return query.where(sql<boolean>`(person.name ILIKE ${like} OR person.username ILIKE ${like} OR person.phone LIKE ${like})`);
}
