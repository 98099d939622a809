/** The demo's budget: each month of the year gets the figures of the last thirty days, rounded and slightly raised. */
import { budgetGrid } from "../../contract/finance/budgets";
import { yuan } from "../../contract/core/money";
import { addDays, wall } from "../../contract/core/time";
import { classOf } from "../../contract/finance/accounts";
import { readBalances } from "../domains/finance/account-balances";
import { saveGrid, toSide } from "../domains/finance/budgets";
import type { Ctx, Operator } from "../http/context";
import { at } from "./act";

const ACCOUNTANT: Operator = { id: "2", name: "周凯" };
/** Budgets are whole hundreds of yuan. */
const STEP = 10_000;

export async function makeBudgets(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day: today } = wall(system.now, system.venue.zone);
  const year = Number(today.slice(0, 4));
  const past = await readBalances(system, { from: addDays(today, -30), to: addDays(today, -1) });
  const amounts = past.flatMap(({ account, category, debit, credit }) => {
    const amount = classOf(account) === undefined ? 0 : toSide(account, debit - credit);
    return amount > 0 ? [{ account, category, amount: Math.ceil((amount * 1.05) / STEP) * STEP }] : [];
  });
  const months = Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, "0")}`);
  const cells = months.flatMap((month) => amounts.map(({ amount, ...cell }) => ({ ...cell, month, amount: yuan(amount) })));
  const ctx = at(system, { day: today, minute: 8 * 60, person: ACCOUNTANT, moves: true }, { person: "" }, tick);
  if (cells.length > 0) await saveGrid(ctx, budgetGrid.save.input.parse({ year, cells }));
}
