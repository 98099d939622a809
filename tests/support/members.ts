/** Members, card types and offers for tests. */
import type { Input } from "../../src/contract/core/call";
import type { Member } from "../../src/contract/members/members";
import { members } from "../../src/contract/members/members";
import { create } from "../../src/server/domains/members/enrol";
import type { TestVenue } from "./venue";

/** Card type "ct-1" (85 % at places, unlimited), "ct-2" (12 months), and the offer "of-1": pay 500, get 500 + 50. */
export async function seedMembers(t: TestVenue, venueId = t.venue.id): Promise<void> {
  const db = t.database.dbFor(venueId);
  await db
    .insertInto("card_type")
    .values([
      { venue_id: venueId, id: "ct-1", name: "金卡", colour: 300, place_percent: 85, months: 0, position: 1 },
      { venue_id: venueId, id: "ct-2", name: "年卡", colour: 600, months: 12, position: 2 },
    ])
    .execute();
  await db
    .insertInto("recharge_offer")
    .values([
      { venue_id: venueId, id: "of-1", name: "充 500 送 50", pay: 50_000, principal: 50_000, gift: 5_000, position: 1 },
      { venue_id: venueId, id: "of-off", name: "下架", pay: 10_000, principal: 10_000, on_shelf: false, position: 2 },
    ])
    .execute();
}

let next = 0;
/** Enrols a member as the desk does; phone and name are made up unless given. */
export function enrol(t: TestVenue, draft: Partial<Input<typeof members.create>> = {}): Promise<Member> {
  next++;
  const input = members.create.input.parse({
    phone: `138${String(next).padStart(8, "0")}`,
    name: `会员${next}`,
    cardTypeId: "ct-1",
    ...draft,
  });
  return t.act((ctx) => create(ctx, input), { action: "members.create" });
}
