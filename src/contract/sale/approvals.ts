/** Approvals at the till: a second person approves one action of a colleague by PIN, in the colleague's session and drawer. */
import { z } from "#zod";
import { Id, postJson, resource } from "../core/call";
import { Yuan, YuanIn } from "../core/money";
import type { Code } from "../core/permissions";
import { Instant } from "../core/time";

/** The actions that a second person can approve, each with the code that the approver holds. */
export const APPROVER_CODES = {
  returnGoods: "sale_return_any",
  discount: "sale_discount_any",
  setPrice: "sale_price_any",
  waiveFee: "booking_waive_fee",
  closeAccount: "member_close",
  cashOut: "shift_report",
  bankEntry: "bank_approve",
} as const satisfies Record<string, Code>;
export const ApprovalAction = z.enum(["returnGoods", "discount", "setPrice", "waiveFee", "closeAccount", "cashOut", "bankEntry"]);
export type ApprovalAction = z.infer<typeof ApprovalAction>;

/** 4 to 8 digits. */
export const Pin = z.string().regex(/^\d{4,8}$/, { error: (issue) => (issue.input === "" ? "required" : "format") });

/** An action as it is approved: another amount, document or content needs another approval. */
const terms = {
  action: ApprovalAction,
  /** Id of the document; "" for a cart. */
  subject: z.union([z.literal(""), Id]),
  /** Hash of the lines that the approval covers. */
  content: z.string().regex(/^[0-9a-f]{64}$/),
};

/** `data.approval` of a refusal that an approval lifts. */
export const ApprovalRequest = z.object({
  ...terms,
  amount: Yuan,
  rule: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Colleagues who can approve it: they hold the code here and have a PIN. */
  approvers: z.array(z.object({ id: Id, name: z.string(), role: z.string() })),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/** An approval on the document that it was used for. */
export const Approved = z.object({
  action: ApprovalAction,
  amount: Yuan,
  requestedBy: z.string(),
  approvedBy: z.string(),
  at: Instant,
});
export type Approved = z.infer<typeof Approved>;

export const approvals = resource({
  grant: postJson("/api/manage/venue/approval/grant", {
    summary:
      "Approve one action of the person who is signed in, by a colleague's PIN; the call of the action then carries its id, once (header Approval)",
    effect: false,
    code: [
      "sale_create",
      "sale_return",
      "sale_delete",
      "booking_cancel",
      "booking_refund",
      "member_recharge",
      "member_close",
      "shift",
      "bank_modify",
      "bank_line_modify",
    ],
    input: z.object({ ...terms, amount: YuanIn, approverId: Id, pin: Pin }),
    output: z.object({ id: Id, expiresAt: Instant }),
  }),
});
