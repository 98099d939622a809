/**
 * Hostile text in the names of venue, game, players, clubs, members, goods and in notes: nothing of it runs on the hall screen while a match
 * runs, on public pages of a game, or on what is printed.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { battles } from "../../src/contract/competitions/battles";
import { gameEvents, games, gameTeamMembers, gameTeams } from "../../src/contract/competitions/competitions";
import { matches } from "../../src/contract/competitions/matches";
import type { Call, Input, Output } from "../../src/contract/core/call";
import { callsOf } from "../../src/contract/core/resource/calls";
import { grouponGoods, redemption } from "../../src/contract/marketing/groupon";
import { sale } from "../../src/contract/sale/sale";
import { shifts } from "../../src/contract/shift/shift";
import { openStage, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, RICH } from "../support/browser-data";
import { fillTyped, SHORT, watchForScripts } from "../support/hostile";
import type { Client } from "../support/server";
import { query } from "../support/tables";

let stage: Stage;
let admin: Client;
let gameId = "";
let saleId = "";
const ask = <C extends Call>(call: C, input: Input<C>): Promise<Output<C>> => admin.ok(call, input, { venueId: BADMINTON.id });
const move = (action: "publish" | "openSignUp" | "closeSignUp" | "start") => ask(callsOf(games).modifyStatus, { id: gameId, action });

beforeAll(async () => {
  stage = await openStage();
  admin = await stage.admin();
  const day = stage.tomorrow;
  const draft = { gameStart: day, gameEnd: day, gameType: "venueGame", businessCode: "venue", memberType: "personal" } as const;
  gameId = (await ask(callsOf(games).create, { ...draft, shortTitle: "大屏公开赛" })).id;
  const event = { game: gameId, title: "男子单打", kind: "singles", gender: "male", fee: "0.00", seeds: 0 } as const;
  const eventId = (await ask(callsOf(gameEvents).create, event)).id;
  await move("publish");
  await move("openSignUp");
  for (const [i, name] of ["陈建华", "罗晋", "郑凯", "高远"].entries()) {
    const phone = `1391111000${i}`;
    const { id } = await ask(callsOf(gameTeams).create, { event: eventId, name, captain: name, phone, club: "蓝盾", seed: null });
    await ask(callsOf(gameTeamMembers).create, { team: id, name, sex: "male", phone });
  }
  await move("closeSignUp");
  await ask(matches.makeDraw, { eventId, seed: "大屏" });
  await ask(matches.publishDraw, { eventId });
  await move("start");
  const battleId = (await ask(matches.board, { gameId })).matches.find(({ state }) => state === "ready")?.id ?? "";
  await ask(callsOf(battles).start, { id: battleId });
  await ask(callsOf(battles).score, { id: battleId, sets: [[17, 13]] });

  const drink = await stage.database
    .dbFor(BADMINTON.id)
    .selectFrom("product")
    .select("id")
    .where("barcode", "=", "6920202888883")
    .executeTakeFirstOrThrow();
  const cart = { memberId: await stage.memberId(RICH.phone), lines: [{ productId: drink.id, quantity: 2 }] };
  const { due } = await ask(sale.quote, cart);
  saleId = (await ask(sale.create, { ...cart, payments: [{ type: "Cash", amount: due }] })).id;
  const voucher = {
    title: "夜场 2 次券",
    price: "60.00",
    marketPrice: "90.00",
    stock: 5,
    perPerson: 0,
    saleFrom: `${day}T00:00:00+08:00`,
    saleTo: `${day}T23:00:00+08:00`,
    useFrom: day,
    useTo: day,
    times: 2,
    refundRule: "anytime" as const,
    redeems: "ticket" as const,
  };
  const goods = callsOf(grouponGoods);
  const today = stage.now().toISOString().slice(0, 10);
  const { id } = await ask(goods.create, { ...voucher, saleFrom: `${today}T00:00:00+08:00`, useFrom: today });
  await ask(goods.shelve, { id });
  const voucherSale = await ask(redemption.sell, { goodsId: id, name: "秦越", payments: [{ type: "Cash", amount: "60.00" }] });
  await ask(redemption.redeem, { id: voucherSale.id, times: 1 });
  // A shift that is over, with a note: its report is printed as well.
  const { open } = await ask(shifts.current, {});
  await ask(shifts.count, {});
  await ask(shifts.submit, { counts: { cash: "0" } });
  await ask(shifts.close, { id: open?.id ?? "", note: "短款", receivedBy: "周凯" });
  await query(stage.server.url, "UPDATE venue SET public_page = true");
  expect(await fillTyped(stage.server.url)).toBeGreaterThan(60);
});
afterAll(() => stage?.close());

/** Opens a page whose printing does nothing but say so. */
async function openWatched(): Promise<{ page: Page; found: () => Promise<string[]> }> {
  const { page } = await stage.open();
  await page.addInitScript(() => {
    window.print = () =>
      document.documentElement.setAttribute("data-printed", String(Number(document.documentElement.dataset["printed"] ?? 0) + 1));
  });
  return { page, found: watchForScripts(page) };
}
const printed = (page: Page, times: number) => page.locator(`html[data-printed="${times}"]`).waitFor({ state: "attached" });
/** Looks at the paper: its text is there as text, and none of it ran. */
async function expectPaper(page: Page, found: () => Promise<string[]>, paper: string): Promise<void> {
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(paper).first().innerText()).toContain(SHORT.slice(0, 20));
  expect(await found(), paper).toEqual([]);
  await page.emulateMedia({ media: "screen" });
}

