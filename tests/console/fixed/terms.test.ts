/** Missing input that the form of a fixed booking reports: in the order of its fields, until the series can be requested. */
import { expect, it } from "vitest";
import { NO_BOOKER } from "../../../src/console/desk/Booker";
import { inputOf, lackOf, newTerms, type TermsDraft } from "../../../src/console/domains/fixed/terms";

const walkIn = { ...NO_BOOKER, walkIn: true, name: "罗雨桐", phone: "13800001111" };
const whole: TermsDraft = { ...newTerms("2026-11-21"), booker: walkIn, placeIds: ["p3"], weekdays: [1] };

it.each<[string, Partial<TermsDraft>, string | undefined]>([
  ["nobody", { booker: NO_BOOKER, placeIds: [] }, "booker"],
  ["a walk-in without a name", { booker: { ...walkIn, name: " " } }, "name"],
  ["a walk-in without a mobile", { booker: { ...walkIn, phone: "" } }, "phone"],
  ["a mobile that is cut short", { booker: { ...walkIn, phone: "1380000" } }, "phone"],
  ["no place", { placeIds: [], weekdays: [] }, "places"],
  ["no weekday", { weekdays: [] }, "weekdays"],
  ["an end that is the start", { end: 19 * 60 }, "times"],
  ["a term that ends before it begins", { to: "2026-11-01" }, "dates"],
  ["no card", { payMode: "card", holdingId: "" }, "card"],
  ["uses of the card that can't be read", { payMode: "card", holdingId: "h1", timesPerUse: "1,5" }, "timesPerUse"],
  ["more uses of the card than an occurrence can take", { payMode: "card", holdingId: "h1", timesPerUse: "21" }, "timesPerUse"],
  ["no agreed price", { agreed: true, unitPrice: " " }, "price"],
  ["an agreed price that can't be read", { agreed: true, unitPrice: "sixty" }, "price"],
  ["nothing", {}, undefined],
  ["nothing, where a card pays whatever was agreed", { payMode: "card", holdingId: "h1", agreed: true }, undefined],
])("lacks: %s", (_, change, lack) => {
  const draft = { ...whole, ...change };
  expect(lackOf(draft)).toBe(lack);
  expect(inputOf(draft) === undefined).toBe(lack !== undefined);
});

it("reads full-width uses of the card", () => {
  expect(inputOf({ ...whole, payMode: "card", holdingId: "h1", timesPerUse: "２" })).toMatchObject({ timesPerUse: 2 });
});
