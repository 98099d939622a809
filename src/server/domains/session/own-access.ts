/** A person's own access, to read and to change: sessions, second step, mobile. */
import type { Output, Parsed } from "../../../contract/core/call";
import type { ownAccess } from "../../../contract/session/own-access";
import { refusalText } from "../../../contract/core/errors";
import { maskPhone } from "../../../contract/core/phone";
import type { PersonCtx } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { servePersonCalls, type Route } from "../../http/serve";
import { clearPinTries, PIN_REMOVED, removePinOf } from "../../kernel/approval";
import { agentOf } from "../../kernel/agents";
import { hashPassword, passwordMatches } from "../../kernel/password";
import { removeSecondFactor } from "../../kernel/second-factor";
import { hashOf, sessionEnd } from "../../kernel/tokens";
import type { Sms } from "../../sms/sms";
import { audited } from "./audited";
import { countFailure, countGuess, clearGuesses } from "./guesses";
import { auditAtVenues, shutOthersOut } from "./others";
import { beginEnrolment, confirmEnrolment, hasSecondFactor, redeemCode, requiresSecondFactor } from "./second-factor";

const MOST = 50;

async function view(ctx: PersonCtx): Promise<Output<typeof ownAccess.view>> {
  const own = hashOf(ctx.token);
  const rows = await ctx.db
    .selectFrom("person_session as s")
    .leftJoin("person_device as d", (join) => join.onRef("d.token_hash", "=", "s.device_hash").onRef("d.person_id", "=", "s.person_id"))
    .select(["s.id", "s.token_hash", "s.created_at", "s.used_at", "s.expires_at", "s.address", "d.agent"])
    .where("s.person_id", "=", ctx.person.id)
    .where("s.expires_at", ">", ctx.now)
    .where("s.created_at", ">", new Date(ctx.now.getTime() - ctx.sessionMs))
    .orderBy((eb) => eb.fn.coalesce("s.used_at", "s.created_at"), "desc")
    .orderBy("s.id")
    .limit(MOST)
    .execute();
  const totp = await ctx.db.selectFrom("person_totp").select("confirmed_at").where("person_id", "=", ctx.person.id).executeTakeFirst();
  const { left } = await ctx.db
    .selectFrom("person_recovery_code")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("person_id", "=", ctx.person.id)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  const { phone } = await ctx.db.selectFrom("person").select("phone").where("id", "=", ctx.person.id).executeTakeFirstOrThrow();
  const pin = await ctx.db.selectFrom("person_pin").select("set_at").where("person_id", "=", ctx.person.id).executeTakeFirst();
  const since = totp?.confirmed_at ?? null;
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      ...agentOf(row.agent ?? ""),
      address: row.address,
      signedInAt: row.created_at.toISOString(),
      usedAt: (row.used_at ?? row.created_at).toISOString(),
      endsAt: sessionEnd(row.created_at, row.used_at ?? row.created_at, ctx.sessionMs).toISOString(),
      isThis: row.token_hash === own,
    })),
    mobile: phone === "" ? "" : maskPhone(phone),
    secondFactor: {
      on: since !== null,
      since: since?.toISOString() ?? null,
      codesLeft: since === null ? 0 : left,
      required: await requiresSecondFactor(ctx.db, ctx.person.id),
    },
    pinSince: pin?.set_at.toISOString() ?? null,
  };
}

/** Signs out one session of the person; that of somebody else is not found and stays. */
async function endSession(ctx: PersonCtx, { id }: Parsed<typeof ownAccess.endSession>): Promise<Output<typeof ownAccess.endSession>> {
  await audited(ctx, "ownAccess.endSession", ctx.person, (tx) =>
    tx.deleteFrom("person_session").where("person_id", "=", ctx.person.id).where("id", "=", id).execute(),
  );
  return {};
}

async function endOthers(ctx: PersonCtx): Promise<Output<typeof ownAccess.endOthers>> {
  const { numDeletedRows } = await audited(ctx, "ownAccess.endOthers", ctx.person, async (tx) => {
    await tx.deleteFrom("qr_ticket").where("person_id", "=", ctx.person.id).execute();
    return tx
      .deleteFrom("person_session")
      .where("person_id", "=", ctx.person.id)
      .where("token_hash", "<>", hashOf(ctx.token))
      .executeTakeFirst();
  });
  return { sessions: Number(numDeletedRows) };
}

async function beginSecondFactor(
  ctx: PersonCtx,
  input: Parsed<typeof ownAccess.beginSecondFactor>,
): Promise<Output<typeof ownAccess.beginSecondFactor>> {
  const person = await confirmPerson(ctx, input, "ownAccess.beginSecondFactor");
  if (await hasSecondFactor(ctx.db, person.id)) await removeSecondFactor(ctx.db, person.id);
  return beginEnrolment(ctx, person);
}

async function confirmSecondFactor(
  ctx: PersonCtx,
  { code }: Parsed<typeof ownAccess.confirmSecondFactor>,
): Promise<Output<typeof ownAccess.confirmSecondFactor>> {
  const recoveryCodes = await confirmEnrolment(ctx, ctx.person.id, code);
  await audited(ctx, "ownAccess.confirmSecondFactor", ctx.person, async (tx) => {
    await shutOthersOut(ctx, tx, ctx.person, "ownAccess.confirmSecondFactor");
  });
  return { recoveryCodes };
}

