/** A package card sold and redeemed with the scanner: the member's card names the buyer, and the card to use. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkLedger } from "../../src/server/ledger/check";
import { axe, openStage, settled, shot, signIn, type Stage } from "../support/browser";
import { BADMINTON, POOR } from "../support/browser-data";
import { scan } from "../support/browser-scan";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());
const db = () => stage.database.dbFor(BADMINTON.id);

it("is sold to whoever's card is scanned, and redeemed by the next scan of it", async () => {
  const memberId = await stage.memberId(POOR.phone);
  const { card_no: cardNo } = await db().selectFrom("member").select("card_no").where("id", "=", memberId).executeTakeFirstOrThrow();
  const held = () => db().selectFrom("holding").select(["no", "used", "times", "state"]).where("member_id", "=", memberId).execute();
  const desk = await stage.open();
  const { page } = desk;
  await signIn(page, "cashier");
  await page.goto("/card/venue-user-package-card-form");
  await page.getByRole("radio", { name: /羽毛球 20 次卡/ }).check();
  await page.locator("h1").click();
  await scan(page, cardNo);
  await page.locator(".mem").getByText(POOR.name).waitFor();
  await page.getByRole("button", { name: /^收款 ¥.* 并开卡$/ }).click();
  await page.getByText(`已开卡：${POOR.name}`).waitFor();
  expect(await held()).toMatchObject([{ used: 0, state: "active" }]);

  await page.goto("/card/venue-user-package-card-list");
  await page.getByRole("row", { name: new RegExp(POOR.name) }).waitFor();
  await scan(page, cardNo);
  const dialog = page.getByRole("dialog", { name: /^核销/ });
  await dialog.getByRole("spinbutton", { name: /次数/ }).fill("2");
  await settled(page);
  await shot(page, "package-card-redeem");
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole("button", { name: "核销" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await held()).toMatchObject([{ used: 2 }]);
  await scan(page, "NOBODY-404");
  await page.getByText("NOBODY-404 没有可核销的次卡").waitFor();
  expect(desk.faults).toEqual([]);
  await desk.close();
  expect(await checkLedger(db(), BADMINTON.id)).toEqual([]);
});
