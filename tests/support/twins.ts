/** Two venues with rows of the same ids, every text of the second marked: whoever reads across venues is caught. */
import { SAMPLE_ID } from "./sample";
import { query } from "./tables";

/** Is in every row of "v-2" and nowhere else. */
export const SECRET = "秘密";

/** Fills "v-1" and "v-2" alike. The id `only-2` exists in "v-2" alone. */
export async function makeTwins(url: string): Promise<void> {
  for (const venueId of ["v-1", "v-2"]) {
    const mark = venueId === "v-2" ? SECRET : "公开";
    for (const id of venueId === "v-2" ? [SAMPLE_ID, "only-2"] : [SAMPLE_ID])
      for (const statement of rowsOf(id)) await insert(url, venueId, mark, statement);
  }
}

type Row = readonly [table: string, values: Readonly<Record<string, unknown>>];

async function insert(url: string, venueId: string, mark: string, [table, values]: Row): Promise<void> {
  const row = Object.entries({ venue_id: venueId, ...values }).map(
    ([column, value]) => [column, typeof value === "string" ? value.replace("*", mark) : value] as const,
  );
  const columns = row.map(([column]) => `"${column}"`).join(", ");
  const places = row.map((_, i) => `$${i + 1}`).join(", ");
  await query(
    url,
    `INSERT INTO "${table}" (${columns}) VALUES (${places})`,
    row.map(([, value]) => value),
  );
}

const at = "2026-11-21T02:00:00Z";
const day = "2026-11-21";
const by = { person_id: "p-admin", operator: "*" };

