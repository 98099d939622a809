/** The venues of the browser tests: the demo's halls, prices, roles and accounts, with a handful of members and bookings that tests know. */
import { booking } from "../../src/contract/booking/booking";
import { members } from "../../src/contract/members/members";
import { addDays } from "../../src/contract/core/time";
import { PLATFORM } from "../../src/server/db/client";
import { setupPlatform, venueRow } from "../../src/server/demo/setup";
import { setupVenue } from "../../src/server/demo/setup-venue";
import { DEMO_VENUES } from "../../src/server/demo/venues";
import { startSession } from "../../src/server/kernel/tokens";
import { change, systemRequest } from "../../src/server/http/perform";
import type { Client, TestServer } from "./server";

export const BADMINTON = { id: "10001", name: "源深体育中心羽毛球馆" } as const;
export const SWIMMING = { id: "10002", name: "东方体育中心游泳馆（前滩店）" } as const;
export const BASKETBALL = { id: "10003", name: "联洋社区篮球馆" } as const;

/** Card type 金卡 pays 85 % for places; offer 充 500 送 50 fills principal 500 and gift 50. */
export const RICH = { name: "沈佩仪", initials: "spy", phone: "13800020001", principal: 50_000, gift: 5_000 } as const;
/** 普通会员 without money. */
export const POOR = { name: "陈一鸣", phone: "13800020002" } as const;
/** A name as long as they come. */
export const LONG = { name: "阿不都热合曼·买买提明·艾尔肯江", phone: "13800020003" } as const;
/** A member of the basketball hall only, who has booked there for tomorrow. */
export const ELSEWHERE = { name: "何云飞", phone: "13800020009" } as const;
/** Booker who has paid for court 2 tomorrow 10:00–11:00. */
export const BOOKED = { name: "王芳", phone: "13800020004", place: "2", start: 600, end: 660 } as const;

/** Fills a fresh database: three venues, five accounts, six members, bookings for tomorrow. */
export async function seedVenues(server: TestServer, tomorrow: string, now: Date): Promise<void> {
  const { database } = server;
  await setupPlatform(database, now);
  for (const demo of DEMO_VENUES) {
    const venue = await venueRow(database.dbFor(PLATFORM), demo.id);
    await change(database, systemRequest(venue, "test.setup", now), (ctx) => setupVenue(ctx, demo, addDays(tomorrow, -30)));
  }
  const { access_token } = await startSession(database.dbFor(PLATFORM), "1", now, "127.0.0.1");
  const admin = server.with(access_token);
  const enrol = await enroller(admin, BADMINTON.id);
  await enrol(RICH, "金卡", "充 500 送 50");
  await enrol(POOR, "普通会员");
  await enrol(LONG, "企业卡", "充 2,000 送 300");
  const booked = await enrol(BOOKED, "银卡", "充 200");
  await enrol({ name: "欧阳若曦", phone: "13800020005" }, "钻石卡", "充 1,000 送 120");
  await book(admin, BADMINTON.id, tomorrow, { ...BOOKED, memberId: booked });
  const elsewhere = await (await enroller(admin, BASKETBALL.id))(ELSEWHERE, "普通会员", "充 500 送 50");
  await book(admin, BASKETBALL.id, tomorrow, { place: "A 全场", start: 600, end: 660, memberId: elsewhere });
}

type Enrol = (person: { name: string; phone: string }, cardType: string, offer?: string) => Promise<string>;

async function enroller(admin: Client, venueId: string): Promise<Enrol> {
  const types = await admin.ok(members.cardTypes, {}, { venueId });
  const offers = await admin.ok(members.offers, {}, { venueId });
  return async ({ name, phone }, cardType, offer) => {
    const chosen = offers.content.find((one) => one.name === offer);
    const member = await admin.ok(
      members.create,
      {
        phone,
        name,
        gender: "unknown",
        birthday: null,
        cardTypeId: types.content.find((type) => type.name === cardType)?.id ?? "",
        cardNo: "",
        tags: [],
        memo: "",
        ...(chosen ? { recharge: { offerId: chosen.id, pay: chosen.pay, method: "WeChat" } } : {}),
      },
      { venueId },
    );
    return member.id;
  };
}

async function book(
  admin: Client,
  venueId: string,
  day: string,
  { place, start, end, memberId }: { place: string; start: number; end: number; memberId: string },
): Promise<void> {
  const grid = await admin.ok(booking.grid, { day, days: 1 }, { venueId });
  const placeId = grid.places.find((one) => one.name === place)?.id ?? "";
  const runs = [{ placeId, start, end }];
  const { total } = await admin.ok(booking.quote, { venueId, day, runs, memberId }, { venueId });
  await admin.ok(
    booking.create,
    { day, runs, memberId, mode: "pay", payments: [{ type: "Cash", amount: total }], expectedTotal: total },
    { venueId },
  );
}
