/** Codes of the accountant's program for the accounts of the ledger. */
import { sql } from "kysely";
import { type accountCodeDesk, accountCodes, CATEGORY_ACCOUNTS } from "../../../contract/accounting/journal";
import type { Output } from "../../../contract/core/call";
import { type AccountName, CLASSES, DEFERRED } from "../../../contract/finance/accounts";
import type { Ctx } from "../../http/context";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

interface AccountCode {
  readonly code: string;
  readonly name: string;
}
/** Category of an entry by hand on an account that has codes by category; "" otherwise. `m` is the movement, `t` its transaction. */
export const CATEGORY = sql<string>`CASE WHEN m.account IN (${sql.join(CATEGORY_ACCOUNTS.map((one) => sql.lit(one)))}) AND t.document_kind IN ('manual', 'bankLine') THEN m.subject ELSE '' END`;

/** Returns the code of an account and category, or of the account for all categories. */
export async function readCodes(ctx: Ctx): Promise<(account: string, category: string) => AccountCode | undefined> {
  const rows = await ctx.db
    .selectFrom("account_code")
    .select(["account", "category", "code", "name"])
    .where("venue_id", "=", ctx.venue.id)
    .execute();
  const codes = new Map(rows.map(({ account, category, code, name }) => [`${account}/${category ?? ""}`, { code, name }]));
  return (account, category) => codes.get(`${account}/${category}`) ?? codes.get(`${account}/`);
}

/** Accounts with postings and without a code, in the order of the statements; deferred revenue where some of it is not exported yet. */
export async function missing(ctx: Ctx): Promise<Output<typeof accountCodeDesk.missing>> {
  const codeOf = await readCodes(ctx);
  const { rows } = await sql<{ account: string }>`
    SELECT name AS account FROM unnest(${ACCOUNTS}::text[]) WITH ORDINALITY a (name, place)
    WHERE CASE WHEN name = ${DEFERRED} THEN EXISTS (SELECT FROM posting p WHERE p.venue_id = ${ctx.venue.id} AND p.earned_on > p.day AND p.earned_on > coalesce(
        (SELECT max(b.to_day) FROM journal_batch b WHERE b.venue_id = ${ctx.venue.id} AND b.state = 'exported'), '-infinity'))
      ELSE EXISTS (SELECT FROM posting p WHERE p.venue_id = ${ctx.venue.id} AND p.account = a.name) END ORDER BY place`.execute(ctx.db);
  return { content: rows.filter(({ account }) => !codeOf(account, "")) };
}
const ACCOUNTS = Object.values(CLASSES).flatMap(({ accounts }) => Object.keys(accounts));

