/** Invoices, their rates and rules. */
import { sql } from "kysely";
import { invoiceFiles, invoices, RATES } from "../../../contract/accounting/invoices";
import { yuan } from "../../../contract/core/money";
import type { RowOf } from "../../../contract/core/resource/define";
import { type Ctx, today } from "../../http/context";
import { inVenue, type Route } from "../../http/serve";
import type { InvoiceService } from "../../invoices/service";
import { lockInvoices } from "../../kernel/stored-value";
import { refuse } from "../../resource/refuse";
import { type Served, servicesOf } from "../../resource/serve";
import { EXCESS, type InvoiceDraft, requestInvoice, taxNumber } from "./request-invoice";
import { taxRuleRoutes } from "./tax-rules";
import { taxSheet } from "./tax-sheet";

const RATE_LABELS = sql.join(
  Object.entries(RATES).map(([rate, { zh }]) => sql`WHEN ${sql.lit(rate)} THEN ${sql.lit(zh)}`),
  sql` `,
);
const ITEMS = sql`coalesce((SELECT string_agg(l.item || ' ' || CASE l.rate ${RATE_LABELS} END || ' ' || to_char(l.gross / 100.0, 'FM999999990.00'), '；' ORDER BY l.seq)
  FROM invoice_line l WHERE l.venue_id = t.venue_id AND l.invoice_id = t.id), '')`;

/** @param service what issues invoices; none: people do so on the tax platform */
export function invoiceRoutes(service: InvoiceService | undefined): Route[] {
  const requireService = (ctx: Ctx): void => {
    if (!service)
      throw refuse(ctx, {
        zh: "没有接入开票服务，没有提交；请在税务平台开具后登记",
        en: "No invoice service is connected; nothing was sent. Issue it on the tax platform and note its number",
      });
  };
  const requirePast = (ctx: Ctx, day: string, field: string): void => {
    if (day > today(ctx))
      throw refuse(ctx, { zh: "日期不能在今天之后，没有登记", en: "The day can't be after today; nothing was saved" }, {}, field);
  };
  /** Refuses to issue more than can be invoiced now: money may have gone back since the request. */
  const requireCovered = async (ctx: Ctx, id: string): Promise<void> => {
    const { rows } = await sql<{
      excess: number;
    }>`SELECT ${EXCESS} AS excess FROM invoice t WHERE t.venue_id = ${ctx.venue.id} AND t.id = ${id}`.execute(ctx.db);
    const excess = rows[0]?.excess ?? 0;
    if (excess > 0)
      throw refuse(
        ctx,
        {
          zh: "这张单子的发票比现在可开的多 {excess} 元（有退款），没有开具；请取消申请后重开",
          en: "Invoices of this document are ¥{excess} above what can be invoiced after refunds; nothing was issued. Cancel the request and make it anew",
        },
        { excess: yuan(excess) },
      );
  };
  /** Rejects while a request to the invoice service is pending, because its answer decides. Without a service nothing is pending. */
  const requireNoPendingRequest = async (ctx: Ctx, { id, state }: RowOf<typeof invoices>): Promise<void> => {
    if (!service || (state !== "sending" && state !== "reversing")) return;
    const waiting = await ctx.db
      .selectFrom("invoice")
      .select("next_at")
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .where("next_at", "is not", null)
      .executeTakeFirst();
    if (waiting)
      throw refuse(ctx, {
        zh: "开票服务还在处理，没有登记；等它应答，约一个半小时没有应答后可以登记",
        en: "The invoice service is being asked; nothing was saved. Wait for its answer, or until it has not answered for about an hour and a half",
      });
  };
  const served: Served<typeof invoices> = servicesOf(invoices, {
    table: "invoice",
    columns: { excess: () => EXCESS, items: () => ITEMS },
    saving: (ctx, draft, before) => {
      if (before?.state !== "requested")
        throw refuse(ctx, {
          zh: "只有待开的申请能修改，没有保存；已开的请红冲后重开",
          en: "Only requests can be changed; nothing was saved. Reverse an issued invoice and request it anew",
        });
      return { ...draft, taxNo: taxNumber(draft.taxNo) };
    },
    locking: lockInvoices,
    actions: {
      send: async (ctx, row) => {
        requireService(ctx);
        await requireNoPendingRequest(ctx, row);
        await requireCovered(ctx, row.id);
        return { problem: "" };
      },
      sendReversal: async (ctx, row) => {
        requireService(ctx);
        await requireNoPendingRequest(ctx, row);
        return { problem: "" };
      },
      // An invoice that the platform issued is a fact: it is recorded even above the amount paid, and the excess is shown.
      issue: async (ctx, row, { invoiceNo, issuedOn }) => {
        await requireNoPendingRequest(ctx, row);
        requirePast(ctx, issuedOn, "issuedOn");
        return { invoiceNo, issuedOn, problem: "" };
      },
      reverse: async (ctx, row, { redNo, reversedOn }) => {
        await requireNoPendingRequest(ctx, row);
        requirePast(ctx, reversedOn, "reversedOn");
        return { redNo, reversedOn, problem: "" };
      },
      markNotIssued: async (ctx, row, { reason }) => {
        await requireNoPendingRequest(ctx, row);
        return { problem: reason };
      },
      markNotReversed: async (ctx, row, { reason }) => {
        await requireNoPendingRequest(ctx, row);
        return { problem: reason };
      },
      cancel: (_, __, { reason }) => Promise.resolve({ problem: reason }),
    },
    around: async (ctx, on, input: { readonly id?: string }, write) => {
      const answer = await write();
      const isSent = on === "send" || on === "sendReversal";
      if (on !== "modify")
        await ctx.db
          .updateTable("invoice")
          .set(isSent ? { tries: 0, next_at: ctx.now } : { next_at: null })
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", input.id ?? "")
          .execute();
      return answer;
    },
    own: {
      create: async (ctx: Ctx, draft: InvoiceDraft): Promise<RowOf<typeof invoices>> => {
        const id = await requestInvoice(ctx, draft);
        ctx.emit({ type: "changed", data: { resource: invoices.name, id } });
        return served.view(ctx, { id });
      },
    },
  });
  return [...inVenue(invoiceFiles, { taxSheet }), ...served.routes, ...taxRuleRoutes];
}
