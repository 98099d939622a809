/** The prices of a plan while they are edited. */
import { describe, expect, it } from "vitest";
import {
  adjust,
  areaOf,
  changes,
  copied,
  copyClass,
  copyDay,
  EMPTY_SHEET,
  fill,
  heatOf,
  heatSteps,
  type Hours,
  paste,
  priceAt,
  reach,
  readChange,
  readPrice,
  type Sheet,
  sheetOf,
  shortPrice,
  cellsOnSale,
  togglePeak,
  toDraft,
  typeIn,
} from "../../../src/console/domains/prices/matrix/sheet";
import { step } from "../../../src/console/domains/prices/matrix/use-sheet";

/** Open 08:00–22:00, on Sunday from 10:00. */
const HOURS: Hours = { open: [480, 480, 480, 480, 480, 480, 600], close: [1320, 1320, 1320, 1320, 1320, 1320, 1320] };
const area = (day: number, half: number, toDay = day, toHalf = half) => areaOf({ day, half }, { day: toDay, half: toHalf });
const spots = (...corners: Parameters<typeof area>) => cellsOnSale(area(...corners), HOURS);
const all = spots(0, 0, 6, 47);
const at = (sheet: Sheet, day: number, half: number, kind: Parameters<typeof priceAt>[1] = "walkIn") => priceAt(sheet, kind, { day, half });

const week = (price: string) => Array.from({ length: 7 }, () => Array.from({ length: 48 }, () => price));

describe("filling", () => {
  it("says a price at the cells on sale only, whichever corner was first", () => {
    const sheet = fill(EMPTY_SHEET, "walkIn", cellsOnSale(areaOf({ day: 6, half: 21 }, { day: 5, half: 14 }), HOURS), 4_000);
    expect(at(sheet, 5, 15).price).toBeNull(); // before opening
    expect(at(sheet, 5, 16).price).toBe(4_000);
    expect(at(sheet, 6, 19).price).toBeNull();
    expect(at(sheet, 6, 20).price).toBe(4_000);
    expect(reach(HOURS)).toEqual({ first: 16, last: 44 });
  });
  it("lets a class pay as a walk-in until it has a price of its own", () => {
    const base = fill(EMPTY_SHEET, "walkIn", all, 5_000);
    expect(at(base, 0, 20, "member")).toEqual({ price: 5_000, inherited: true });
    const own = fill(base, "member", spots(0, 20), 4_500);
    expect(at(own, 0, 20, "member")).toEqual({ price: 4_500, inherited: false });
    expect(toDraft(base).prices.member).toBeNull();
    expect(toDraft(own).prices.member?.[0]?.[20]).toBe("45.00");
  });
});

describe("changing", () => {
  const base = fill(EMPTY_SHEET, "walkIn", spots(0, 16, 0, 17), 3_333);
  it.each([
    ["+5", 3_833],
    ["-10%", 3_000],
    ["＋10％", 3_666],
    ["-100", 0],
    ["-100%", 0],
  ])("%s makes 33.33 %i fen, rounded once", (text, expected) => {
    const change = readChange(text);
    expect(change && at(adjust(base, "walkIn", spots(0, 16, 1, 17), change), 0, 16).price).toBe(expected);
  });
  it("leaves cells without a price alone, and refuses what is no change", () => {
    expect(at(adjust(base, "walkIn", spots(0, 16, 1, 17), { by: "amount", value: 100 }), 1, 16).price).toBeNull();
    for (const text of ["", "abc", "5元5", "++5", "1.234", "-101%", "-500%"]) expect(readChange(text)).toBeUndefined();
  });
});

