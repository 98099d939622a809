/**
 * Invoices that a service issues or reverses: each is claimed in a transaction of its own and sent outside of any under its number, so that the
 * service issues one however often it is asked. Where it can't be reached it is asked again; what it never answered stays as it is, since it may have been
 * issued: a person sends it again or looks it up. What it rejects goes back to a person.
 */
import { sql } from "kysely";
import { invoices } from "../../../contract/accounting/invoices";
import { wall } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { change, systemRequest } from "../../http/perform";
import type { Work } from "../../http/serve";
import type { InvoiceAnswer, InvoiceItem, InvoiceOrder, InvoiceService } from "../../invoices/service";
import { earliest, type Job } from "../../kernel/due";

const NAME = "invoices.deliver";
const MINUTE_MS = 60_000;
const CLAIM_MS = 5 * MINUTE_MS;
/** Waits between the tries, minutes. */
const WAITS = [1, 5, 25, 60] as const;
const MOST = 100;

interface Claimed extends InvoiceOrder {
  readonly id: string;
  readonly state: "sending" | "reversing";
  readonly tries: number;
}

async function claim(ctx: Ctx): Promise<Claimed | undefined> {
  const { rows } = await sql<Omit<Claimed, "items">>`
    UPDATE invoice SET tries = tries + 1, next_at = ${new Date(ctx.now.getTime() + CLAIM_MS)}
    WHERE venue_id = ${ctx.venue.id} AND id = (SELECT id FROM invoice WHERE venue_id = ${ctx.venue.id} AND state IN ('sending', 'reversing')
      AND next_at <= ${ctx.now} ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, no, state, kind, buyer, tax_no AS "taxNo", email, invoice_no AS "invoiceNo", tries`.execute(ctx.db);
  const [row] = rows;
  if (!row) return undefined;
  const { rows: items } = await sql<InvoiceItem>`
    SELECT item, tax_code AS "taxCode", rate, gross, net, tax FROM invoice_line WHERE venue_id = ${ctx.venue.id} AND invoice_id = ${row.id} ORDER BY seq`.execute(
    ctx.db,
  );
  return { ...row, items };
}

async function record(ctx: Ctx, { id, state, tries }: Claimed, answer: InvoiceAnswer): Promise<void> {
  await ctx.db
    .updateTable("invoice")
    .set(outcome(ctx, state, tries, answer))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .where("state", "=", state)
    .where("tries", "=", tries)
    .execute();
  ctx.emit({ type: "changed", data: { resource: invoices.name, id } });
}

const UNREACHABLE = { zh: "开票服务没有应答", en: "The invoice service did not answer" };
const UNKNOWN = {
  zh: "开票服务一直没有应答，可能已经开出：再提交一次，或在税务平台查后登记",
  en: "The invoice service never answered and may have done it: send it again, or look it up on the tax platform and note what you find",
};
function outcome(ctx: Ctx, state: Claimed["state"], tries: number, answer: InvoiceAnswer) {
  const { day } = wall(ctx.now, ctx.venue.zone);
  const back = state === "sending" ? ("requested" as const) : ("issued" as const);
  if (answer.outcome === "done")
    return state === "sending"
      ? { state: "issued" as const, invoice_no: answer.number, issued_on: day, problem: "", next_at: null }
      : { state: "reversed" as const, red_no: answer.number, reversed_on: day, problem: "", next_at: null };
  if (answer.outcome === "rejected") return { state: back, problem: answer.problem, next_at: null };
  const wait = WAITS[tries - 1];
  return wait === undefined
    ? { problem: UNKNOWN[ctx.language], next_at: null }
    : { problem: UNREACHABLE[ctx.language], next_at: new Date(ctx.now.getTime() + wait * MINUTE_MS) };
}

async function sendAll(work: Work, service: InvoiceService): Promise<void> {
  const inVenue = <T>(run: (ctx: Ctx) => Promise<T>): Promise<T> =>
    change(work.database, systemRequest(work.request.venue, NAME, work.now()), run);
  for (let sent = 0; sent < MOST; sent++) {
    const invoice = await inVenue(claim);
    if (!invoice) return;
    // A service that fails has given no answer: it is asked again, so many times.
    const answer = await (invoice.state === "sending" ? service.issue(invoice) : service.reverse(invoice)).catch((): InvoiceAnswer => ({
      outcome: "unreachable",
    }));
    await inVenue((ctx) => record(ctx, invoice, answer));
  }
}

/** @param service what issues invoices; none: people issue them on the tax platform */
export const invoiceJobs = (service: InvoiceService | undefined): readonly Job[] =>
  service === undefined
    ? []
    : [
        {
          name: NAME,
          outside: (work) => sendAll(work, service),
          ...earliest("invoice", "next_at", sql`next_at IS NOT NULL`),
        },
      ];
