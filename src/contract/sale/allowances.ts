/** Amount that a till may charge to a member's principal while it is offline. */
import { z } from "#zod";
import { Id, postJson, resource } from "../core/call";
import { Yuan } from "../core/money";
import { Instant } from "../core/time";

/** An allowance as its till keeps it: the token goes back with each sale that takes from it. */
export const Allowance = z.object({
  id: Id,
  token: z.string(),
  memberId: Id,
  memberName: z.string(),
  /** The last digits of the mobile. */
  phoneEnd: z.string(),
  cardTypeName: z.string(),
  /** Amount that may still be charged, beside sales that are on their way. */
  left: Yuan,
  until: Instant,
});
export type Allowance = z.infer<typeof Allowance>;

export const allowances = resource({
  give: postJson("/api/manage/venue/sale/allowance", {
    summary: "What this till may take from a member's principal without the server; null where there is nothing",
    code: "sale_create",
    input: z.object({ memberId: Id }),
    output: z.object({ allowance: Allowance.nullable() }),
  }),
});
