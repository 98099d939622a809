/** The demo's members: people with a card, most with something on it, enrolled over the two years before. */
import { members } from "../../contract/members/members";
import { addDays, instant } from "../../contract/core/time";
import { yuan } from "../../contract/core/money";
import type { Database } from "../db/client";
import { enrol } from "../domains/members/enrol";
import type { VenueRow } from "../http/context";
import { at, entered, type Told } from "./act";
import { type DemoPerson, people } from "./people";
import { random } from "./random";
import { seededChange } from "./seeded";
import { CARD_TYPES, type DemoVenue, OFFERS } from "./venues";

/** Members of a transaction; those of a day stay together. */
const BATCH = 100;
/** Transactions at a time. */
const LANES = 3;
const DESK = { id: "3", name: "陈晓" };
const TAGS = ["晨练", "单位团体", "青少年", "常客", "教练学员"];

type Newcomer = DemoPerson & { readonly daysBefore: number };

/** Enrols the venue's members, in transactions of about a hundred. */
export async function enrolMembers(database: Database, venue: VenueRow, demo: DemoVenue, firstDay: string): Promise<void> {
  const r = random("members", venue.id);
  const crowd = people(r, demo.members).map((person) => ({ ...person, daysBefore: r.int(1, 720) }));
  crowd.sort((a, b) => b.daysBefore - a.daysBefore);
  const batches = inBatches(crowd);
  const enrolBatch = (batch: readonly Newcomer[], i: number): Promise<void> => enrolAll(database, venue, batch, firstDay, i);
  // The first opens the desk's shift, which the others find. Numbers run by the day, so that batches do not meet in them.
  const [first = [], ...others] = batches;
  await enrolBatch(first, 0);
  const lane = async (from: number): Promise<void> => {
    for (let i = from; i < others.length; i += LANES) await enrolBatch(others[i] ?? [], i + 1);
  };
  await Promise.all(Array.from({ length: LANES }, (_, from) => lane(from)));
}

function inBatches(crowd: readonly Newcomer[]): Newcomer[][] {
  const batches: Newcomer[][] = [];
  for (const person of crowd) {
    const last = batches.at(-1);
    if (last && (last.length < BATCH || last.at(-1)?.daysBefore === person.daysBefore)) last.push(person);
    else batches.push([person]);
  }
  return batches;
}

async function enrolAll(database: Database, venue: VenueRow, crowd: readonly Newcomer[], firstDay: string, batch: number): Promise<void> {
  const start = instant(firstDay, 0, venue.zone);
  await seededChange(database, venue, { action: "demo.members", now: start, seed: ["enrol ids", batch] }, async (ctx, tick) => {
    const r = random("enrol", venue.id, batch);
    const session: Told = { person: "" };
    const types = await ctx.db.selectFrom("card_type").select(["id", "name"]).where("venue_id", "=", venue.id).execute();
    const offers = await ctx.db
      .selectFrom("recharge_offer")
      .select(["id", "pay"])
      .where("venue_id", "=", venue.id)
      .where("on_shelf", "=", true)
      .orderBy("pay")
      .execute();
    for (const person of crowd) {
      const day = addDays(firstDay, -person.daysBefore);
      const desk = at(ctx, { day, minute: r.int(540, 1260), person: DESK, moves: false }, session, tick);
      const typeName = r.weighted(CARD_TYPES.map((type) => [type.name, type.weight] as const));
      const offer = r.chance(0.66) ? r.weighted(OFFERS.map((one, i) => [one, [3, 4, 4, 2][i] ?? 1] as const)) : undefined;
      await enrol(
        desk,
        entered(members.create, {
          phone: person.phone,
          name: person.name,
          gender: person.gender,
          birthday: r.chance(0.7)
            ? `${r.int(1962, 2012)}-${String(r.int(1, 12)).padStart(2, "0")}-${String(r.int(1, 28)).padStart(2, "0")}`
            : null,
          cardTypeId: types.find((type) => type.name === typeName)?.id ?? "",
          cardNo: "",
          tags: r.chance(0.2) ? [r.pick(TAGS)] : [],
          memo: "",
          ...(offer
            ? {
                recharge: {
                  offerId: offers.find((one) => one.pay === offer.pay)?.id ?? "",
                  pay: yuan(offer.pay),
                  method: r.pick(["WeChat", "WeChat", "Alipay", "Cash", "BankCard"]),
                },
              }
            : {}),
        }),
      );
    }
  });
}
