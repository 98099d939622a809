/** Columns and filters that a list shows. */
import { expect, it } from "vitest";
import { memberColumns } from "../../../src/console/domains/members/columns";
import { columnOf } from "../../../src/console/resource/cells";
import { parts } from "../../../src/console/domains/settlements/parts";
import { courtOpenings } from "../../../src/contract/finance/court-use";
import { settlements } from "../../../src/contract/settlements/settlements";
import type { Field } from "../../../src/contract/core/resource/fields";
import { t } from "../../../src/console/i18n/i18n";
import { arrange, type Column, NO_SETTINGS } from "../../../src/console/ui/list/columns";
import { chipText } from "../../../src/console/ui/list/filters";

const column = (key: string, more: Partial<Column<object>> = {}): Column<object> => ({
  key,
  title: key,
  width: 100,
  render: () => null,
  ...more,
});
const columns = [
  column("no", { fixed: true, wide: true }),
  column("name", { fixed: true }),
  column("phone"),
  column("spent", { hidden: true }),
];
const keys = (narrow: boolean, settings = NO_SETTINGS): string[] => arrange(columns, settings, { narrow, width: 0 }).map(({ key }) => key);

it("leaves a column that needs the width out on a narrow screen, so that the name does not scroll away", () => {
  expect(keys(false)).toEqual(["no", "name", "phone"]);
  expect(keys(true)).toEqual(["name", "phone"]);
  expect(keys(true, { ...NO_SETTINGS, shown: { spent: true } })).toEqual(["name", "phone", "spent"]);
});

it("keeps what tells rows apart on a phone: the hour and the court beside the day", () => {
  const declared = Object.entries<Field>(courtOpenings.fields).map(([name, field]) =>
    columnOf(name, field, name === courtOpenings.title, t),
  );
  const shown = arrange(declared, NO_SETTINGS, { narrow: true, width: 0 });
  expect(shown.map(({ key }) => key)).toEqual(["day", "hour", "court", "openHours"]);
  expect(shown.reduce((sum, { width }) => sum + width, 0)).toBeLessThanOrEqual(390);
});

it("keeps the net of a settlement in sight at 1024, with amounts of ten millions, and its period below its number", () => {
  const own = parts.columns?.(t) ?? [];
  const declared = Object.entries<Field>(settlements.fields).map(
    ([name, field]) => own.find(({ key }) => key === name) ?? columnOf(name, field, name === settlements.title, t),
  );
  // Width that a screen of 1024 leaves beside the menu, and width of `12,345,678.90` with its padding.
  const [room, amount] = [814, 136];
  const shown = arrange(declared, NO_SETTINGS, { narrow: false, width: room });
  expect(shown.map(({ key }) => key)).toEqual(["no", "state", "received", "refunded", "net"]);
  expect(shown.reduce((sum, { width, end }) => sum + (end ? amount : width), 0)).toBeLessThanOrEqual(room);
});

it("leaves the last ones that a phone can do without out while a table would scroll sideways, but for those that were chosen", () => {
  const many = [
    column("no", { fixed: true }),
    column("name", { wide: true }),
    column("total"),
    column("operator", { wide: true }),
    column("day", { wide: true }),
    column("remark", { wide: true, hidden: true }),
  ];
  const fitting = (width: number, settings = NO_SETTINGS): string[] =>
    arrange(many, settings, { narrow: false, width }).map(({ key }) => key);
  expect(fitting(500)).toEqual(["no", "name", "total", "operator", "day"]);
  expect(fitting(499)).toEqual(["no", "name", "total", "operator"]);
  expect(fitting(120)).toEqual(["no", "total"]);
  expect(fitting(300, { ...NO_SETTINGS, shown: { remark: true } })).toEqual(["no", "total", "remark"]);
  expect(fitting(300, { ...NO_SETTINGS, widths: { day: 100 } })).toEqual(["no", "total", "day"]);
});

it("says chosen options with the comma of the language, and how many more there are", () => {
  const option = (value: string): { value: string; label: string } => ({ value, label: value.toUpperCase() });
  const filter = { kind: "choice", key: "level", title: "等级", many: true, options: ["a", "b", "c"].map(option) } as const;
  expect(chipText(filter, "a,b", "、")).toBe("A、B");
  expect(chipText(filter, "a,b", ", ")).toBe("A, B");
  expect(chipText(filter, "a,b,c", "、")).toBe("A、B +1");
});

it("leaves the member list room to spare beside its checkboxes at 1440 pixels", () => {
  const [room, checkboxes, spare] = [1230, 44, 24];
  const shown = arrange(memberColumns(t), NO_SETTINGS, { narrow: false, width: 0 });
  expect(shown.reduce((sum, { width }) => sum + width, checkboxes)).toBeLessThanOrEqual(room - spare);
});
