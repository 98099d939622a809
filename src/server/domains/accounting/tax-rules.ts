/** Tax rates, and the dated rule of when stored value is invoiced and from when the books carry output tax. */
import { invoiceRules, type Service, SERVICES, taxRates } from "../../../contract/accounting/invoices";
import { type Ctx, today } from "../../http/context";
import type { RowOf } from "../../../contract/core/resource/define";
import type { Route } from "../../http/serve";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

export const taxRuleRoutes: Route[] = [
  ...serveResource(taxRates, {
    table: "tax_rate",
    saving: async (ctx, draft, before) => {
      const same = await ctx.db
        .selectFrom("tax_rate")
        .select("id")
        .where("venue_id", "=", ctx.venue.id)
        .where("service", "=", draft.service)
        .where("from_day", "=", draft.fromDay)
        .where((eb) => (draft.productClass === null ? eb("product_class_id", "is", null) : eb("product_class_id", "=", draft.productClass)))
        .where("id", "<>", before?.id ?? "")
        .executeTakeFirst();
      if (same)
        throw refuse(
          ctx,
          { zh: "这一类从这天起已有税率，没有保存", en: "This kind has a rate from that day already; nothing was saved" },
          {},
          "fromDay",
        );
      await requireTaxedRates(ctx, before, draft);
      return draft;
    },
    deleting: (ctx, row) => requireTaxedRates(ctx, row, undefined),
  }),
  ...serveResource(invoiceRules, {
    table: "invoice_rule",
    saving: async (ctx, draft) => {
      if (draft.fromDay < today(ctx))
        throw refuse(
          ctx,
          { zh: "规则只能从今天或以后生效，没有保存", en: "A rule begins today or later; nothing was saved" },
          {},
          "fromDay",
        );
      if (draft.outputTax) await requireTaxable(ctx, draft.fromDay);
      return { ...draft, operator: ctx.person.name };
    },
    deleting: (ctx, row) => {
      if (row.fromDay <= today(ctx))
        throw refuse(ctx, {
          zh: "已生效的规则不能删除；请从今天起另加一条",
          en: "A rule in force can't be deleted; add another from today on",
        });
      return Promise.resolve();
    },
  }),
];

/** Fields of a rate by which postings are taxed. */
type TaxedBy = Pick<RowOf<typeof taxRates>, "id" | "service" | "productClass" | "rate" | "fromDay">;

/**
 * Rejects a change of rates that the books were taxed at, while output tax is on; and what leaves a service without a rate on the day from which
 * output tax is on.
 * @param after the rate as it will be; undefined if it is deleted
 */
async function requireTaxedRates(ctx: Ctx, before: TaxedBy | undefined, after: Omit<TaxedBy, "id"> | undefined): Promise<void> {
  const day = today(ctx);
  const start = await taxedFrom(ctx);
  if (start === undefined) return;
  const changed = (["service", "productClass", "rate", "fromDay"] as const).find((name) => before?.[name] !== after?.[name]);
  if (start === day && before && before.fromDay <= day && changed !== undefined)
    throw refuse(
      ctx,
      {
        zh: "账本正按这条税率计销项税，没有改动；要换税率，请另加一条，从明天或以后生效",
        en: "The books carry output tax at this rate; nothing was changed. For another rate, add one from tomorrow or later",
      },
      {},
      after && changed,
    );
  if (start === day && after && after.fromDay < day && after.fromDay !== before?.fromDay)
    throw refuse(
      ctx,
      {
        zh: "账本在计销项税，新的税率只能从今天或以后生效，没有保存",
        en: "The books carry output tax, so a new rate begins today or later; nothing was saved",
      },
      {},
      "fromDay",
    );
  const covers = (rate: Omit<TaxedBy, "id"> | undefined): boolean =>
    before !== undefined && rate?.service === before.service && rate.productClass === null && rate.fromDay <= start;
  if (!before || !covers(before) || covers(after)) return;
  const other = await ctx.db
    .selectFrom("tax_rate")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("service", "=", before.service)
    .where("product_class_id", "is", null)
    .where("from_day", "<=", start)
    .where("id", "<>", before.id)
    .executeTakeFirst();
  if (!other)
    throw refuse(
      ctx,
      {
        zh: "账本从 {start} 起计销项税，那天“{what}”会没有税率，没有改动；请先另加一条",
        en: "The books carry output tax from {start}, and {what} would have no rate on that day; nothing was changed. Add another rate first",
      },
      { start, what: SERVICES[before.service][ctx.language] },
    );
}

/** Returns today where output tax is on, else the first day from which it will be; undefined where it won't. */
async function taxedFrom(ctx: Ctx): Promise<string | undefined> {
  const day = today(ctx);
  const rules = await ctx.db
    .selectFrom("invoice_rule")
    .select(["from_day", "output_tax"])
    .where("venue_id", "=", ctx.venue.id)
    .orderBy("from_day")
    .execute();
  if (rules.findLast((rule) => rule.from_day <= day)?.output_tax) return day;
  return rules.find((rule) => rule.from_day > day && rule.output_tax)?.from_day;
}

/** Rejects output tax from a day that has begun, or without a rate for each service on that day. */
async function requireTaxable(ctx: Ctx, fromDay: string): Promise<void> {
  if (fromDay <= today(ctx))
    throw refuse(
      ctx,
      {
        zh: "今天已经有账，销项税只能从明天或以后开始，没有保存；请改生效日期",
        en: "Today has postings already, so output tax begins tomorrow at the earliest; nothing was saved. Change the day",
      },
      {},
      "fromDay",
    );
  const rows = await ctx.db
    .selectFrom("tax_rate")
    .select("service")
    .where("venue_id", "=", ctx.venue.id)
    .where("product_class_id", "is", null)
    .where("from_day", "<=", fromDay)
    .execute();
  const missing = (Object.keys(SERVICES) as Service[]).filter((service) => !rows.some((row) => row.service === service));
  if (missing.length > 0)
    throw refuse(
      ctx,
      {
        zh: "{what}在那天没有税率，没有保存；请先在“税率”里填好",
        en: "{what} have no rate on that day; nothing was saved. Add the rates first",
      },
      { what: missing.map((service) => SERVICES[service][ctx.language]).join({ zh: "、", en: ", " }[ctx.language]) },
      "outputTax",
    );
}
