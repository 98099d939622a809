/** Columns of a list take the room that its box has, and another when the window gives it another. */
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Column } from "../../../src/console/ui/list/columns";
import { useFit } from "../../../src/console/ui/list/use-fit";

let resized: () => void;
let room: number;
beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(told: () => void) {
        resized = told;
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 200, 20);
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Range.prototype, "getBoundingClientRect");
});

/** A box with a table of one cell that declares 100 pixels and needs 234: 200 of text and its padding. */
function boxOf(): HTMLElement {
  const box = document.createElement("div");
  box.innerHTML = "<table><tbody><tr><td>深圳湾体育中心</td></tr></tbody></table>";
  Object.defineProperty(box, "clientWidth", { get: () => room });
  const cell = box.querySelector("td");
  if (cell) Object.defineProperty(cell, "clientWidth", { value: 100 });
  return box;
}
const columns: Column<object, object>[] = [{ key: "name", title: "Name", width: 100, render: () => "" }];

it("gives words more when the window widens, and takes it back when it narrows", () => {
  room = 120;
  const box = { current: boxOf() };
  const rows = [{}];
  const { result } = renderHook(() => useFit(box, columns, rows, undefined));
  expect(result.current).toEqual({ name: 120 });
  const become = (width: number): void => {
    room = width;
    act(() => resized());
  };
  become(500);
  expect(result.current).toEqual({ name: 234 });
  become(150);
  expect(result.current).toEqual({ name: 150 });
  // Out of sight it has no room, and keeps what it had.
  become(0);
  expect(result.current).toEqual({ name: 150 });
});

it("keeps what the columns need when a scrollbar comes with the rows and goes again", () => {
  room = 400;
  const box = { current: boxOf() };
  const { result, rerender } = renderHook(({ rows }) => useFit(box, columns, rows, undefined), { initialProps: { rows: [{}] } });
  room = 500;
  act(() => resized());
  room = 485;
  rerender({ rows: [{}, {}] });
  act(() => resized());
  room = 500;
  act(() => resized());
  expect(result.current).toEqual({ name: 234 });
});

it("leaves the room that the boxes to choose rows by take", () => {
  room = 164;
  const box = { current: boxOf() };
  const rows = [{}];
  const { result } = renderHook(() => useFit(box, columns, rows, undefined, 44));
  expect(result.current).toEqual({ name: 120 });
});
