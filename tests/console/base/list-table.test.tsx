import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { Table } from "../../../src/console/ui/list/Table";

interface Row {
  readonly id: string;
}
const nothing = (): void => undefined;

const show = (unsorted: readonly string[], rows: readonly Row[] = [{ id: "深圳湾体育中心游泳馆" }]): void => {
  render(
    <Table<Row, object>
      label="列表"
      columns={[
        { key: "a", title: "时间", width: 100, sort: "at", render: ({ id }) => id },
        { key: "b", title: "金额", width: 100, sort: "amount", render: ({ id }) => id },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      rowName={({ id }) => id}
      rowHeight={44}
      compact={false}
      sort={undefined}
      unsorted={unsorted}
      onSort={nothing}
      onResize={nothing}
      cursor={-1}
      onCursor={nothing}
      selected={undefined}
      onSelect={nothing}
      onToggle={nothing}
      sums={undefined}
      sumsTitle=""
    />,
  );
};

it("offers no sort by what a list this long is not sorted by, and says why", () => {
  show(["amount"]);
  expect(screen.getByRole("button", { name: "时间" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "金额" })).not.toBeInTheDocument();
  expect(screen.getByText("金额")).toHaveAttribute("title", expect.stringContaining("行数太多"));
});

it("shows words whole that a cell has no room for, where the pointer rests", () => {
  show([]);
  const [cut, whole] = screen.getAllByRole("cell");
  if (!cut || !whole) throw new Error("a row of two cells");
  Object.defineProperty(cut, "scrollWidth", { value: 140 });
  for (const cell of [cut, whole]) fireEvent.mouseOver(cell);
  expect([cut.title, whole.title]).toEqual(["深圳湾体育中心游泳馆", ""]);
});

it("draws of a long page the rows in sight and eight beyond each edge", () => {
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(440);
  show(
    [],
    Array.from({ length: 1_000 }, (_, i) => ({ id: `row ${i}` })),
  );
  const drawn = (): string[] => [...document.querySelectorAll("tr[data-index]")].map((row) => row.getAttribute("data-index") ?? "");
  expect([drawn()[0], drawn().at(-1)]).toEqual(["0", "17"]);
  const box = screen.getByRole("region", { name: "列表" });
  box.scrollTop = 500 * 44;
  fireEvent.scroll(box);
  expect([drawn()[0], drawn().at(-1)]).toEqual(["492", "517"]);
  vi.restoreAllMocks();
});
