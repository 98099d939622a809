/** Carts that wait at the till, and what voids a sale (states.md "sale"). */
import type { Output, Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { Cart, CartDraft, sale, SaleDetail } from "../../../contract/sale/sale";
import { next, sale as machine } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { AppError, lacking } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { refuse } from "../../resource/refuse";
import { wrongStateError } from "../../kernel/orders";
import { createSale, storeSale } from "./create";
import { view } from "./lines";
import { salesById } from "./list";
import { priceCart } from "./price";
import { lockSale, acceptReturn } from "./returns";

async function lockCart(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom("sale")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "挂单" : "Cart" });
  return row;
}

/**
 * Puts a cart on hold, or collects the payment for one on hold. Nothing moves while it waits: neither stock nor money. Prices are
 * those of the payment.
 * @throws AppError `missing`, `wrongState`, and as `createSale`
 */
export async function modify(ctx: Ctx, { id, mode, withoutCards, ...draft }: Parsed<typeof sale.modify>): Promise<SaleDetail> {
  const row = id === undefined ? undefined : await lockCart(ctx, id);
  // A hung cart is recalled by being changed or paid.
  const at = row && next(machine, row.state, "recall") !== undefined ? "open" : (row?.state ?? "open");
  if (next(machine, at, mode) === undefined) throw wrongStateError(ctx, at, mode === "pay" ? "pay" : "hang");
  if (mode === "pay") return view(ctx, { id: await createSale(ctx, draft, id) });
  const { member, lines, items } = await priceCart(ctx, { ...draft, couponCode: undefined, cards: [] }, true);
  // Deposits follow from the goods again when the cart is paid.
  const waiting = items.filter(({ kind }) => kind !== "deposit").map((item) => ({ ...item, id: ctx.newId(), document: null }));
  const day = today(ctx);
  const cart = id ?? ctx.newId();
  const no = row?.no ?? (await documentNumber(ctx, "cart", day));
  await storeSale(
    ctx,
    {
      id: cart,
      no,
      draft,
      member: member?.id ?? null,
      lines,
      items: waiting,
      moved: [],
      day,
      state: "hung",
      shift: null,
      cart: cartDraft(draft, withoutCards),
    },
    row !== undefined,
  );
  changed(ctx, cart);
  return view(ctx, { id: cart });
}

/** Returns what a cart was typed as, for its recall. */
function cartDraft(
  { lines, discount, rounding, couponCode }: Pick<Parsed<typeof sale.modify>, "lines" | "discount" | "rounding" | "couponCode">,
  withoutCards: string[],
): CartDraft {
  const typed = (off: typeof discount) => (off ? { amount: yuan(off.amount), reason: off.reason } : null);
  return {
    lines: lines.map((line) => {
      const price = typed(line.price);
      return { productId: line.productId, discount: typed(line.discount), ...(price ? { price } : {}) };
    }),
    discount: typed(discount),
    ...(rounding ? { rounding } : {}),
    couponCode: couponCode ?? "",
    withoutCards,
  };
}

/** Carts that wait, the newest first. */
export async function carts(ctx: Ctx): Promise<Output<typeof sale.carts>> {
  const rows = await ctx.db
    .selectFrom("sale")
    .select(["id", "remark"])
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "in", ["open", "hung"])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(50)
    .execute();
  const found = await salesById(
    ctx,
    rows.map(({ id }) => id),
  );
  return {
    content: found.map(({ id, no, at, memberName, goods, quantity, total, operator, state }) => ({
      id,
      no,
      at,
      memberName,
      goods,
      quantity,
      total,
      operator,
      state: state as Cart["state"],
      remark: rows.find((row) => row.id === id)?.remark ?? "",
    })),
  };
}

/**
 * Recalls a cart on hold for this person. A cart that this person has recalled before (its till was closed) is returned again.
 * @throws AppError `missing`, `wrongState`, `refused` where somebody else has it
 */
export async function recall(ctx: Ctx, { id }: Parsed<typeof sale.recall>): Promise<SaleDetail> {
  const row = await lockCart(ctx, id);
  if (row.state === "open" && row.person_id !== ctx.person.id)
    throw refuse(
      ctx,
      { zh: "{name} 正在处理这张挂单，没有取出", en: "{name} has this cart in hand; it was not taken" },
      { name: row.operator },
    );
  if (row.state !== "open" && next(machine, row.state, "recall") === undefined) throw wrongStateError(ctx, row.state, "recall");
  await ctx.db
    .updateTable("sale")
    .set({ state: "open", person_id: ctx.person.id, operator: ctx.person.name })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  changed(ctx, id);
  return view(ctx, { id });
}

/**
 * Gives up a cart that waits, or voids a paid sale while its shift is open: goods and money go back whole, by mirror entries.
 * @throws AppError `missing`, `wrongState`, `forbidden`, `refused` once the shift is closed
 */
export async function remove(ctx: Ctx, { id, reason }: Parsed<typeof sale.remove>): Promise<Record<string, never>> {
  const row = await lockCart(ctx, id);
  if (next(machine, row.state, "abandon") !== undefined) {
    await ctx.db
      .updateTable("sale")
      .set({ state: "abandoned", reason: reason ?? "" })
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", id)
      .execute();
    changed(ctx, id);
    return {};
  }
  if (next(machine, row.state, "void") === undefined) throw wrongStateError(ctx, row.state, "voidSale");
  if (!ctx.codes.has("sale_delete")) throw lacking("sale_delete");
  if (reason === undefined)
    throw new AppError("badInput", {}, { errors: { reason: ctx.language === "zh" ? "原因 是必填项" : "Reason is required" } });
  const shift =
    row.shift_id === null
      ? undefined
      : await ctx.db
          .selectFrom("shift")
          .select("state")
          .where("venue_id", "=", ctx.venue.id)
          .where("id", "=", row.shift_id)
          .executeTakeFirst();
  if (shift?.state !== "open")
    throw refuse(ctx, {
      zh: "收这笔款的班次已交班，不能作废；销售未变，请改用退货",
      en: "The shift that took this sale is closed, so it can't be voided; nothing changed. Take the goods back instead",
    });
  const other = await ctx.db
    .selectFrom("sale_item")
    .select("name")
    .where("venue_id", "=", ctx.venue.id)
    .where("sale_id", "=", id)
    .executeTakeFirst();
  if (other)
    throw refuse(
      ctx,
      {
        zh: "这单还卖了“{name}”，它是单独的单据，整单不能作废；商品请用退货，其余到各自的单据里退",
        en: "This sale also sold “{name}”, a document of its own, so it can't be voided whole. Take the goods back, and refund the rest where it is kept",
      },
      { name: other.name },
    );
  const lines = await ctx.db
    .selectFrom("sale_line")
    .select(["id", "quantity"])
    .where("venue_id", "=", ctx.venue.id)
    .where("sale_id", "=", id)
    .execute();
  const back = lines.map((line) => ({ lineId: line.id, quantity: line.quantity, to: "shop" as const }));
  await acceptReturn(ctx, await lockSale(ctx, id, false), { saleId: id, lines: back, reason }, true);
  return {};
}

/** Counts a print of the receipt. @throws AppError `missing` */
export async function printed(ctx: Ctx, { id }: Parsed<typeof sale.printed>): Promise<Output<typeof sale.printed>> {
  const row = await ctx.db
    .updateTable("sale")
    .set((eb) => ({ prints: eb("prints", "+", 1) }))
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .returning("prints")
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "销售单" : "Sale" });
  return { prints: row.prints };
}

const changed = (ctx: Ctx, id: string): void => ctx.emit({ type: "changed", data: { resource: "sale", id } });
