/** Codes that wait for the administrator to pass them on, where no gateway sends them. */
import { sql, type SqlBool } from "kysely";
import type { Output } from "../../../contract/core/call";
import type { platform } from "../../../contract/platform/platform";
import { maskPhone } from "../../../contract/core/phone";
import type { Ctx } from "../../http/context";
import { auditLine } from "../../kernel/audit-line";
import type { Sms, SmsMessage } from "../../sms/sms";

/** Prefix of the ids of messages to customers. */
const CUSTOMER_PREFIX = "customer:";

/**
 * Returns the valid codes of the venue's staff and of customers who sign in on its public page, newest first. Codes of people with permissions
 * that the reader lacks, at any venue, are left out, because a code opens an account. Used codes are left out.
 */
export const sentCodes =
  (sms: Sms) =>
  async (ctx: Ctx): Promise<Output<typeof platform.sentCodes>> => {
    const waiting = sms.waiting?.(ctx.now) ?? [];
    if (waiting.length === 0) return { byGateway: sms.waiting === null, content: [] };
    const people = await ctx.db
      .selectFrom("person_venue as here")
      .innerJoin("person", "person.id", "here.person_id")
      .select(["person.id", "person.name", "person.username"])
      .where("here.venue_id", "=", ctx.venue.id)
      .where(
        "person.id",
        "in",
        waiting.map(({ personId }) => personId),
      )
      .where(
        sql<SqlBool>`NOT EXISTS (SELECT FROM person_venue v JOIN role_grant c ON c.role_id = v.role_id WHERE v.person_id = person.id AND NOT EXISTS (
          SELECT FROM person_venue o JOIN role_grant d ON d.role_id = o.role_id
          WHERE o.person_id = ${ctx.person.id} AND o.venue_id = v.venue_id AND d.code = c.code))`,
      )
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom("sms_code as s")
            .select("s.id")
            .whereRef("s.person_id", "=", "person.id")
            .where("s.used_at", "is", null)
            .where("s.expires_at", ">", ctx.now),
        ),
      )
      .execute();
    const customer = { name: ctx.language === "zh" ? "顾客登录" : "Customer signing in", username: "" };
    const known = new Map([
      ...people.map((person) => [person.id, person] as const),
      ...(await openCustomers(ctx, waiting)).map((personId) => [personId, customer] as const),
    ]);
    await auditShown(
      ctx,
      waiting.filter(({ personId }) => known.has(personId)),
    );
    return {
      byGateway: false,
      content: waiting.flatMap(({ personId, mobile, code, at, expiresAt }) => {
        const person = known.get(personId);
        if (!person) return [];
        const times = { at: at.toISOString(), expiresAt: expiresAt.toISOString() };
        return [
          { id: `${personId}-${at.getTime()}`, name: person.name, username: person.username, phone: maskPhone(mobile), code, ...times },
        ];
      }),
    };
  };

/** Logs who saw which code, since it opens an account. Repeated reads leave one line for each code and person. */
async function auditShown(ctx: Ctx, messages: readonly SmsMessage[]): Promise<void> {
  const first = Math.min(...messages.map(({ at }) => at.getTime()));
  if (messages.length === 0) return;
  const lines = await ctx.db
    .selectFrom("audit_log")
    .select(sql<string>`after ->> 'sent_at'`.as("sentAt"))
    .where("venue_id", "=", ctx.venue.id)
    .where("at", ">=", new Date(first))
    .where("action", "=", ctx.action)
    .where("person_id", "=", ctx.person.id)
    .execute();
  const seen = new Set(lines.map(({ sentAt }) => sentAt));
  for (const { personId, mobile, at } of messages) {
    const sent_at = `${at.toISOString()} ${maskPhone(mobile)}`;
    if (seen.has(sent_at)) continue;
    const isStaff = !personId.startsWith(CUSTOMER_PREFIX);
    const subject = isStaff ? { object: "person", id: personId } : { object: "venue", id: ctx.venue.id };
    await auditLine(ctx, { ...subject, after: { code_state: isStaff ? "password" : "customer", sent_at } });
  }
}

/** The ids of the venue's customers among the messages whose code still waits for them. */
async function openCustomers(ctx: Ctx, messages: readonly SmsMessage[]): Promise<string[]> {
  const own = messages.filter(({ venueId }) => venueId === ctx.venue.id);
  if (own.length === 0) return [];
  const rows = await ctx.db
    .selectFrom("customer_code")
    .select(["mobile", "at"])
    .where("venue_id", "=", ctx.venue.id)
    .where(
      "mobile",
      "in",
      own.map(({ mobile }) => mobile),
    )
    .where("used_at", "is", null)
    .where("verified_at", "is", null)
    .where("expires_at", ">", ctx.now)
    .execute();
  const keyOf = ({ mobile, at }: Pick<SmsMessage, "mobile" | "at">): string => `${mobile} ${at.getTime()}`;
  const open = new Set(rows.map(keyOf));
  return own.filter((message) => open.has(keyOf(message))).map(({ personId }) => personId);
}
