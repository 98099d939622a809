/** A signed-in person's console in a test: what the boot asks is answered, and the page of an address drawn. */
// Forms bring antd with them, the heaviest of all imports: here it is there before a test begins to wait for one.
import "../../src/console/ui/AntdScope";
import { act } from "@testing-library/react";
import { members } from "../../src/contract/members/members";
import type { Code } from "../../src/contract/core/permissions";
import { session as calls, type Site } from "../../src/contract/session/session";
import { venue as venueCalls } from "../../src/contract/venue/venue";
import { draw, erase } from "../../src/console/App";
import { boot } from "../../src/console/boot";
import { setLanguage } from "../../src/console/i18n/i18n";
import { storeSession } from "../../src/console/login/stored-session";
import { forgetAnswers } from "../../src/console/providers/queries";
import { stayHere } from "../../src/console/session/expired";
import { handle, pageOfRows } from "./server";

export const site = (venueId: string, name: string, over: Partial<Site> = {}): Site => ({
  venueId,
  name,
  logo: null,
  city: "上海",
  area: "浦东新区",
  mainTag: "badminton",
  tags: ["badminton"],
  siteTypeSourceId: `s-${venueId}`,
  bookingsToday: 287,
  utilisation: 66,
  ...over,
});
export const SITES = [site("v1", "源深羽毛球馆"), site("v2", "东方游泳馆", { city: "苏州", mainTag: "swimming", tags: ["swimming"] })];
export const MEMBER_CODES: readonly Code[] = ["venue_user_admin", "venue_user_list"];
export const MEMBER_PATH = "/venueUser/venue-user-list";

/** Answers everything that a signed-in person's boot asks. */
export function answerBoot({ sites = SITES, codes = MEMBER_CODES }: { sites?: readonly Site[]; codes?: readonly Code[] } = {}): {
  lists: number;
} {
  const count = { lists: 0 };
  handle(calls.profile, () => ({
    userId: "u1",
    username: "admin",
    name: "林婉清",
    avatar: null,
    introduction: "",
    phone: "13800001111",
    roles: ["admin"],
    language: null,
  }));
  handle(calls.sites, () => ({ content: [...sites] }));
  handle(calls.menus, () => ({ menuList: codes.map((code) => ({ code })) }));
  handle(calls.buttons, () => ({ resourcesList: [] }));
  handle(calls.preferences, () => ({ values: {} }));
  handle(venueCalls.view, (_, { query }) => ({
    id: query.get("sourceId") ?? "",
    name: "馆",
    logo: null,
    province: "",
    city: "",
    area: "",
    address: "",
    offlineBalance: "0.00",
    phone: "",
    zone: "Asia/Shanghai",
    mainTag: "badminton" as const,
    tags: [],
    holdMinutes: 15,
    daysAhead: 14,
    freeCancelHours: 2,
    lateCancelPercent: 0,
    purseOrder: "principalFirst" as const,
    shortName: "",
    pictures: [],
    intro: "",
    contact: "",
    email: "",
    longitude: null,
    latitude: null,
    openMinutes: Array.from({ length: 7 }, () => 480),
    closeMinutes: Array.from({ length: 7 }, () => 1_320),
    publicPage: true,
    receiptHead: "",
    receiptFoot: "",
  }));
  handle(members.list, () => {
    count.lists++;
    return pageOfRows([]);
  });
  handle(members.sums, () => ({ count: 0, principal: "0.00", gift: "0.00", debt: "0.00", spent: "0.00", packageCards: 0 }));
  handle(members.cardTypes, () => ({ content: [] }));
  return count;
}

export async function open(address: string): Promise<void> {
  history.replaceState(null, "", address);
  await act(() => boot(() => Promise.resolve({ draw })));
}
export const inVenue = (venueId: string): void => {
  document.cookie = `sourceId=${venueId}; path=/`;
};

/** Before each test of the console: an empty page and a session. */
export function signIn(): void {
  document.body.innerHTML = '<div id="root"></div>';
  storeSession({ accessToken: "secret" });
}

/** After it: nothing of it is left. */
export async function leaveAll(): Promise<void> {
  act(() => erase());
  await forgetAnswers();
  stayHere();
  for (const name of ["signed_in", "sourceId", "mainTag", "handlingFee", "userId", "phone", "language", "sidebarStatus"])
    document.cookie = `${name}=; path=/; max-age=0`;
  await setLanguage("zh");
}
