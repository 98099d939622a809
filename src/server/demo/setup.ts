/** Setup of the demo's venues before their first day: organization, people, roles, halls, prices, card types, goods. */
import { hash } from "@node-rs/argon2";
import { addDays } from "../../contract/core/time";
import type { Sport } from "../../contract/core/enums";
import type { PlaceIcon } from "../../contract/places/places";
import { ALL_CODES, type Code, withParents } from "../../contract/core/permissions";
import { type Database, type Db, PLATFORM } from "../db/client";
import type { Ctx, VenueRow } from "../http/context";
import { seedHolidays } from "../kernel/holidays";
import { searchKeys } from "../kernel/names";
import { receive } from "../domains/stock/receive";
import {
  ACCOUNTS,
  CARD_TYPES,
  DEMO_PASSWORD,
  DEMO_PIN,
  DEMO_VENUES,
  type DemoVenue,
  matrix,
  OFFERS,
  PAST_OFFERS,
  PRODUCTS,
  ROAMS,
  SUPPLIERS,
} from "./venues";

const CASHIER: readonly Code[] = [
  "booking_create",
  "booking_pay",
  "booking_reserve",
  "booking_check_in",
  "booking_cancel",
  "booking_move",
  "booking_extend",
  "booking_lock",
  "booking_no_show_check_in",
  "booking_waitlist",
  "regular_list",
  "fixed_pay",
  "open_play",
  "open_play_join",
  "member_create",
  "member_modify",
  "member_recharge",
  "venue_user_form",
  "vip_discount_set_list",
  "recharge_set_list",
  "venue_user_account_log",
  "booking_place_order_list",
  "sale_create",
  "sale_modify",
  "sale_list",
  "sale_list_detail",
  "scan_to_pay",
  "coupon_use",
  "roaming_use",
  "sale_discount",
  "sale_return",
  "payment_to_venue_list",
  "orders_list",
  "shift",
  "package_card_sell",
  "package_card_use",
  "venue_user_package_card_form",
  "venue_user_package_card_log",
  "venue_message_center_list",
  "venue_view",
  "transfer_form",
  "coach_class_book",
];
/** Builds on the cashier's. */
const SWIM: readonly Code[] = ["session_book", "session_cancel", "session_manage", "hall-booking"];
const COACH: readonly Code[] = ["venue_booking", "venue_message_center_list", "coach_schedule", "balance", "withdraw", "bank_card"];
const MANAGER: readonly Code[] = ALL_CODES.filter((code) => !["role_modify", "staff_delete", "venue_export"].includes(code));
/** Roles whose people have a PIN to approve with. */
const APPROVERS: ReadonlySet<string> = new Set(["administrator", "manager"]);
const ROLES: readonly (readonly [string, string, readonly Code[]])[] = [
  ["administrator", "管理员", ALL_CODES],
  ["manager", "店长", MANAGER],
  ["cashier", "收银员", CASHIER],
  ["swimming-desk", "泳馆前台", SWIM],
  ["coach", "教练", COACH],
];

