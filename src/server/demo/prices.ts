/** Rules of price of the demo's venues beyond their plan of all year: plans of seasons and places, discounts, promotions, temporary prices. */
import type { Input } from "../../contract/core/call";
import { type Fen, yuan } from "../../contract/core/money";
import { bundles } from "../../contract/prices/bundles";
import { baseDiscounts, promotions } from "../../contract/prices/discounts";
import { pricePlans } from "../../contract/prices/price-plans";
import { priceSync } from "../../contract/prices/price-sync";
import { temporaryCalls } from "../../contract/prices/pricing";
import { callsOf } from "../../contract/core/resource/calls";
import { addDays } from "../../contract/core/time";
import { loadPlaces } from "../kernel/places";
import { create as addBundle } from "../domains/prices/bundles";
import * as base from "../domains/prices/base-discounts";
import * as plans from "../domains/prices/plan-change";
import * as promoted from "../domains/prices/promotions";
import * as sync from "../domains/prices/sync";
import * as temporary from "../domains/prices/temporary";
import type { Ctx } from "../http/context";
import { entered } from "./act";
import { type DemoPlan, type DemoVenue, matrix } from "./venues";

const { create: addPromotion } = callsOf(promotions);
const WORKDAYS = [1, 2, 3, 4, 5];
const at = (hour: number): number => hour * 60;

/** Makes a venue's rules of price around `today`, through the services. */
export async function setupPrices(ctx: Ctx, demo: DemoVenue, today: string): Promise<void> {
  const places = await loadPlaces(ctx);
  const programs = new Map(places.map((place) => [place.programName, place.programId]));
  const types = await base.list(ctx);
  const year = Number(today.slice(0, 4));
  const plan = (
    name: string,
    program: string,
    prices: DemoPlan["prices"],
    extra: { priority: number; from: string; to: string; placeIds?: string[]; on?: boolean },
  ) => plans.create(ctx, entered(pricePlans.create, { name, programId: programs.get(program) ?? "", prices: weekOf(prices), ...extra }));

  for (const { program, prices } of demo.plans) {
    if (!programs.has(program)) continue;
    await plan(`暑期${program}`, program, dearer(prices, 500), { priority: 10, from: `${year}-07-01`, to: `${year}-08-31` });
    await plan(`元旦${program}`, program, dearer(prices, 1_000), { priority: 20, from: `${year + 1}-01-01`, to: `${year + 1}-01-03` });
    await plan(`${year + 1} 春季${program}（草稿）`, program, dearer(prices, 200), {
      priority: 10,
      from: `${year + 1}-03-01`,
      to: `${year + 1}-05-31`,
      on: false,
    });
  }
  const percents = types.cardTypes
    .filter((type) => type.percent < 90)
    .map((type) => ({ cardTypeId: type.id, programId: programs.get("篮球") ?? "", percent: Math.min(95, type.percent + 5) }));
  if (programs.has("篮球")) await base.modify(ctx, entered(baseDiscounts.modify, { percents }));
  await makePromotions(ctx, today, (name) => types.cardTypes.find((type) => type.name === name)?.id ?? null);
  if (demo.mainTag !== "badminton") return;

  const badminton = programs.get("羽毛球") ?? "";
  const vip = places.filter((place) => place.name === "V1").map((place) => place.id);
  const courts = (...names: string[]): string[] => places.filter((place) => names.includes(place.name)).map((place) => place.id);
  const window = { from: today, to: `${year + 1}-03-31`, minutes: 120 };
  const sets = [
    { name: "亲友三片包场", placeIds: courts("8", "9", "10"), price: "388.00", weekdays: [6, 7], start: at(8), end: at(14), ...window },
    { name: "工间双片", placeIds: courts("1", "2"), price: "168.00", weekdays: WORKDAYS, start: at(10), end: at(16), ...window },
    { name: "羽篮同乐", placeIds: [...courts("7"), ...courts("东半")], price: "298.00", on: false, ...window },
  ];
  for (const set of sets) await addBundle(ctx, entered(callsOf(bundles).create, set));
  const { id } = await plan("贵宾馆专价", "羽毛球", [5_000, 7_000, 7_000, 8_000], {
    priority: 30,
    from: addDays(today, -90),
    to: `${year + 1}-12-31`,
    placeIds: vip,
  });
  const rules: Omit<Input<typeof temporaryCalls.create>, "programId">[] = [
    {
      name: "新场地体验价",
      placeIds: places.slice(8, 10).map((place) => place.id),
      start: at(13),
      end: at(17),
      weekdays: WORKDAYS,
      price: "20.00",
      from: addDays(today, -3),
      to: addDays(today, 10),
      reason: "9、10 号场换新地胶，午后体验",
    },
    {
      name: "寒假临打",
      start: at(9),
      end: at(12),
      weekdays: WORKDAYS,
      price: "6.00",
      unit: "head",
      from: `${year + 1}-01-20`,
      to: `${year + 1}-02-20`,
      reason: "学生散打，按人计价",
    },
    {
      name: "企业杯周",
      cardTypeId: types.cardTypes.find((type) => type.name === "企业卡")?.id ?? null,
      start: at(18),
      end: at(22),
      price: "30.00",
      from: addDays(today, -40),
      to: addDays(today, -34),
      reason: "企业杯参赛单位优惠",
    },
  ];
  for (const rule of rules) await temporary.create(ctx, entered(temporaryCalls.create, { programId: badminton, ...rule }));
  let run = await sync.run(ctx, entered(priceSync.run, { planId: id, from: today, to: addDays(today, 6), placeIds: vip }));
  while (run.state === "running") run = await sync.advance(ctx, { id: run.id });
}

async function makePromotions(ctx: Ctx, today: string, cardType: (name: string) => string | null): Promise<void> {
  const rules: Input<typeof addPromotion>[] = [
    {
      name: "工作日早鸟八折",
      weekdays: WORKDAYS,
      start: at(6),
      end: at(9),
      kind: "percent",
      percent: 80,
      from: addDays(today, -50),
      to: addDays(today, 120),
    },
    {
      name: "周三会员日立减 10 元",
      weekdays: [3],
      cardTypeId: cardType("银卡"),
      kind: "minus",
      amount: "10.00",
      stackable: true,
      from: addDays(today, -50),
      to: addDays(today, 60),
    },
    {
      name: "双十一全场九折",
      kind: "percent",
      percent: 90,
      stackable: true,
      from: `${today.slice(0, 4)}-11-11`,
      to: `${today.slice(0, 4)}-11-11`,
    },
    {
      name: "夜场一口价",
      weekdays: [1, 2, 3, 4],
      start: at(21),
      end: at(23),
      kind: "fixed",
      amount: "30.00",
      from: addDays(today, 7),
      to: addDays(today, 90),
    },
    {
      name: "亲子周末 88 折",
      weekdays: [6, 7],
      cardTypeId: cardType("亲子卡"),
      start: at(9),
      end: at(12),
      kind: "percent",
      percent: 88,
      on: false,
      from: today,
      to: addDays(today, 30),
    },
  ];
  for (const rule of rules) await promoted.create(ctx, entered(addPromotion, rule));
}

const dearer = ([day, evening, weekendDay, weekendEvening]: DemoPlan["prices"], by: Fen): DemoPlan["prices"] => [
  day + by,
  evening + by,
  weekendDay + by,
  weekendEvening + by,
];
const weekOf = (prices: DemoPlan["prices"]) => ({
  walkIn: matrix(prices).walkIn.map((row) => row.map((price) => (price === null ? null : yuan(price)))),
});
