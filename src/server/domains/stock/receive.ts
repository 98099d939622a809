/** Purchase receipt: goods come into a warehouse on account of a supplier (ledger "receipt on account"). */
import { documentNumber } from "../../http/perform";
import { type Ctx, today } from "../../http/context";
import { post } from "../../ledger/post";
import { type Move, moveStock } from "./move";

/** Receives goods. `unitCost` in fen. @returns the document's number */
export async function receive(
  ctx: Ctx,
  input: { warehouse: "main" | "shop"; supplier: string; lines: readonly Required<Move>[] },
): Promise<string> {
  const id = ctx.newId();
  const no = await documentNumber(ctx, "P", today(ctx));
  const moved = await moveStock(ctx, input.warehouse, input.lines, { kind: "receipt", id, no });
  const account = input.warehouse === "main" ? ("stock.main" as const) : ("stock.shop" as const);
  const total = moved.reduce((sum, line) => sum + line.cost, 0);
  await post(ctx, {
    document: { kind: "receipt", id, no },
    operation: "receipt",
    legs: [
      ...moved.map((line) => ({ account, amount: line.cost, subject: line.productId })),
      { account: "payable.supplier" as const, amount: -total, subject: input.supplier },
    ],
  });
  return no;
}