it("does not run on the hall screen while a match runs", async () => {
  const { page, found } = await openWatched();
  await signIn(page, "admin", undefined);
  await page.goto(`/addedServices/live-score?game=${gameId}`);
  const card = page.locator("main, #page").first();
  // The match that runs is there, with its score.
  await expect.poll(() => card.innerText()).toMatch(/\b17\b/);
  expect(await card.innerText()).toContain("onerror=alert");
  expect(await found()).toEqual([]);
  await shot(page, "hostile-hall-zh-light-1440");
});

it("does not run on the public pages of the game", async () => {
  const { page, found } = await openWatched();
  let pagesWithText = 0;
  for (const path of [`/mini/v/${BADMINTON.id}`, `/mini/v/${BADMINTON.id}/competitions/${gameId}`]) {
    await page.goto(`${stage.origin}${path}`);
    if ((await page.locator("body").innerText()).includes("onerror=alert")) pagesWithText++;
    expect(await found(), path).toEqual([]);
  }
  expect(pagesWithText).toBeGreaterThan(0);
});

it("does not run on a receipt, a redemption's slip, a Z report, or score sheets", { timeout: 120_000 }, async () => {
  const { page, found } = await openWatched();
  await signIn(page, "admin", undefined);
  await page.goto(`/sale/sale-list/${saleId}`);
  await page.getByRole("button", { name: "打印小票" }).click();
  await page.getByRole("dialog", { name: "打印小票" }).getByRole("button", { name: "打印", exact: true }).click();
  await printed(page, 1);
  await expectPaper(page, found, ".receipt-print .receipt");

  await page.goto("/marketing/goods-signIn-list");
  await page
    .getByRole("button", { name: /^打印 .* 的小票$/ })
    .first()
    .click();
  await page.locator(".slip").waitFor({ state: "attached" });
  await expectPaper(page, found, ".slip");

  await page.goto("/sale/shift");
  await page.locator(".shift-past button", { hasText: "onerror=alert" }).first().click();
  await page
    .getByRole("button", { name: /打印 Z 报告/ })
    .first()
    .click();
  await page.locator(".receipt-print .shift-paper").waitFor({ state: "attached" });
  await expectPaper(page, found, ".receipt-print .shift-paper");

  await page.goto(`/addedServices/combat-team-member-list2?game=${gameId}`);
  await page.getByRole("button", { name: "批量记分表…" }).click();
  await page.getByRole("button", { name: /^打印 \d+ 张$/ }).click();
  await page.locator(".score-sheet").first().waitFor({ state: "attached" });
  await expectPaper(page, found, ".score-sheet");
});
