/** Purchase receipt in one step: a posted document of goods that come in on account of a supplier (ledger "receipt on account"). */
import { type Ctx, today } from "../../http/context";
import { writeDraft } from "./documents";
import { postDraft } from "./post-document";

/**
 * Receives goods. `unitCost` in fen; a supplier that isn't known by its name is entered.
 * @returns the document's number
 */
export async function receive(
  ctx: Ctx,
  input: {
    warehouse: "main" | "shop";
    supplier: string;
    lines: readonly { readonly productId: string; readonly quantity: number; readonly unitCost: number }[];
  },
): Promise<string> {
  const id = await writeDraft(ctx, {
    kind: input.warehouse === "main" ? "receiptMain" : "receiptShop",
    supplierId: await supplierNamed(ctx, input.supplier),
    day: today(ctx),
    reference: "",
    reason: null,
    memo: "",
    lines: input.lines.map((line) => ({ ...line, packs: null, packSize: 1 })),
  });
  return (await postDraft(ctx, id)).no;
}

async function supplierNamed(ctx: Ctx, name: string): Promise<string> {
  const known = await ctx.db
    .selectFrom("supplier")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("name", "=", name)
    .executeTakeFirst();
  if (known) return known.id;
  const id = ctx.newId();
  await ctx.db
    .insertInto("supplier")
    .values({
      venue_id: ctx.venue.id,
      id,
      name,
      contact: "",
      tel: "",
      address: "",
      term_days: 0,
      account: "",
      active: true,
      memo: "",
      created_at: ctx.now,
    })
    .execute();
  return id;
}
