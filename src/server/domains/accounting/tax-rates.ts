/** Rates of what a document sells, and the lines of its invoice. */
import { sql } from "kysely";
import { INVOICEABLE, type InvoiceableKind, percentOfRate, type Rate, type Service, SERVICES } from "../../../contract/accounting/invoices";
import { share } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { taxIn } from "../../ledger/tax";
import type { InvoiceItem } from "../../invoices/service";
import { refuse } from "../../resource/refuse";

interface TaxRate {
  readonly rate: Rate;
  readonly item: string;
  readonly taxCode: string;
}
/** Part of a document: goods of a class, or all of it. */
interface Part {
  readonly service: Service;
  readonly classId: string | null;
  readonly parentId: string | null;
  readonly className: string;
  readonly weight: number;
}

/** The lines of an invoice of so many fen. @throws AppError `refused` naming what has no rate */
export async function itemsOf(
  ctx: Ctx,
  document: { readonly kind: InvoiceableKind; readonly id: string },
  amount: number,
): Promise<readonly InvoiceItem[]> {
  const parts = document.kind === "sale" ? await partsOf(ctx, document.id) : [];
  const all: readonly Part[] =
    parts.length > 0 ? parts : [{ service: INVOICEABLE[document.kind], classId: null, parentId: null, className: "", weight: 1 }];
  const rates = await readRates(ctx);
  const rated = all.map((part) => ({
    ...part,
    rate: rates(part.service, part.classId) ?? rates(part.service, part.parentId) ?? rates(part.service, null),
  }));
  const missing = rated
    .filter(({ rate }) => rate === undefined)
    .map(({ service, className }) => className || SERVICES[service][ctx.language]);
  if (missing.length > 0)
    throw refuse(
      ctx,
      { zh: "没有税率：{what}。没有申请，请先在“税率”里填好", en: "No tax rate for {what}. Nothing was requested; add the rate first" },
      { what: [...new Set(missing)].join({ zh: "、", en: ", " }[ctx.language]) },
    );
  const sums = new Map<string, { readonly rate: TaxRate; weight: number }>();
  for (const { rate, weight } of rated) {
    if (!rate) continue;
    const key = JSON.stringify([rate.item, rate.taxCode, rate.rate]);
    sums.set(key, { rate, weight: (sums.get(key)?.weight ?? 0) + weight });
  }
  const groups = [...sums.values()];
  const gross = share(
    amount,
    groups.map(({ weight }) => weight),
  );
  return groups.flatMap(({ rate }, i): InvoiceItem[] => {
    const part = gross[i] ?? 0;
    if (part === 0) return [];
    const tax = taxIn(part, percentOfRate(rate.rate));
    return [{ ...rate, gross: part, net: part - tax, tax }];
  });
}

/** Goods of a sale by class, weighed by what was not returned. */
async function partsOf(ctx: Ctx, saleId: string): Promise<readonly Part[]> {
  const { rows } = await sql<Omit<Part, "service">>`
    SELECT p.class_id AS "classId", c.parent_id AS "parentId", c.name AS "className",
      sum(l.price * (l.quantity - l.returned) / l.quantity)::bigint AS weight
    FROM sale_line l JOIN product p ON p.venue_id = l.venue_id AND p.id = l.product_id
    JOIN product_class c ON c.venue_id = p.venue_id AND c.id = p.class_id
    WHERE l.venue_id = ${ctx.venue.id} AND l.sale_id = ${saleId} AND l.quantity > l.returned GROUP BY 1, 2, 3 ORDER BY c.name, 1`.execute(
    ctx.db,
  );
  return rows.map((row) => ({ ...row, service: "goods" }));
}

/** The rates in force today, by service and class. */
async function readRates(ctx: Ctx): Promise<(service: Service, classId: string | null) => TaxRate | undefined> {
  const rows = await ctx.db
    .selectFrom("tax_rate")
    .select(["service", "product_class_id", "rate", "item", "tax_code"])
    .where("venue_id", "=", ctx.venue.id)
    .where("from_day", "<=", today(ctx))
    .orderBy("from_day")
    .execute();
  const rates = new Map<string, TaxRate>(
    rows.map((row) => [`${row.service}/${row.product_class_id ?? ""}`, { rate: row.rate as Rate, item: row.item, taxCode: row.tax_code }]),
  );
  return (service, classId) => rates.get(`${service}/${classId ?? ""}`);
}