async function endSecondFactor(
  ctx: PersonCtx,
  input: Parsed<typeof ownAccess.endSecondFactor>,
): Promise<Output<typeof ownAccess.endSecondFactor>> {
  if (await requiresSecondFactor(ctx.db, ctx.person.id)) throw new AppError("secondFactorRequired");
  const person = await confirmPerson(ctx, input, "ownAccess.endSecondFactor");
  await audited(ctx, "ownAccess.endSecondFactor", ctx.person, async (tx) => {
    await removeSecondFactor(tx, person.id);
    await auditAtVenues(ctx, tx, ctx.person, "ownAccess.endSecondFactor", {
      before: { secondFactor: true },
      after: { secondFactor: false },
    });
  });
  return {};
}

/** One digit over and over, or digits in a row: the first that anybody tries. */
const isEasyPin = (pin: string): boolean => /^(\d)\1*$/.test(pin) || "01234567890".includes(pin) || "09876543210".includes(pin);

/** @throws AppError `badInput` for a PIN that is the password or easily guessed; as `confirmPerson` */
async function setPin(ctx: PersonCtx, { pin, ...input }: Parsed<typeof ownAccess.setPin>): Promise<Output<typeof ownAccess.setPin>> {
  if (isEasyPin(pin) || pin === input.password) throw badField("pin", "guessable");
  const person = await confirmPerson(ctx, input, "ownAccess.setPin");
  const row = { pin_hash: await hashPassword(pin), set_at: ctx.now };
  await audited(ctx, "ownAccess.setPin", ctx.person, async (tx) => {
    await tx
      .insertInto("person_pin")
      .values({ person_id: person.id, ...row })
      .onConflict((conflict) => conflict.column("person_id").doUpdateSet(row))
      .execute();
    await clearPinTries(tx, person.id);
    await auditAtVenues(ctx, tx, ctx.person, "ownAccess.setPin", { before: {}, after: { pin_state: "set" } });
  });
  return {};
}

async function removePin(ctx: PersonCtx, input: Parsed<typeof ownAccess.removePin>): Promise<Output<typeof ownAccess.removePin>> {
  const person = await confirmPerson(ctx, input, "ownAccess.removePin");
  await audited(ctx, "ownAccess.removePin", ctx.person, async (tx) => {
    if (await removePinOf(tx, person.id)) await auditAtVenues(ctx, tx, ctx.person, "ownAccess.removePin", PIN_REMOVED);
  });
  return {};
}

const TEXTS = {
  zh: (end: string) => `你在场馆管理后台登记的手机号已改为尾号 ${end}。如果不是你本人操作，请立即联系管理员。`,
  en: (end: string) =>
    `Your mobile at the venue console was changed to the one ending in ${end}. If this wasn't you, contact your administrator now.`,
} as const;

const changeMobile =
  (sms: Sms) =>
  async (ctx: PersonCtx, { mobile, ...input }: Parsed<typeof ownAccess.changeMobile>): Promise<Output<typeof ownAccess.changeMobile>> => {
    const person = await confirmPerson(ctx, input, "ownAccess.changeMobile");
    if (person.phone === mobile) throw badField("mobile", "asBefore");
    await audited(ctx, "ownAccess.changeMobile", ctx.person, async (tx) => {
      await tx.updateTable("person").set({ phone: mobile }).where("id", "=", person.id).execute();
      // A code on its way to the old number would still set a new password.
      await tx.updateTable("sms_code").set({ used_at: ctx.now }).where("person_id", "=", person.id).where("used_at", "is", null).execute();
      await auditAtVenues(ctx, tx, ctx.person, "ownAccess.changeMobile", {
        before: { phone: maskPhone(person.phone) },
        after: { phone: maskPhone(mobile) },
      });
    });
    if (person.phone !== "") sms.notify({ id: ctx.newId(), mobile: person.phone, text: TEXTS[ctx.language](mobile.slice(-4)) });
    return {};
  };

interface Confirmed {
  readonly id: string;
  readonly username: string;
  readonly phone: string;
}

/**
 * The person, once they have shown that it is them: the page may have been left open. Wrong passwords and codes are counted as at the login.
 * @throws AppError `slowDown`, `accountLocked`, `confirmationWrong`, `stepCodeWrong`
 */
async function confirmPerson(ctx: PersonCtx, { password, code }: { password: string; code: string }, action: string): Promise<Confirmed> {
  const person = await ctx.db
    .selectFrom("person")
    .select(["id", "name", "username", "phone", "password_hash"])
    .where("id", "=", ctx.person.id)
    .executeTakeFirst();
  if (!person) throw new AppError("invalidToken");
  const guess = await countGuess(ctx, person.username.toLowerCase());
  await countFailure(ctx, person.username, person, action, ctx.person);
  if (!(await passwordMatches(person.password_hash, password)))
    throw new AppError("confirmationWrong", {}, { errors: { password: refusalText("confirmationWrong", ctx.language) } });
  if (await hasSecondFactor(ctx.db, person.id)) await redeemCode(ctx, person.id, code);
  await audited(ctx, action, ctx.person, (tx) => clearGuesses(tx, person, guess));
  return person;
}

/** @param sms what tells the old mobile of a new one */
export const ownAccessRoutes = (callees: typeof ownAccess, sms: Sms): Route[] =>
  servePersonCalls(callees, {
    view,
    endSession,
    endOthers,
    beginSecondFactor,
    confirmSecondFactor,
    endSecondFactor,
    setPin,
    removePin,
    changeMobile: changeMobile(sms),
  });
