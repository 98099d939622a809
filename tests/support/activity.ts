/** Activities for tests: one of tomorrow afternoon, published. */
import { activities } from "../../src/contract/marketing/activities";
import { callsOf } from "../../src/contract/core/resource/calls";
import { TODAY, TOMORROW } from "./booking";
import type { Client } from "./server";

export const ACTIVITY = {
  title: "周末双打交流赛",
  startsAt: `${TOMORROW}T14:00:00+08:00`,
  endsAt: `${TOMORROW}T17:00:00+08:00`,
  deadline: `${TOMORROW}T12:00:00+08:00`,
  place: "1–4 号场",
  capacity: 8,
  memberFee: "60.00",
  guestFee: "80.00",
  childFee: "30.00",
  freeHours: 24,
  latePercent: 25,
};
/** The clock before the day of the activity, and on it. */
export const BEFORE = new Date(`${TODAY}T10:00:00+08:00`);
export const ON_THE_DAY = new Date(`${TOMORROW}T13:30:00+08:00`);

export async function published(admin: Client, more: object = {}): Promise<string> {
  const calls = callsOf(activities);
  const { id } = await admin.ok(calls.create, { ...ACTIVITY, ...more });
  await admin.ok(calls.publish, { id });
  return id;
}