/** Codes of the standard for small enterprises (小企业会计准则), each account below the one it belongs to. */
const USUAL: Readonly<Record<AccountName, AccountCode>> = {
  "tender.cash": { code: "1001", name: "库存现金" },
  "tender.wechat": { code: "101201", name: "其他货币资金-微信" },
  "tender.alipay": { code: "101202", name: "其他货币资金-支付宝" },
  "tender.bank_card": { code: "101203", name: "其他货币资金-银行卡收单" },
  "tender.online": { code: "101204", name: "其他货币资金-线上支付" },
  "tender.transfer": { code: "100209", name: "银行存款-转账" },
  "bank.basic": { code: "100201", name: "银行存款-基本户" },
  "bank.general": { code: "100202", name: "银行存款-一般户" },
  "tender.other": { code: "101205", name: "其他货币资金-其他" },
  "cash.safe": { code: "100101", name: "库存现金-保险柜" },
  "tax.prepaid": { code: "122103", name: "其他应收款-储值销项税" },
  "receivable.member": { code: "112201", name: "应收账款-会员" },
  "receivable.coupon": { code: "122101", name: "其他应收款-消费券补贴" },
  "receivable.platform": { code: "112202", name: "应收账款-平台" },
  "receivable.organization": { code: "112203", name: "应收账款-单位" },
  "stock.main": { code: "140501", name: "库存商品-总仓" },
  "stock.shop": { code: "140502", name: "库存商品-门市" },
  "clearing.venue": { code: "122102", name: "其他应收款-场馆往来" },
  "purse.principal": { code: "220301", name: "预收账款-会员储值" },
  "purse.gift": { code: "220302", name: "预收账款-赠送余额" },
  "card.value": { code: "220303", name: "预收账款-次卡" },
  "voucher.value": { code: "220304", name: "预收账款-团购券" },
  "prepaid.order": { code: "220305", name: "预收账款-订单" },
  deposit: { code: "224101", name: "其他应付款-押金" },
  "payable.supplier": { code: "2202", name: "应付账款" },
  "payable.coach": { code: "224102", name: "其他应付款-教练分成" },
  "payable.competitor": { code: "224103", name: "其他应付款-参赛者" },
  "tax.output": { code: "22210105", name: "应交税费-应交增值税（销项税额）" },
  [DEFERRED]: { code: "220306", name: "预收账款-递延收入" },
  opening: { code: "3104", name: "利润分配" },
  "income.place": { code: "500101", name: "主营业务收入-场地" },
  "income.session": { code: "500102", name: "主营业务收入-场次" },
  "income.product": { code: "500103", name: "主营业务收入-商品" },
  "income.card_use": { code: "500104", name: "主营业务收入-次卡" },
  "income.card_breakage": { code: "500105", name: "主营业务收入-次卡到期" },
  "income.ticket": { code: "500106", name: "主营业务收入-门票" },
  "income.coach": { code: "500107", name: "主营业务收入-教练课" },
  "income.activity": { code: "500108", name: "主营业务收入-活动" },
  "income.groupon": { code: "500109", name: "主营业务收入-团购" },
  "income.competition": { code: "500110", name: "主营业务收入-赛事" },
  "income.fee": { code: "500111", name: "主营业务收入-手续费" },
  "income.other": { code: "5051", name: "其他业务收入" },
  "discount.member": { code: "500121", name: "主营业务收入-会员优惠" },
  "discount.promotion": { code: "500122", name: "主营业务收入-促销优惠" },
  "discount.manual": { code: "500123", name: "主营业务收入-手工优惠" },
  "discount.bundle": { code: "500124", name: "主营业务收入-套餐优惠" },
  "discount.coupon": { code: "500125", name: "主营业务收入-优惠券" },
  "discount.rounding": { code: "500126", name: "主营业务收入-抹零" },
  "tax.sales": { code: "500131", name: "主营业务收入-销项税" },
  "cost.gift": { code: "560101", name: "销售费用-充值赠送" },
  "cost.goods": { code: "540101", name: "主营业务成本-商品" },
  "cost.handling": { code: "560301", name: "财务费用-手续费" },
  "cost.write_off": { code: "571101", name: "营业外支出-存货损失" },
  "cost.coach": { code: "540102", name: "主营业务成本-教练" },
  "cost.other": { code: "560201", name: "管理费用-其他" },
  over_short: { code: "571102", name: "营业外支出-现金长短款" },
};

/** Adds the usual code for each account that has none. */
export async function fillCodes(ctx: Ctx): Promise<{ readonly added: number }> {
  const values = Object.entries(USUAL).map(([account, { code, name }]) => ({
    venue_id: ctx.venue.id,
    id: ctx.newId(),
    account: account as AccountName,
    category: null,
    code,
    name,
    created_at: ctx.now,
  }));
  const added = await ctx.db
    .insertInto("account_code")
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  if (added.length > 0) ctx.emit({ type: "changed", data: { resource: "accountCodes" } });
  return { added: added.length };
}

export const accountCodeRoutes = serveResource(accountCodes, {
  table: "account_code",
  saving: async (ctx, draft, before) => {
    const same = await ctx.db
      .selectFrom("account_code")
      .select("id")
      .where("venue_id", "=", ctx.venue.id)
      .where("account", "=", draft.account)
      .where((eb) => (draft.category === null ? eb("category", "is", null) : eb("category", "=", draft.category)))
      .where("id", "<>", before?.id ?? "")
      .executeTakeFirst();
    if (same)
      throw refuse(
        ctx,
        { zh: "这个科目已有代码，没有保存；请修改原来的那条", en: "This account has a code already; nothing was saved. Change that one" },
        {},
        draft.category === null ? "account" : "category",
      );
    return draft;
  },
});
