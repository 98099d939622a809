/** Setup of the demo before its first day: organization, people and roles. */
import { hash } from "@node-rs/argon2";
import { ALL_CODES, type Code, withParents } from "../../contract/core/permissions";
import { type Database, type Db, PLATFORM } from "../db/client";
import type { VenueRow } from "../http/context";
import { ACCOUNTS, DEMO_PASSWORD, DEMO_PIN, DEMO_VENUES } from "./venues";

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

export const venueRow = (db: Db, id: string): Promise<VenueRow> =>
  db.selectFrom("venue").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