describe("copying", () => {
  it("gives days the prices and peaks of another, where both are on sale", () => {
    const base = togglePeak(fill(EMPTY_SHEET, "walkIn", spots(0, 16, 0, 43), 6_000), spots(0, 36, 0, 43));
    const sheet = copyDay(base, "walkIn", 0, [0, 6], HOURS);
    expect(at(sheet, 6, 19).price).toBeNull();
    expect(at(sheet, 6, 20).price).toBe(6_000);
    expect(sheet.peak[6]?.[36]).toBe(true);
    expect(sheet.peak[6]?.[35]).toBe(false);
    expect(at(sheet, 1, 20).price).toBeNull();
  });
  it("gives a class what another pays", () => {
    const sheet = copyClass(fill(EMPTY_SHEET, "walkIn", all, 5_000), "walkIn", "group", HOURS);
    expect(at(sheet, 3, 30, "group")).toEqual({ price: 5_000, inherited: false });
  });
});

describe("pasting", () => {
  it("reads prices as people and spreadsheets write them", () => {
    const read = (texts: string[]) => texts.map(readPrice);
    expect(read(["￥1,200.50", "45 元", "４５", "", "—"])).toEqual([120_050, 4_500, 4_500, null, null]);
    expect(read(["-5", "四十", "100001", "4,5", "1 2", "1.234"]).every((price) => price === undefined)).toBe(true);
  });
  it("puts lines where the first corner is, passes over closed hours, and keeps what it cannot read at its cell", () => {
    const { sheet, area: now } = paste(EMPTY_SHEET, "walkIn", area(5, 16, 5, 16), "40\t50\t60\r\n四十\t51\r\n", HOURS);
    expect(at(sheet, 5, 16).price).toBe(4_000);
    expect(at(sheet, 6, 16).price).toBeNull(); // Sunday opens later
    expect(sheet.unread).toEqual({ "walkIn.5.17": "四十" });
    expect(now.to).toEqual({ day: 5, half: 17 });
    expect(typeIn(sheet, "walkIn", spots(5, 17), "41").unread).toEqual({});
  });
  it("puts one value into every chosen cell, and copies out what it would take in", () => {
    const { sheet } = paste(EMPTY_SHEET, "walkIn", area(0, 20, 1, 21), "38.5\n", HOURS);
    expect(copied(sheet, "walkIn", area(0, 20, 1, 22))).toBe("38.50\t38.50\n38.50\t38.50\n\t");
  });
});

it("counts what differs from the saved plan, and nothing after all is undone", () => {
  const saved = sheetOf({ prices: { walkIn: week("50.00"), member: null, group: null }, peak: EMPTY_SHEET.peak.map((row) => [...row]) });
  const next = fill(saved, "walkIn", spots(0, 20, 1, 21), 6_000);
  expect(changes(next, saved)).toBe(4);
  const after = step(step({ past: [], now: saved, future: [] }, { to: next }), "undo");
  expect(changes(after.now, saved)).toBe(0);
  expect(changes(step(after, "redo").now, saved)).toBe(4);
  expect(step(after, "undo")).toMatchObject({ now: after.now, past: [] });
});

it("colours equal prices alike and dearer ones darker", () => {
  const two = fill(fill(EMPTY_SHEET, "walkIn", all, 4_000), "walkIn", spots(0, 36, 6, 43), 6_000);
  const steps = heatSteps(two, "walkIn", HOURS);
  expect(heatOf(steps, 4_000)).toBeLessThan(heatOf(steps, 6_000));
  expect(heatSteps(two, "member", HOURS)).toEqual([]); // what a class takes over is not coloured
  const many = [10, 20, 30, 40, 50, 60, 70].reduce(
    (sheet, price, day) => fill(sheet, "walkIn", spots(day, 16, day, 43), price * 100),
    EMPTY_SHEET,
  );
  const five = heatSteps(many, "walkIn", HOURS);
  expect(five).toHaveLength(4);
  expect([heatOf(five, 1_000), heatOf(five, 7_000)]).toEqual([1, 4]);
  expect([4_500, 4_550, 10_000, 0].map(shortPrice)).toEqual(["45", "45.5", "100", "0"]);
});
