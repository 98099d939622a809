/** Opening balances of bank accounts. */
import type { bankAccounts } from "../../../contract/accounting/bank";
import { fen } from "../../../contract/core/money";
import type { RowOf } from "../../../contract/core/resource/define";
import type { Ctx } from "../../http/context";
import type { Account } from "../../ledger/accounts";
import { type Leg, post } from "../../ledger/post";
import { reverse } from "../../ledger/reverse";
import { findTransactions } from "./bank-accounts";

type AccountRow = RowOf<typeof bankAccounts>;
const OPENINGS = {
  openingWechat: "tender.wechat",
  openingAlipay: "tender.alipay",
  openingCard: "tender.bank_card",
  openingTransfer: "tender.transfer",
} as const satisfies Partial<Record<keyof AccountRow, Account>>;
const openingOf = (row: AccountRow): readonly Leg[] => {
  const parts = Object.entries(OPENINGS).map(([field, account]): Leg => ({
    account,
    amount: -fen(row[field as keyof typeof OPENINGS] ?? "0"),
  }));
  const opening = fen(row.opening);
  const rest = parts.reduce((sum, { amount }) => sum + amount, opening);
  return [{ account: row.ledgerAccount, amount: opening, subject: row.id }, ...parts, { account: "opening", amount: -rest }];
};

/** Posts the opening balance of an account; a changed one reverses what was posted before. */
export async function saveOpening(ctx: Ctx, row: AccountRow, before: AccountRow | undefined): Promise<void> {
  const legs = openingOf(row);
  if (before !== undefined) {
    if (JSON.stringify(legs) === JSON.stringify(openingOf(before))) return;
    for (const id of await findTransactions(ctx, "bankAccount", row.id))
      await reverse(ctx, id, "bank opening changed", ctx.language === "zh" ? "修改期初余额" : "Opening balance changed");
  }
  if (legs.every(({ amount }) => amount === 0)) return;
  await post(ctx, { document: { kind: "bankAccount", id: row.id, no: row.name }, operation: "bank opening", legs });
}