/** Makes the organization, its venues, roles and accounts. Does nothing when they are there. @returns true when it made them */
export async function setupPlatform(database: Database, now: Date): Promise<boolean> {
  const db = database.dbFor(PLATFORM);
  if (await db.selectFrom("organization").select("id").limit(1).executeTakeFirst()) return false;
  const password_hash = await hash(DEMO_PASSWORD);
  const pin_hash = await hash(DEMO_PIN);
  await db.transaction().execute(async (tx) => {
    await tx.insertInto("organization").values({ id: "1", name: "浦东体育发展有限公司", created_at: now }).execute();
    for (const venue of DEMO_VENUES) {
      await tx
        .insertInto("venue")
        .values({
          id: venue.id,
          organization_id: "1",
          name: venue.name,
          province: "上海",
          city: "上海",
          area: venue.area,
          address: venue.address,
          phone: venue.phone,
          contact: "林婉清",
          email: "venue@example.com",
          longitude: 121.54,
          latitude: 31.22,
          open_minutes: [420, 420, 420, 420, 420, 420, 420],
          intro: "室内恒温，停车方便，可按小时订场，也有固定场和培训班。",
          receipt_head: `${venue.address}\n电话 ${venue.phone}`,
          main_tag: venue.mainTag,
          tags: [...venue.tags],
          site_type_source_id: venue.id,
          public_page: true,
          online_booking: true,
          created_at: now,
        })
        .execute();
    }
    for (const [kind, name, codes] of ROLES) {
      await tx
        .insertInto("role")
        .values({ id: kind, organization_id: "1", name, kind, base_id: kind === "swimming-desk" ? "cashier" : null })
        .execute();
      await tx
        .insertInto("role_code")
        .values([...withParents(codes)].map((code) => ({ role_id: kind, code })))
        .execute();
    }
    for (const [i, account] of ACCOUNTS.entries()) {
      await tx
        .insertInto("person")
        .values({
          id: `${i + 1}`,
          username: account.username,
          password_hash,
          name: account.name,
          phone: `1380000000${i + 1}`,
          created_at: now,
        })
        .execute();
      await tx
        .insertInto("person_venue")
        .values(account.venues.map((venue_id) => ({ person_id: `${i + 1}`, venue_id, role_id: account.role })))
        .execute();
      if (APPROVERS.has(account.role))
        await tx
          .insertInto("person_pin")
          .values({ person_id: `${i + 1}`, pin_hash, set_at: now })
          .execute();
    }
  });
  return true;
}

/** Makes a venue's halls, places, prices, card types, offers, package cards and goods with opening stock. */
export async function setupVenue(ctx: Ctx, demo: DemoVenue, firstDay: string): Promise<void> {
  const { db, venue } = ctx;
  const programs = new Map<string, string>();
  for (const program of demo.programs) {
    const id = ctx.newId();
    programs.set(program.name, id);
    await db
      .insertInto("program")
      .values({ venue_id: venue.id, id, name: program.name, sport: program.sport, slot_minutes: program.slotMinutes, default_price: null })
      .execute();
  }
  const programOf = (name: string): string => programs.get(name) ?? "";
  for (const [position, hall] of demo.halls.entries()) {
    const sport = demo.programs.find((program) => program.name === hall.program)?.sport;
    await setupHall(ctx, hall, programOf(hall.program), position, (sport && ICONS[sport]) ?? "court");
  }
  for (const plan of demo.plans) {
    await db
      .insertInto("price_plan")
      .values({
        venue_id: venue.id,
        id: ctx.newId(),
        program_id: programOf(plan.program),
        name: plan.name,
        valid_from: firstDay,
        valid_to: "2099-12-31",
        matrix: JSON.stringify(matrix(plan.prices)),
      })
      .execute();
  }
  await db
    .insertInto("card_type")
    .values(
      CARD_TYPES.map((type, position) => ({
        venue_id: venue.id,
        id: ctx.newId(),
        name: type.name,
        colour: type.colour,
        place_percent: type.place,
        product_percent: type.product,
        months: type.months,
        position,
        days_ahead: type.ahead,
        roams_at: type.name === ROAMS ? DEMO_VENUES.flatMap(({ id }) => (id === venue.id ? [] : [id])) : [],
        created_at: ctx.now,
      })),
    )
    .execute();
  await db
    .insertInto("recharge_offer")
    .values([
      ...OFFERS.map((offer, position) => ({ venue_id: venue.id, id: ctx.newId(), ...offer, position, created_at: ctx.now })),
      ...PAST_OFFERS.map((offer, i) => ({
        venue_id: venue.id,
        id: ctx.newId(),
        ...offer,
        on_shelf: false,
        valid_from: addDays(firstDay, -30),
        valid_to: addDays(firstDay, -1),
        position: OFFERS.length + i,
        created_at: ctx.now,
      })),
    ])
    .execute();
  for (const [position, card] of demo.packageCards.entries()) {
    await db
      .insertInto("package_card")
      .values({
        venue_id: venue.id,
        id: ctx.newId(),
        name: card.name,
        program_id: programOf(card.program),
        price: card.price,
        times: card.times,
        bonus_times: card.bonus,
        valid_days: card.days,
        position,
        created_at: ctx.now,
        ...card.more,
      })
      .execute();
  }
  await setupGoods(ctx);
  const year = ctx.now.getUTCFullYear();
  await seedHolidays(ctx, [year, year + 1]);
}

