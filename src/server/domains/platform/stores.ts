/** Writes of records that a venue reads through a view: to the tables behind it. */
import { type RawBuilder, sql } from "kysely";
import type { Tables } from "../../db/tables";
import type { Ctx } from "../../http/context";
import type { Store } from "../../resource/serve";

type Values = Readonly<Record<string, unknown>>;
type Names = readonly string[];

const pick = (values: Values, names: Names): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
const insertRow = (ctx: Ctx, table: keyof Tables, values: Values): Promise<unknown> => ctx.db.insertInto(table).values(values).execute();
/** Writes the values where any of them is another: a row that stays as it is wakes no trigger. */
async function updateRow(ctx: Ctx, table: keyof Tables, values: Values, where: RawBuilder<unknown>): Promise<void> {
  const columns = Object.entries(values);
  if (columns.length === 0) return;
  const pairs = columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const differs = columns.map(([name, value]) => sql`${sql.ref(name)} IS DISTINCT FROM ${value}`);
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(pairs)} WHERE ${where} AND (${sql.join(differs, sql` OR `)})`.execute(ctx.db);
}

/** Records of the venue's organization. */
export function organizationStore(table: "role" | "update_notice"): Store {
  const own = (ctx: Ctx, id: string) => sql`organization_id = ${ctx.venue.organization_id} AND id = ${id}`;
  return {
    insert: (ctx, values) => {
      const columns = Object.entries(values).filter(([name]) => name !== "venue_id");
      return insertRow(ctx, table, { ...Object.fromEntries(columns), organization_id: ctx.venue.organization_id });
    },
    update: (ctx, id, values) => updateRow(ctx, table, values, own(ctx, id)),
    remove: (ctx, id) => sql`DELETE FROM ${sql.table(table)} WHERE ${own(ctx, id)}`.execute(ctx.db),
  };
}

const PERSON: Names = ["name", "phone", "avatar", "email", "nickname", "gender", "language", "promotion_code", "state"];
const AT_VENUE: Names = ["role_id", "top"];
/** Lifetime of a password that an administrator chose, before the person must choose their own. */
const FIRST_PASSWORD_MS = 7 * 24 * 3_600_000;
export const firstPasswordEnd = (ctx: Ctx): Date => new Date(ctx.now.getTime() + FIRST_PASSWORD_MS);

/** Staff: the person, and the role at the venue. A person who is created with a password chooses their own within a week. */
export const staffStore: Store = {
  insert: async (ctx, values) => {
    const { id, username, password, created_at } = values;
    await insertRow(ctx, "person", {
      ...pick(values, PERSON),
      id,
      username,
      password_hash: password,
      created_at,
      first_password_until: password === "" ? null : firstPasswordEnd(ctx),
    });
    await insertRow(ctx, "person_venue", { ...pick(values, AT_VENUE), person_id: id, venue_id: ctx.venue.id });
  },
  update: async (ctx, id, values) => {
    await updateRow(ctx, "person", pick(values, PERSON), sql`id = ${id}`);
    if (values["locked_until"] === null)
      await sql`UPDATE person SET lock_time = NULL, lock_count = 0 WHERE id = ${id} AND lock_time IS NOT NULL`.execute(ctx.db);
    await updateRow(ctx, "person_venue", pick(values, AT_VENUE), sql`venue_id = ${ctx.venue.id} AND person_id = ${id}`);
  },
  remove: (ctx, id) => sql`DELETE FROM person_venue WHERE venue_id = ${ctx.venue.id} AND person_id = ${id}`.execute(ctx.db),
};
