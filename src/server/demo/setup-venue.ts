/** Setup of a demo venue before its first day: halls, prices, card types, goods with opening stock. */
import { addDays } from "../../contract/core/time";
import type { Sport } from "../../contract/core/enums";
import type { PlaceIcon } from "../../contract/places/places";
import type { Ctx } from "../http/context";
import { seedHolidays } from "../kernel/holidays";
import { searchKeys } from "../kernel/names";
import { receive } from "../domains/stock/receive";
import { CARD_TYPES, DEMO_VENUES, type DemoVenue, matrix, OFFERS, PAST_OFFERS, PRODUCTS, ROAMS, SUPPLIERS } from "./venues";

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