const ICONS: Partial<Record<Sport, PlaceIcon>> = { badminton: "net", basketball: "hoop", swimming: "lane" };
/** More places than this are drawn in two rows on the map. */
const LONG_ROW = 6;

async function setupHall(ctx: Ctx, hall: DemoVenue["halls"][number], programId: string, position: number, icon: PlaceIcon): Promise<void> {
  const hallId = ctx.newId();
  const names = [...new Set(Object.values(hall.places).flat())];
  const week = (minute: number): number[] => Array.from({ length: 7 }, () => minute);
  const columns = names.length > LONG_ROW ? Math.ceil(names.length / 2) : Math.max(1, names.length);
  await ctx.db
    .insertInto("hall")
    .values({
      venue_id: ctx.venue.id,
      id: hallId,
      program_id: programId,
      name: hall.name,
      max_row: Math.max(1, Math.ceil(names.length / columns)),
      max_column: columns,
      place_icon: icon,
      open_minutes: week(hall.open),
      close_minutes: week(hall.close),
      sells: hall.sells,
      position,
    })
    .execute();
  const halves = new Set(Object.values(hall.places).flatMap((covers) => (covers.length > 1 ? covers : [])));
  const units = new Map(names.map((name) => [name, ctx.newId()] as const));
  await ctx.db
    .insertInto("unit")
    .values([...units].map(([name, id]) => ({ venue_id: ctx.venue.id, id, hall_id: hallId, name })))
    .execute();
  await ctx.db
    .insertInto("place")
    .values(
      Object.entries(hall.places)
        .sort(([a], [b]) => (Number(a) || 0) - (Number(b) || 0))
        .map(([name, covers], i) => ({
          venue_id: ctx.venue.id,
          id: ctx.newId(),
          hall_id: hallId,
          name,
          unit_ids: covers.map((unit) => units.get(unit) ?? ""),
          position: i,
          map_row: 1 + Math.floor(Math.max(0, names.indexOf(covers[0] ?? "")) / columns),
          map_column: 1 + (Math.max(0, names.indexOf(covers[0] ?? "")) % columns),
          icon: covers.length === 1 && covers[0] !== undefined && halves.has(covers[0]) ? "half" : "",
        })),
    )
    .execute();
}

async function setupGoods(ctx: Ctx): Promise<void> {
  const classes = new Map([...new Set(PRODUCTS.map((product) => product.class))].map((name) => [name, ctx.newId()] as const));
  await ctx.db
    .insertInto("product_class")
    .values([...classes].map(([name, id], position) => ({ venue_id: ctx.venue.id, id, name, position, created_at: ctx.now })))
    .execute();
  const ids = PRODUCTS.map(() => ctx.newId());
  await ctx.db
    .insertInto("product")
    .values(
      PRODUCTS.map((product, i) => ({
        venue_id: ctx.venue.id,
        id: ids[i] ?? "",
        class_id: classes.get(product.class) ?? "",
        name: product.name,
        barcode: product.barcode,
        unit: product.unit,
        price: product.price,
        stocked: product.cost > 0,
        low_limit: product.low,
        position: i,
        pinyin: Object.values(searchKeys(product.name)).join(" "),
        pack_unit: product.pack[0],
        pack_size: product.pack[1],
        rental: product.class === "租借",
        created_at: ctx.now,
      })),
    )
    .execute();
  await ctx.db
    .insertInto("supplier")
    .values(
      SUPPLIERS.map(([name, contact, tel, term_days]) => ({
        venue_id: ctx.venue.id,
        id: ctx.newId(),
        name,
        pinyin: Object.values(searchKeys(name)).join(" "),
        contact,
        tel,
        address: "",
        term_days,
        account: "",
        active: true,
        memo: "",
        created_at: ctx.now,
      })),
    )
    .execute();
  const lines = PRODUCTS.flatMap((product, i) =>
    product.cost > 0 ? [{ productId: ids[i] ?? "", quantity: product.low * 6, unitCost: product.cost }] : [],
  );
  await receive(ctx, { warehouse: "shop", supplier: SUPPLIERS[0][0], lines });
}

/** The venue's row. */
export const venueRow = (db: Db, id: string): Promise<VenueRow> =>
  db.selectFrom("venue").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
