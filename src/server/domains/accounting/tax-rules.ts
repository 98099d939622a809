/** Tax rates, and the dated rule of when stored value is invoiced and from when the books carry output tax. */
import { invoiceRules, type Service, SERVICES, taxRates } from "../../../contract/accounting/invoices";
import { type Ctx, today } from "../../http/context";
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
      return draft;
    },
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
