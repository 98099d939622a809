/** QR login with no outside service: a ticket of two minutes, confirmed once on a signed-in phone, gives a one-time code once. */
import { renderSVG } from "uqr";
import type { Output, Parsed } from "../../../contract/core/call";
import type { session } from "../../../contract/session/session";
import type { PersonCtx } from "../../http/context";
import { AppError } from "../../http/error";
import { enter } from "./login";
import { hashOf, newSecret } from "../../kernel/tokens";

const TICKET_MS = 2 * 60_000;
const MOST_OPEN = 10_000;

/** A new ticket, and the QR image of the link that a phone opens. */
export async function qrTicket(ctx: PersonCtx<null>): Promise<Output<typeof session.qrTicket>> {
  const { open } = await ctx.db
    .selectFrom("qr_ticket")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .executeTakeFirstOrThrow();
  if (open > MOST_OPEN) throw new AppError("slowDown", { seconds: TICKET_MS / 1000 });
  const ticket = newSecret();
  const expiresAt = new Date(ctx.now.getTime() + TICKET_MS);
  await ctx.db
    .insertInto("qr_ticket")
    .values({ ticket_hash: hashOf(ticket), expires_at: expiresAt })
    .execute();
  return { ticket, svg: renderSVG(`${ctx.origin}/auth-redirect?ticket=${ticket}`, { ecc: "M" }), expiresAt: expiresAt.toISOString() };
}

/** Returns the outcome of a ticket. The code is returned once; a further request waits in vain. */
export async function qrState(ctx: PersonCtx<null>, input: Parsed<typeof session.qrState>): Promise<Output<typeof session.qrState>> {
  const given = await ctx.db
    .selectFrom("qr_ticket")
    .select(["code", "person_id"])
    .where("ticket_hash", "=", hashOf(input.ticket))
    .where("expires_at", ">", ctx.now)
    .executeTakeFirst();
  if (!given) return { state: "expired" };
  if (given.person_id === null) return { state: "waiting" };
  if (given.code === null) return { state: "expired" };
  const claimed = await ctx.db
    .updateTable("qr_ticket")
    .set({ code: null })
    .where("ticket_hash", "=", hashOf(input.ticket))
    .where("code", "is not", null)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n ? { state: "confirmed", code: given.code } : { state: "expired" };
}

/** @throws AppError `ticketExpired` when the ticket is unknown, old or already confirmed */
export async function qrConfirm(ctx: PersonCtx, input: Parsed<typeof session.qrConfirm>): Promise<Output<typeof session.qrConfirm>> {
  const code = newSecret();
  const done = await ctx.db
    .updateTable("qr_ticket")
    .set({ person_id: ctx.person.id, code, code_hash: hashOf(code), agent: ctx.agent, address: ctx.address })
    .where("ticket_hash", "=", hashOf(input.ticket))
    .where("person_id", "is", null)
    .where("expires_at", ">", ctx.now)
    .executeTakeFirst();
  if (done.numUpdatedRows !== 1n) throw new AppError("ticketExpired");
  return {};
}

/** @throws AppError `ticketExpired` when the code is unknown, old or already used */
export async function qrLogin(ctx: PersonCtx<null>, input: Parsed<typeof session.qrLogin>): Promise<Output<typeof session.qrLogin>> {
  const used = await ctx.db
    .updateTable("qr_ticket")
    .set({ used_at: ctx.now, code: null })
    .where("code_hash", "=", hashOf(input.code))
    .where("used_at", "is", null)
    .where("expires_at", ">", ctx.now)
    .returning(["person_id", "agent", "address"])
    .executeTakeFirst();
  if (!used?.person_id) throw new AppError("ticketExpired");
  return enter(ctx, used.person_id, { way: "scan", phone: used });
}
