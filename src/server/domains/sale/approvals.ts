/** Granting an approval by a colleague's PIN. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { approvals } from "../../../contract/sale/approvals";
import { PLATFORM } from "../../db/client";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { change } from "../../http/perform";
import { inVenueAfter, type Route, type Work } from "../../http/serve";
import { findApprover, pinKeys } from "../../kernel/approval";
import { auditLine } from "../../kernel/audit-line";
import { addMessage } from "../../kernel/messages";
import { passwordMatches } from "../../kernel/password";
import { requireOther } from "../../kernel/second-person";
import { countTry, type Limit } from "../../kernel/tries";

/** Counts the tries of a person's PIN, whoever types it. */
const TRIES: Limit = { most: 5, ms: 5 * 60_000 };
/** Wrong PINs of a day, however they are spread: four digits are soon guessed otherwise. */
const DAY_TRIES: Limit = { most: 30, ms: 24 * 3_600_000 };
/** An approval is used within this, or not at all. */
const VALID_MS = 3 * 60_000;

interface Approver {
  readonly id: string;
  readonly name: string;
  readonly pin_hash: string;
}
type Asked = Parsed<typeof approvals.grant>;

/** @throws AppError `ownRequest`; `approverWrong` for who holds no code of the action here, or has no PIN */
async function chooseApprover(ctx: Ctx, { action, approverId }: Asked): Promise<Approver> {
  requireOther(approverId, ctx.person.id);
  const found = await findApprover(ctx, action, approverId);
  if (found) return found;
  const known = await ctx.db
    .selectFrom("venue_staff")
    .select("name")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", approverId)
    .executeTakeFirst();
  throw new AppError("approverWrong", { name: known?.name ?? (ctx.language === "zh" ? "此人" : "This person") });
}

type Counted = readonly [key: string, limit: Limit];
const keysOf = ({ id }: Approver): readonly [inARow: Counted, ofTheDay: Counted] => {
  const [inARow, ofTheDay] = pinKeys(id);
  return [
    [inARow, TRIES],
    [ofTheDay, DAY_TRIES],
  ];
};

/**
 * Checks the PIN and writes the approval. The try is counted, and committed, before the PIN is looked at: tries made at once count one by one.
 * @throws AppError `pinLocked`, `pinWrong`
 */
async function grant({ database, request }: Work, approver: Approver, asked: Asked): Promise<Output<typeof approvals.grant>> {
  const db = database.dbFor(PLATFORM);
  const { now } = request;
  const minutesTo = (until: Date): number => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000));
  let left = TRIES.most;
  let lockedUntil: Date | null = null;
  for (const [key, limit] of keysOf(approver)) {
    const { tries, until, locked } = await countTry(db, key, now, limit);
    if (locked) throw new AppError("pinLocked", { name: approver.name, minutes: minutesTo(until ?? now) });
    left = Math.min(left, limit.most - tries);
    lockedUntil = until ?? lockedUntil;
  }
  if (!(await passwordMatches(approver.pin_hash, asked.pin))) {
    await change(database, request, (ctx) => logWrongPin(ctx, approver, lockedUntil !== null));
    throw lockedUntil === null
      ? new AppError("pinWrong", { left }, { left })
      : new AppError("pinLocked", { name: approver.name, minutes: minutesTo(lockedUntil) });
  }
  // A right PIN ends the row of wrong ones. Of the day's it takes back only itself: guesses between approvals still count.
  const [[row], [day]] = keysOf(approver);
  await db.deleteFrom("guess").where("key", "=", row).execute();
  await db
    .updateTable("guess")
    .set({ tries: sql`tries - 1`, until: null })
    .where("key", "=", day)
    .execute();
  return change(database, request, (ctx) => writeApproval(ctx, approver, asked));
}

/** Logs a wrong PIN; one that locks the PIN is reported in the message centre. */
async function logWrongPin(ctx: Ctx, { id, name }: Approver, locks: boolean): Promise<void> {
  await auditLine(ctx, { object: "person", id, after: { pin_state: locks ? "locked" : "wrong" } });
  if (!locks) return;
  const requester = ctx.person.name;
  await addMessage(ctx, {
    kind: "approval",
    title: (language) => (language === "zh" ? `${name}的审批码已锁定` : `The PIN of ${name} is locked`),
    text: (language) =>
      language === "zh"
        ? `在${requester}的收银台上连续输错。如果不是${name}本人，请改审批码`
        : `It was entered wrongly at ${requester}'s till. If that was not ${name}, change the PIN`,
  });
}

async function writeApproval(ctx: Ctx, approver: Approver, asked: Asked): Promise<Output<typeof approvals.grant>> {
  const id = ctx.newId();
  const expires = new Date(ctx.now.getTime() + VALID_MS);
  await ctx.db
    .insertInto("approval")
    .values({
      venue_id: ctx.venue.id,
      id,
      action: asked.action,
      subject: asked.subject,
      content: asked.content,
      amount: asked.amount,
      requester: ctx.person.id,
      requested_by: ctx.person.name,
      approver: approver.id,
      approved_by: approver.name,
      created_at: ctx.now,
      expires_at: expires,
      used_at: null,
    })
    .execute();
  return { id, expiresAt: expires.toISOString() };
}

export const approvalRoutes: Route[] = [inVenueAfter(approvals.grant, chooseApprover, grant)];
