import { describe, expect, it } from "vitest";
import { HOUR, layOutClasses, minuteAt, stepped, weekOf } from "../../src/console/domains/coaches/week";

const block = (id: string, start: number, minutes: number) => ({ id, day: "2026-11-23", start, minutes });

describe("the week of the coach calendar", () => {
  it("begins on Monday, whatever day is given", () => {
    for (const day of ["2026-11-23", "2026-11-26", "2026-11-29"]) expect(weekOf(day)[0]).toBe("2026-11-23");
    expect(weekOf("2026-11-29").at(-1)).toBe("2026-11-29");
  });

  it("lays classes that overlap side by side, and others over the whole width", () => {
    const laid = layOutClasses([block("a", 600, 90), block("b", 630, 60), block("c", 690, 60), block("d", 900, 60)]);
    expect(laid.map(({ block: { id }, lane, lanes }) => [id, lane, lanes])).toEqual([
      ["a", 0, 2],
      ["b", 1, 2],
      ["c", 0, 1],
      ["d", 0, 1],
    ]);
  });

  it("drops a class on the half hour, within the day", () => {
    expect([minuteAt(0, 60), minuteAt(HOUR * 1.3, 60), minuteAt(-50, 60), minuteAt(99_999, 90)]).toEqual([420, 510, 420, 1290]);
  });

  it("moves by keys a day to the side and half an hour up or down", () => {
    const at = { day: "2026-11-30", start: 600 };
    expect(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter"].map((key) => stepped(at, key))).toEqual([
      { day: "2026-11-29", start: 600 },
      { day: "2026-12-01", start: 600 },
      { day: "2026-11-30", start: 570 },
      { day: "2026-11-30", start: 630 },
      undefined,
    ]);
    expect(stepped(at, "ArrowDown", true)?.start).toBe(660);
  });
});
