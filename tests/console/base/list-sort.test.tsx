import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Table } from "../../../src/console/ui/list/Table";

interface Row {
  readonly id: string;
}
const nothing = (): void => undefined;

it("offers no sort by what a list this long is not sorted by, and says why", () => {
  render(
    <Table<Row, object>
      label="列表"
      columns={[
        { key: "a", title: "时间", width: 100, sort: "at", render: ({ id }) => id },
        { key: "b", title: "金额", width: 100, sort: "amount", render: ({ id }) => id },
      ]}
      rows={[{ id: "1" }]}
      rowKey={({ id }) => id}
      rowName={({ id }) => id}
      rowHeight={44}
      compact={false}
      sort={undefined}
      unsorted={["amount"]}
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
  expect(screen.getByRole("button", { name: "时间" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "金额" })).not.toBeInTheDocument();
  expect(screen.getByText("金额")).toHaveAttribute("title", expect.stringContaining("行数太多"));
});
