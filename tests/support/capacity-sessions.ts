/** A pool and its sessions for tests; over the members of `seedBooking`. */
import type { TestVenue } from "./venue";
import { at } from "./booking";

const week = (minute: number): number[] => Array.from({ length: 7 }, () => minute);

/** The program "g-s" (swimming), the hall "h-s" that sells by capacity from 6:00 to 22:00, and the card "pk-s" of `uses` times for 100.00. */
export async function seedPool(t: TestVenue, uses = 3): Promise<void> {
  const own = { venue_id: t.venue.id };
  const db = t.database.dbFor(t.venue.id);
  await db
    .insertInto("program")
    .values({ ...own, id: "g-s", name: "游泳", sport: "swimming" })
    .execute();
  const hours = { open_minutes: week(at(6)), close_minutes: week(at(22)) };
  await db
    .insertInto("hall")
    .values({ ...own, id: "h-s", program_id: "g-s", name: "标准池", sells: "capacity", position: 3, ...hours })
    .execute();
  await db
    .insertInto("package_card")
    .values({ ...own, id: "pk-s", name: "游泳次卡", program_id: "g-s", price: 10_000, times: uses, valid_days: 90, position: 3 })
    .execute();
}

let sessions = 0;
/** A session of the pool, on sale unless told otherwise; 30.00 a head. @returns its id */
export async function addSession(
  t: TestVenue,
  {
    day,
    start,
    minutes = 60,
    places = 10,
    status = "on_shelf",
    price = 3_000,
  }: { day: string; start: number; minutes?: number; places?: number; status?: string; price?: number },
): Promise<string> {
  const id = `s-${++sessions}`;
  const time = (minute: number): Date => new Date(Date.parse(`${day}T00:00:00+08:00`) + minute * 60_000);
  await t.database
    .dbFor(t.venue.id)
    .insertInto("hall_booking")
    .values({
      venue_id: t.venue.id,
      id,
      hall_id: "h-s",
      day,
      start_minute: start,
      end_minute: start + minutes,
      starts_at: time(start),
      ends_at: time(start + minutes),
      price,
      max_place: places,
      left_place: places,
      status,
    })
    .execute();
  return id;
}
