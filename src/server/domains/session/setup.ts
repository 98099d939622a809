/** The first-administrator step of an empty server: one link, printed at start, makes the organization, a venue and its administrator. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { ALL_CODES } from "../../../contract/core/permissions";
import type { session } from "../../../contract/session/session";
import { DEFAULT_ZONE } from "../../../contract/core/time";
import { type Database, type Db, PLATFORM } from "../../db/client";
import type { PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { planSoon } from "../../kernel/due";
import { seedHolidays } from "../../kernel/holidays";
import { audited } from "./audited";
import { enter } from "./login";
import { hashPassword } from "../../kernel/password";
import { checkPassword } from "../../kernel/strength";
import { hashOf, newSecret } from "../../kernel/tokens";

/** Each start has a token of its own under this, so that the link of every process is good; the first that is used ends them all. */
const SECRETS = "setup.%";
const secretOf = (token: string): string => SECRETS.replace("%", hashOf(token));

/**
 * Makes a token of the setup link; those of other processes and earlier starts stay good.
 * @returns null when there are people already
 */
export async function openSetup(database: Database): Promise<string | null> {
  const db = database.dbFor(PLATFORM);
  if (!(await isEmpty(db))) return null;
  const token = newSecret();
  await db
    .insertInto("platform_secret")
    .values({ name: secretOf(token), value: hashOf(token) })
    .execute();
  return token;
}

/** @throws AppError `setupClosed` when the token is not that of the link, or there are people already */
export async function requireSetupToken(db: Db, token: string): Promise<void> {
  const known = await db.selectFrom("platform_secret").select("name").where("name", "=", secretOf(token)).executeTakeFirst();
  if (!known || !(await isEmpty(db))) throw new AppError("setupClosed");
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom("person").select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Returns whether the server waits for its first administrator. */
export const setupState = async (ctx: PersonCtx<null>): Promise<Output<typeof session.setupState>> => ({ needed: await isEmpty(ctx.db) });

/**
 * Makes organization, venue, administrator role and the first person, and logs them in.
 * @throws AppError `setupClosed` when the token is wrong or was used, or there are people already
 */
export async function setup(ctx: PersonCtx<null>, input: Parsed<typeof session.setup>): Promise<Output<typeof session.setup>> {
  checkPassword(input.password, [input.username, input.name], ctx.language);
  const password_hash = await hashPassword(input.password);
  const personId = ctx.newId();
  const venue_id = ctx.newId();
  await audited(ctx, "session.setup", { id: personId, name: input.name }, async (tx) => {
    // All at once: of two links that are used together, the second waits here, and then finds none.
    await sql`SELECT FROM platform_secret WHERE name LIKE ${SECRETS} ORDER BY name FOR UPDATE`.execute(tx);
    const used = await tx.deleteFrom("platform_secret").where("name", "like", SECRETS).returning("name").execute();
    if (!used.some(({ name }) => name === secretOf(input.token)) || !(await isEmpty(tx))) throw new AppError("setupClosed");
    const created_at = ctx.now;
    const organization_id = ctx.newId();
    const role_id = ctx.newId();
    await tx.insertInto("organization").values({ id: organization_id, name: input.organizationName, created_at }).execute();
    await tx
      .insertInto("venue")
      .values({
        id: venue_id,
        organization_id,
        name: input.venueName,
        main_tag: input.mainTag,
        tags: [input.mainTag],
        zone: DEFAULT_ZONE,
        site_type_source_id: venue_id,
        created_at,
      })
      .execute();
    await tx
      .insertInto("role")
      .values({ id: role_id, organization_id, name: ctx.language === "zh" ? "管理员" : "Administrator", kind: "administrator" })
      .execute();
    await tx
      .insertInto("role_code")
      .values(ALL_CODES.map((code) => ({ role_id, code })))
      .execute();
    await tx.insertInto("person").values({ id: personId, username: input.username, password_hash, name: input.name, created_at }).execute();
    await tx.insertInto("person_venue").values({ person_id: personId, venue_id, role_id }).execute();
  });
  const year = ctx.now.getUTCFullYear();
  const db = ctx.dbFor(venue_id);
  await seedHolidays({ db, venue: { id: venue_id } }, [year, year + 1]);
  // Nobody can be enrolled without a card; this one costs what walk-ins pay.
  const card = { name: ctx.language === "zh" ? "会员卡" : "Member card", colour: 600 };
  await db
    .insertInto("card_type")
    .values({ venue_id, id: ctx.newId(), ...card })
    .execute();
  // Written past any call of the venue: what these rows make due is planned with all else.
  await planSoon(db, venue_id, ctx.now);
  return enter(ctx, personId, { way: "setup" });
}
