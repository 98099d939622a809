/** Devices from which a person has logged in before: a secret in a cookie, kept as its hash. */
import type { Db } from "../db/client";
import type { Operator, PersonCtx } from "../http/context";
import { hashOf, newSecret } from "./tokens";

/** Time for which a device is remembered after its last login, in milliseconds: as long as browsers store a cookie. */
export const DEVICE_MS = 400 * 24 * 3_600_000;

/** The hash of this device's secret, where the person has logged in from it. */
export async function knownDevice(ctx: PersonCtx<Operator | null>, personId: string): Promise<string | undefined> {
  if (ctx.device === "") return undefined;
  const row = await ctx.db
    .selectFrom("person_device")
    .select("token_hash")
    .where("token_hash", "=", hashOf(ctx.device))
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return row?.token_hash;
}

/**
 * Remembers the device of a login. A secret that we gave out serves for everybody who logs in there.
 * @returns its secret, and the secret's hash, under which its sessions are kept
 */
export async function rememberDevice(ctx: PersonCtx<null>, db: Db, personId: string): Promise<{ secret: string; hash: string }> {
  const given = ctx.device === "" ? undefined : hashOf(ctx.device);
  const ours = given && (await db.selectFrom("person_device").select("token_hash").where("token_hash", "=", given).executeTakeFirst());
  const secret = ours ? ctx.device : newSecret();
  const hash = hashOf(secret);
  const seen = { used_at: ctx.now, agent: ctx.agent, address: ctx.address };
  await db
    .insertInto("person_device")
    .values({ token_hash: hash, person_id: personId, first_at: ctx.now, ...seen })
    .onConflict((conflict) => conflict.columns(["token_hash", "person_id"]).doUpdateSet(seen))
    .execute();
  return { secret, hash };
}

/** Forgets the devices of a person whose password another one may have known. */
export async function forgetDevices(db: Db, personId: string): Promise<void> {
  await db.deleteFrom("person_device").where("person_id", "=", personId).execute();
}
