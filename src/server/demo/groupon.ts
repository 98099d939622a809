/** The demo's group-buy goods, with vouchers sold and used. */
import { yuan } from "../../contract/core/money";
import { redemption } from "../../contract/marketing/groupon";
import { addDays, dayOf, instant } from "../../contract/core/time";
import { sell } from "../domains/marketing/vouchers";
import { redeem, undo } from "../domains/marketing/redeem";
import type { Ctx } from "../http/context";
import { at, DESK, entered, oclock } from "./act";
import { people } from "./people";
import { random } from "./random";

const GOODS = [
  {
    title: "羽毛球 5 次券包",
    price: 26_000,
    market: 40_000,
    stock: 200,
    times: 5,
    sold: 9,
    uses: 2,
    state: "on_shelf",
    weekdays: [],
    picture: "court",
    rule: "anytime",
  },
  {
    title: "工作日双人畅打 1 小时",
    price: 4_900,
    market: 8_000,
    stock: 300,
    times: 1,
    sold: 11,
    uses: 1,
    state: "on_shelf",
    weekdays: ["1", "2", "3", "4", "5"],
    picture: "court-night",
    rule: "anytime",
  },
  {
    title: "少儿体验课 3 次",
    price: 19_800,
    market: 36_000,
    stock: 60,
    times: 3,
    sold: 5,
    uses: 1,
    state: "on_shelf",
    weekdays: ["6", "7"],
    picture: "class",
    rule: "never",
  },
  {
    title: "双十一单次门票",
    price: 2_900,
    market: 5_000,
    stock: 20,
    times: 1,
    sold: 6,
    uses: 1,
    state: "off_shelf",
    weekdays: [],
    picture: "pool",
    rule: "anytime",
  },
  {
    title: "新年健身礼包",
    price: 9_900,
    market: 19_900,
    stock: 100,
    times: 2,
    sold: 0,
    uses: 0,
    state: "draft",
    weekdays: [],
    picture: "cup",
    rule: "anytime",
  },
] as const;

/** Makes group-buy goods, sells vouchers over the last days, and redeems some; one of today was undone. */
export async function makeGroupon(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { zone, id: venue_id } = system.venue;
  const today = dayOf(system.now, zone);
  const buyers = people(random("groupon", venue_id), 32);
  const session = { person: "" };
  for (const [n, { title, price, market, stock, times, sold, uses, state, weekdays, picture, rule }] of GOODS.entries()) {
    const opened = addDays(today, -14);
    const making = at(system, { day: opened, minute: oclock(9), person: DESK, moves: true }, session, tick);
    const id = making.newId();
    const row = {
      venue_id,
      id,
      title,
      state: state === "draft" ? "draft" : "on_shelf",
      price,
      market_price: market,
      stock,
      left: stock,
      per_person: 0,
      sale_from: making.now,
      sale_to: instant(addDays(today, 30), 0, zone),
      use_from: opened,
      use_to: addDays(today, 90),
      valid_days: null,
      weekdays: [...weekdays],
      times,
      refund_rule: rule,
      redeems: "ticket",
      program_id: null,
      minutes: null,
      product_id: null,
      pictures: [`/demo/${picture}.svg`],
      content: `<p>${title}，到店出示券码核销。</p>`,
      created_at: making.now,
    };
    await making.db.insertInto("groupon_goods").values(row).execute();
    for (let i = 0; i < sold; i++) {
      const back = 1 + ((i * 3) % 12);
      const { name, phone } = buyers[(n * 7 + i) % buyers.length] ?? { name: "散客", phone: "" };
      const selling = at(system, { day: addDays(today, -back), minute: oclock(10) + i * 31, person: DESK, moves: true }, session, tick);
      const payments = [{ type: i % 3 === 0 ? ("Alipay" as const) : ("WeChat" as const), amount: yuan(price) }];
      const voucher = await sell(selling, entered(redemption.sell, { goodsId: id, name, phone, payments }));
      if (i % 2 === 1 || weekdays.length > 0) continue;
      const ago = i % 4 === 0 ? 0 : Math.max(0, back - 1);
      const minute =
        ago === 0
          ? Math.max(1, Math.floor((system.now.getTime() - instant(today, 0, zone).getTime()) / 60_000) - 20 - i)
          : oclock(18) + i * 13;
      const using = at(system, { day: addDays(today, -ago), minute, person: DESK, moves: true }, session, tick);
      const { use } = await redeem(using, entered(redemption.redeem, { id: voucher.id, times: Math.min(uses, times) }));
      if (n === 0 && i === 4) await undo(using, entered(redemption.undo, { id: use.id, reason: "扫错了券" }));
    }
    if (state === "off_shelf")
      await making.db.updateTable("groupon_goods").set({ state }).where("venue_id", "=", venue_id).where("id", "=", id).execute();
  }
}
