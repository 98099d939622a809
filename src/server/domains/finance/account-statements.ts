/** Statements of the books: trial balance, profit and loss, balance sheet, and the postings behind them. */
import { sql } from "kysely";
import { type AccountClass, CLASSES, classOf, RESULT_CLASSES } from "../../../contract/finance/accounts";
import { CATEGORIES } from "../../../contract/finance/expenses";
import { accountEntries, balanceSheet, liabilities, profitLoss, RESULT, trialBalance } from "../../../contract/finance/statements";
import type { Label } from "../../../contract/core/resource/label";
import type { ReportQuery } from "../../../contract/core/resource/report";
import type { Ctx } from "../../http/context";
import { type Figures, serveReport } from "../../resource/report";
import { serveResource } from "../../resource/serve";
import { type Balance, closingOf, readBalances, readMonths } from "./account-balances";
import { readCards, readHolders } from "./liabilities";
import { purseHolders } from "./purses";

export const statementRoutes = [
  ...serveReport(trialBalance, { rows: trialBalanceRows }),
  ...serveReport(profitLoss, { rows: (ctx, query) => (query.group === "month" ? monthRows(ctx, query) : resultRows(ctx, query)) }),
  ...serveReport(balanceSheet, { rows: balanceSheetRows, sums: balanceSheetDifference }),
  ...serveReport(liabilities, { rows: liabilityRows }),
  ...serveResource(accountEntries, {
    table: "account_entry",
    columns: {
      id: () => sql`t.id`,
      cardType: () =>
        sql`(SELECT h.package_card_id FROM holding h WHERE t.account = 'card.value' AND h.venue_id = t.venue_id AND h.id = t.subject)`,
      supplier: () => sql`(CASE WHEN t.account = 'payable.supplier' THEN t.subject END)`,
      rate: () => sql`(CASE WHEN t.account = 'tax.output' AND t.subject <> '' THEN t.subject END)`,
      category: () =>
        sql`CASE WHEN t.document_kind IN ('manual', 'bankLine') AND t.account IN ('cost.other', 'income.other') THEN t.subject END`,
    },
    filters: {
      supplier: (ids: readonly string[]) => sql<boolean>`t.account = 'payable.supplier' AND t.subject = ANY (${ids}::text[])`,
      cardType: (types: readonly string[], ctx: Ctx) =>
        sql<boolean>`t.account = 'card.value' AND t.subject IN (SELECT h.id FROM holding h WHERE h.venue_id = ${ctx.venue.id} AND h.package_card_id = ANY (${types}::text[]))`,
    },
    hasId: (id) => {
      const at = id.lastIndexOf(".");
      return sql<boolean>`t.tx_id = ${id.slice(0, Math.max(at, 0))} AND t.id = ${id}`;
    },
  }),
];

const labelsIn = (name: AccountClass): readonly (readonly [string, Label])[] => Object.entries<Label>(CLASSES[name].accounts);
/** Adds balances up. */
const addBalances = (rows: readonly Balance[]): Balance =>
  rows.reduce<Balance>(
    (sum, row) => ({ ...sum, opening: sum.opening + row.opening, debit: sum.debit + row.debit, credit: sum.credit + row.credit }),
    { account: "", category: "", opening: 0, debit: 0, credit: 0 },
  );
const isEmpty = ({ opening, debit, credit }: Balance): boolean => opening === 0 && debit === 0 && credit === 0;

/** Returns a row of each class with its accounts below, with the figures that `figures` makes of a balance; accounts without any are left out. */
function splitByClass(
  ctx: Ctx,
  classes: readonly AccountClass[],
  all: readonly Balance[],
  figures: (sum: Balance, of: AccountClass) => Readonly<Record<string, unknown>>,
): Figures[] {
  return classes.flatMap((name) => {
    const accounts = labelsIn(name).flatMap(([account, label]) => {
      const sum = addBalances(all.filter((row) => row.account === account));
      return isEmpty(sum) ? [] : [{ account, label, sum }];
    });
    if (accounts.length === 0) return [];
    const head = {
      key: name,
      level: 0,
      name: CLASSES[name].label[ctx.language],
      ...figures(addBalances(accounts.map(({ sum }) => sum)), name),
    };
    return [
      head,
      ...accounts.flatMap(({ account, label, sum }): Figures[] => [
        { key: account, level: 1, name: label[ctx.language], ...figures(sum, name) },
        ...all
          .filter((row) => row.account === account && row.category !== "")
          .map((row) => ({
            key: `${account}/${row.category}`,
            level: 2,
            name: CATEGORIES[row.category]?.[ctx.language] ?? row.category,
            ...figures(row, name),
          })),
      ]),
    ];
  });
}

/** Returns the rows of the trial balance. */
async function trialBalanceRows(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const all = (await readBalances(ctx, query)).map((row) => ({ ...row, category: "" }));
  return splitByClass(ctx, Object.keys(CLASSES) as AccountClass[], all, (sum) => ({
    opening: sum.opening,
    debit: sum.debit,
    credit: sum.credit,
    closing: closingOf(sum),
  }));
}