function rowsOf(id: string): Row[] {
  const phone = id === SAMPLE_ID ? "13800138000" : "13800138001";
  const minute = id === SAMPLE_ID ? 600 : 660;
  const start = id === SAMPLE_ID ? "2026-11-21T02:00:00Z" : "2026-11-21T03:00:00Z";
  const week = Array.from({ length: 7 }, () => 480);
  return [
    ["card_type", { id, name: `*卡${id}`, colour: 100 }],
    ["member", { id, card_no: `C*${id}`, name: `*会员${id}`, phone, card_type_id: id, created_at: at, last_visit_at: at }],
    ["balance", { account: "purse.principal", subject: id, amount: 5_000 }],
    ["recharge_offer", { id, name: `*套餐${id}`, pay: 100, principal: 100 }],
    ["program", { id, name: `*项目${id}`, sport: "badminton", default_price: 3_000 }],
    ["hall", { id, program_id: id, name: `*馆${id}`, open_minutes: week, close_minutes: week.map((m) => m + 840) }],
    ["unit", { id, hall_id: id, name: `*单元${id}` }],
    ["place", { id, hall_id: id, name: `*场地${id}`, unit_ids: [id] }],
    [
      "booking_order",
      {
        id,
        no: `B${id}`,
        source: "desk",
        member_id: id,
        name: `*订场人${id}`,
        phone,
        program_id: id,
        day,
        start_minute: minute,
        end_minute: minute + 60,
        starts_at: start,
        ends_at: "2026-11-21T04:00:00Z",
        places: `*场地${id}`,
        list: 6_000,
        discount: 0,
        total: 6_000,
        order_status: "reserved",
        pay_status: "unpaid",
        ...by,
        created_at: at,
      },
    ],
    [
      "booking_line",
      {
        id,
        order_id: id,
        place_id: id,
        day,
        start_minute: minute,
        end_minute: minute + 60,
        list: 6_000,
        discount: 0,
        price: 6_000,
        trace: JSON.stringify({ list: "60.00", discount: "0.00", price: "60.00", steps: [] }),
      },
    ],
    ["occupancy", { unit_id: id, slot_start: start, holder_id: id }],
    ["place_lock", { id, place_id: id, day, start_minute: 720, end_minute: 780, reason: `*维修${id}`, ...by, created_at: at }],
    ["product_class", { id, name: `*类${id}` }],
    ["product", { id, class_id: id, name: `*商品${id}`, barcode: `69*${id}`, unit: "件", price: 500 }],
    ["stock", { warehouse: "shop", product_id: id, quantity: 9 }],
    ["sale", { id, no: `S${id}`, member_id: id, list: 500, discount: 0, total: 500, state: "open", remark: `*备注${id}`, day, ...by, at }],
    [
      "sale_line",
      {
        id,
        sale_id: id,
        product_id: id,
        name: `*商品${id}`,
        quantity: 1,
        unit_price: 500,
        list: 500,
        discount: 0,
        price: 500,
        cost: 0,
        day: "2026-11-21",
        created_at: new Date("2026-11-21T02:00:00Z"),
      },
    ],
    ["package_card", { id, name: `*次卡${id}`, program_id: id, price: 100, times: 10, valid_days: 90 }],
    [
      "holding",
      {
        id,
        no: `K${id}`,
        package_card_id: id,
        name: `*次卡${id}`,
        member_id: id,
        times: 10,
        bonus_times: 0,
        price: 100,
        state: "active",
        expires_on: "2027-01-01",
        ...by,
        at,
      },
    ],
    [
      "hall_booking",
      {
        id,
        hall_id: id,
        name: `*场次${id}`,
        day,
        start_minute: minute,
        end_minute: minute + 60,
        starts_at: start,
        ends_at: "2026-11-21T04:00:00Z",
        price: 100,
        max_place: 10,
        left_place: 10,
        status: "on_shelf",
      },
    ],
    [
      "price_plan",
      { id, program_id: id, name: `*方案${id}`, valid_from: day, valid_to: day, matrix: JSON.stringify({ walkIn: [[4_000]] }) },
    ],
    ["base_discount", { card_type_id: id, program_id: id, percent: 90 }],
    [
      "promotion",
      {
        id,
        name: `*促销${id}`,
        program_id: id,
        place_ids: [id],
        card_type_id: id,
        valid_from: day,
        valid_to: day,
        kind: "percent",
        percent: 90,
        created_at: at,
      },
    ],
    [
      "temporary_price",
      {
        id,
        name: `*临时${id}`,
        program_id: id,
        place_ids: [id],
        card_type_id: id,
        valid_from: day,
        valid_to: day,
        price: 100,
        reason: `*原因${id}`,
        operator: "*",
        created_at: at,
      },
    ],
    [
      "payment",
      {
        id,
        document_kind: "collection",
        document_id: id,
        type: "scanCode",
        amount: 100,
        state: "refused",
        channel: "wechat",
        note: "*",
        purpose: "collect",
        ...by,
        at,
      },
    ],
    ["channel_refund", { id, payment_id: id, amount: 100, state: "refund_failed", note: "*", next_at: at, ...by, at }],
    ["pay_code", { code_hash: id, payment_id: id, at }],
    [
      "price_sync",
      {
        id,
        plan_id: id,
        plan_name: `*方案${id}`,
        program_id: id,
        program_name: `*项目${id}`,
        first_day: day,
        last_day: day,
        place_ids: [id],
        places: `*场地${id}`,
        state: "done",
        total: 1,
        ...by,
        created_at: at,
      },
    ],
    ["price_sheet", { id, prices: JSON.stringify({ walkIn: [] }) }],
    ["synced_day", { place_id: id, day, sheet_id: id, plan_name: `*方案${id}`, sync_id: id, synced_on: day }],
    [
      "fixed_contract",
      {
        id,
        no: `F${id}`,
        member_id: id,
        card_type_id: id,
        name: `*固定场${id}`,
        phone,
        program_id: id,
        place_ids: [id],
        weekdays: [6],
        rule: "FREQ=WEEKLY;BYDAY=SA",
        skip_holidays: true,
        start_minute: minute,
        end_minute: minute + 60,
        from_day: day,
        to_day: "2026-12-31",
        price_basis: "tariff",
        pay_mode: "monthly",
        state: "active",
        remark: `*备注${id}`,
        ...by,
        created_at: at,
      },
    ],
    [
      "fixed_occurrence",
      {
        id,
        contract_id: id,
        order_id: id,
        line_id: id,
        place_id: id,
        day,
        start_minute: minute,
        end_minute: minute + 60,
        ends_at: "2026-11-21T04:00:00Z",
        price: 6_000,
        state: "planned",
        note: `*说明${id}`,
        created_at: at,
      },
    ],
    [
      "open_play",
      {
        id,
        no: `G${id}`,
        title: `*拼场${id}`,
        place_ids: [id],
        program_id: id,
        hall_id: id,
        day,
        start_minute: minute,
        end_minute: minute + 60,
        starts_at: start,
        ends_at: "2026-11-21T04:00:00Z",
        deadline_hours: 0,
        deadline: start,
        capacity: 8,
        left_heads: 6,
        minimum: 2,
        price: 4_500,
        state: "confirmed",
        order_id: id,
        remark: `*备注${id}`,
        ...by,
        created_at: at,
      },
    ],
    ["open_play_level", { open_play_id: id, card_type_id: id, price: 4_000 }],
    [
      "open_play_ticket",
      {
        id,
        no: `GT${id}`,
        open_play_id: id,
        member_id: id,
        name: `*报名${id}`,
        phone,
        heads: 2,
        price: 4_500,
        total: 9_000,
        paid: 9_000,
        reason: `*原因${id}`,
        ...by,
        at,
      },
    ],
    ["fixed_hold", { lock_id: id, contract_id: id }],
    ["message", { id, at, kind: "system", title: `*消息${id}` }],
  ];
}
