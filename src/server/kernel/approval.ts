/**
 * Approvals at the till: an action that the operator may not do alone is approved by a colleague's PIN, once, as it is. The service that does
 * the action asks here; what it computes must be what was approved.
 */
import { type ApprovalAction, type ApprovalRequest, type Approved, APPROVER_CODES } from "../../contract/sale/approvals";
import type { Label } from "../../contract/core/resource/label";
import { fill, inLanguage, type Values } from "../../contract/core/fill";
import { type Fen, yuan } from "../../contract/core/money";
import type { Db } from "../db/client";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { ADMINISTRATOR } from "./administrators";
import { hashOf } from "./tokens";

/** Action to be approved. */
interface Terms {
  readonly action: ApprovalAction;
  /** Id of the document; "" for a cart. */
  readonly subject: string;
  readonly amount: Fen;
  /** Further content that must be as it was approved: the lines of a return or a cart. */
  readonly content?: unknown;
  /** The rule that asks for it. */
  readonly rule: Label;
  readonly values?: Values;
  readonly facts: readonly { readonly label: Label; readonly value: string }[];
}

const REQUESTER: Label = { zh: "谁要求", en: "Requested by" };

/**
 * Uses up the approval that the call carries.
 * @param decides the operator holds the code of the action: nobody else has to approve it
 * @returns id of the approval; undefined where none was needed
 * @throws AppError `approvalNeeded` without one; `approvalStale` for one that was used, has expired or is of something else
 */
export async function requireApproval(
  ctx: Ctx,
  terms: Terms,
  decides = ctx.codes.has(APPROVER_CODES[terms.action]),
): Promise<string | undefined> {
  if (decides || ctx.person.id === "") return undefined;
  const content = hashOf(JSON.stringify(terms.content ?? null));
  const { action, subject, amount } = terms;
  if (ctx.approval !== "") {
    // One statement: of two calls with one approval the second finds it used.
    const used = await ctx.db
      .updateTable("approval")
      .set({ used_at: ctx.now, document_id: subject })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", ctx.approval)
      .where("requester", "=", ctx.person.id)
      .where("action", "=", action)
      .where("subject", "=", subject)
      .where("content", "=", content)
      .where("amount", "=", amount)
      .where("used_at", "is", null)
      .where("expires_at", ">", ctx.now)
      .returning("id")
      .executeTakeFirst();
    if (used) return used.id;
  }
  const rule = fill(terms.rule[ctx.language], inLanguage(terms.values ?? {}, ctx.language));
  const approval: ApprovalRequest = {
    action,
    subject,
    content,
    amount: yuan(amount),
    rule,
    facts: [{ label: REQUESTER, value: ctx.person.name }, ...terms.facts].flatMap(({ label, value }) =>
      value === "" ? [] : [{ label: label[ctx.language], value }],
    ),
    approvers: await listApprovers(ctx, action),
  };
  throw new AppError(ctx.approval === "" ? "approvalNeeded" : "approvalStale", { rule }, { approval });
}

const approversOf = (ctx: Ctx, action: ApprovalAction) =>
  ctx.db
    .selectFrom("person_venue as v")
    .innerJoin("person as p", "p.id", "v.person_id")
    .innerJoin("person_pin as n", "n.person_id", "p.id")
    .innerJoin("role as r", "r.id", "v.role_id")
    .where("v.venue_id", "=", ctx.venue.id)
    .where("p.state", "=", "active")
    .where("p.id", "<>", ctx.person.id)
    .where((eb) =>
      eb.or([
        eb("r.kind", "=", ADMINISTRATOR),
        eb.exists(
          eb.selectFrom("role_grant as g").select("g.code").whereRef("g.role_id", "=", "r.id").where("g.code", "=", APPROVER_CODES[action]),
        ),
      ]),
    );

/** Keys under which a person's wrong PINs are counted: in a row, and of the day. */
export const pinKeys = (id: string) => [`pin\n${id}`, `pin day\n${id}`] as const;

/** Resets the failed tries of a person's PIN, after a new one was set. */
export const clearPinTries = (db: Db, id: string): Promise<unknown> =>
  db
    .deleteFrom("guess")
    .where("key", "in", [...pinKeys(id)])
    .execute();

/** A removed PIN, as the operation log shows it. */
export const PIN_REMOVED = { before: { pin_state: "set" }, after: { pin_state: "none" } } as const;

/** Removes a person's PIN, also after the password was reset: whoever knew that may have set the PIN. @returns true if there was one */
export async function removePinOf(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("person_pin").where("person_id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

const MOST_APPROVERS = 50;
const listApprovers = (ctx: Ctx, action: ApprovalAction): Promise<ApprovalRequest["approvers"]> =>
  approversOf(ctx, action).select(["p.id", "p.name", "r.name as role"]).orderBy("p.name").orderBy("p.id").limit(MOST_APPROVERS).execute();

/** Returns a colleague who can approve the operator's action here, with the hash of their PIN. */
export const findApprover = (ctx: Ctx, action: ApprovalAction, id: string) =>
  approversOf(ctx, action).select(["p.id", "p.name", "n.pin_hash"]).where("p.id", "=", id).executeTakeFirst();

/** Names the document that an approved cart became. */
export async function nameApproved(ctx: Ctx, approvalId: string | undefined, documentId: string): Promise<void> {
  if (approvalId === undefined) return;
  await ctx.db
    .updateTable("approval")
    .set({ document_id: documentId })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", approvalId)
    .execute();
}

/** Returns the approvals that a document was changed by, oldest first. */
export async function approvalsOf(ctx: Ctx, documentId: string): Promise<Approved[]> {
  const rows = await ctx.db
    .selectFrom("approval")
    .select(["action", "amount", "requested_by", "approved_by", "used_at", "created_at"])
    .where("venue_id", "=", ctx.venue.id)
    .where("document_id", "=", documentId)
    .where("used_at", "is not", null)
    .orderBy("used_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    action: row.action,
    amount: yuan(row.amount),
    requestedBy: row.requested_by,
    approvedBy: row.approved_by,
    at: (row.used_at ?? row.created_at).toISOString(),
  }));
}