/** Returns the figures of a net movement of a class: income above zero, discounts and costs in their own columns. */
const toResult = (of: AccountClass, net: number) => ({
  income: of === "income" ? -net : 0,
  discount: of === "discount" ? net : 0,
  tax: of === "tax" ? net : 0,
  cost: of === "cost" ? net : 0,
  profit: -net,
});
/** Returns the rows of the profit and loss by account. */
async function resultRows(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const all = (await readBalances(ctx, query)).map((row) => ({ ...row, opening: 0 }));
  return splitByClass(ctx, RESULT_CLASSES, all, ({ debit, credit }, of) => toResult(of, debit - credit));
}

/** Returns the rows of the profit and loss by month. */
async function monthRows(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const found = new Map<string, ReturnType<typeof toResult>>();
  for (const { month, account, net } of await readMonths(ctx, query)) {
    const of = classOf(account);
    if (!of) continue;
    const now = toResult(of, net);
    const sum = found.get(month);
    found.set(
      month,
      sum
        ? {
            income: sum.income + now.income,
            discount: sum.discount + now.discount,
            tax: sum.tax + now.tax,
            cost: sum.cost + now.cost,
            profit: sum.profit + now.profit,
          }
        : now,
    );
  }
  return [...found].map(([month, sums]) => ({ key: month, name: month, ...sums }));
}

const CREDIT_SIDE: ReadonlySet<AccountClass> = new Set(["liability", "equity"]);
/** Returns a balance with the sign of its side of the sheet: liabilities and equity are above zero. */
function toStatementSide(sum: Balance, of: AccountClass): { opening: number; change: number; closing: number } {
  const sign = CREDIT_SIDE.has(of) ? -1 : 1;
  return { opening: sign * sum.opening || 0, change: sign * (sum.debit - sum.credit) || 0, closing: sign * closingOf(sum) || 0 };
}
/** Returns the rows of the balance sheet. */
async function balanceSheetRows(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const all = (await readBalances(ctx, query)).map((row) => ({ ...row, category: "" }));
  const profit = addBalances(all.filter(({ account }) => classOf(account) !== undefined));
  const rows = splitByClass(ctx, ["asset", "liability", "equity"], all, toStatementSide);
  const opening = toStatementSide(addBalances(all.filter(({ account }) => account in CLASSES.equity.accounts)), "equity");
  const earned = toStatementSide(profit, "equity");
  const name = { zh: "累计利润", en: "Profit so far" }[ctx.language];
  const equity = {
    key: "equity",
    level: 0,
    name: CLASSES.equity.label[ctx.language],
    opening: opening.opening + earned.opening,
    change: opening.change + earned.change,
    closing: opening.closing + earned.closing,
  };
  const below = rows.filter(({ key }) => key in CLASSES.equity.accounts);
  return [
    ...rows.filter(({ key }) => key !== "equity" && !(key in CLASSES.equity.accounts)),
    equity,
    ...below,
    { key: RESULT, level: 1, name, ...earned },
  ];
}
/** Returns assets less liabilities less equity: 0 as long as the books balance. */
function balanceSheetDifference(rows: readonly Figures[]): Readonly<Record<string, number>> {
  const of = (measure: string): number =>
    rows.reduce((sum, row) => {
      if ((row.level ?? 0) > 0) return sum;
      const value = Number(Reflect.get(row, measure));
      return row.key === "asset" ? sum + value : sum - value;
    }, 0);
  return { opening: of("opening"), change: of("change"), closing: of("closing") };
}

/** Returns the rows of the liabilities by account, package cards by their types below. */
async function liabilityRows(ctx: Ctx, query: ReportQuery): Promise<readonly Figures[]> {
  const all = (await readBalances(ctx, query)).map((row) => ({ ...row, category: "" }));
  const rows = splitByClass(ctx, ["liability"], all, (sum) => ({
    opening: -sum.opening || 0,
    credit: sum.credit,
    debit: sum.debit,
    closing: -closingOf(sum) || 0,
  }));
  const holders = new Map([...(await readHolders(ctx, query.to)), ...(await purseHolders(ctx, query.to))]);
  const cards = await readCards(ctx, query);
  const units = cards.reduce((sum, card) => sum + card.units, 0);
  return rows
    .filter(({ level }) => level === 1)
    .flatMap((row): Figures[] => {
      const isCards = row.key === "card.value";
      const head = { ...row, level: 0, holders: holders.get(row.key) ?? null, units: isCards ? units : null, expires: null };
      if (!isCards) return [head];
      const first = cards.flatMap(({ expires }) => (expires === null ? [] : [expires])).sort()[0] ?? null;
      return [{ ...head, expires: first }, ...cards.map(({ type, ...card }) => ({ ...card, key: `card.value/${type}`, level: 1 }))];
    });
}
