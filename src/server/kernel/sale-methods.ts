/** Methods that paid for goods, as distinguished by the sales reports: of payments `y`. */
import { type RawBuilder, sql } from "kysely";

/** Each method with the payments that are of it; what is of none is "other". */
export const METHODS: Readonly<Record<string, RawBuilder<unknown>>> = {
  cash: sql`y.type = 'Cash'`,
  wechat: sql`(y.type = 'WeChat' OR y.channel = 'wechat')`,
  alipay: sql`(y.type = 'Alipay' OR y.channel = 'alipay')`,
  bank: sql`y.type IN ('BankCard', 'Card')`,
  balance: sql`y.type = 'Balance'`,
  credit: sql`y.type = 'Credit'`,
};
/** Payments that took money. */
export const TOOK = sql`y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')`;
/** The method of a payment. */
export const METHOD = sql<string>`(CASE ${sql.join(
  Object.entries(METHODS).map(([name, payments]) => sql`WHEN ${payments} THEN ${sql.lit(name)}`),
  sql` `,
)} ELSE 'other' END)`;
