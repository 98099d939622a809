/** Whoever takes money at the desk says what goes back: a form that pays says so with `announcePaid`, or hands the payments to who does. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** These hand what was paid to the page around them. */
const HAND_ON = ["domains/fixed/panels/PayPanel.tsx", "domains/fixed/panels/PlanPanel.tsx", "domains/marketing/SellPanel.tsx"];

const ROOM = "src/console/domains";
const files = readdirSync(ROOM, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".tsx"))
  .map((path) => ({ path: `domains/${path.replaceAll("\\", "/")}`, text: readFileSync(`${ROOM}/${path}`, "utf8") }));

it("every form that takes payments says what goes back of cash", () => {
  const taking = files.filter(({ text }) => /\btoPayments\(/.test(text));
  expect(taking.length).toBeGreaterThan(10);
  const silent = taking.filter(({ path, text }) => !text.includes("announcePaid(") && !HAND_ON.includes(path)).map(({ path }) => path);
  expect(silent).toEqual([]);
});

it("and so does every page that sells through them", () => {
  const through = files.filter(({ text }) => /<(PayPanel|PlanPanel|SellPanel)\b/.test(text));
  expect(through.map(({ path }) => path).toSorted()).toEqual([
    "domains/fixed/FixedDrawer.tsx",
    "domains/marketing/SellVoucher.tsx",
    "domains/marketing/SignUp.tsx",
  ]);
  expect(through.filter(({ text }) => !text.includes("announcePaid(")).map(({ path }) => path)).toEqual([]);
});
