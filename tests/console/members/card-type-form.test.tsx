/** The form of a card type: hours of each day of the week, percents of single classes of goods, and what is sent of them. */
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { App } from "../../../src/console/App";
import { parts } from "../../../src/console/domains/members/card-type-parts";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { cardTypes } from "../../../src/contract/members/card-types";
import { callsOf } from "../../../src/contract/core/resource/calls";
import { stock } from "../../../src/contract/stock/stock";
import { site } from "../boot";
import { formOf } from "../declared";
import { handle, Refusal } from "../server";

const CardTypeForm = formOf(cardTypes, parts);
const WAIT = { timeout: 5_000 };
const classes = [
  { id: "pc-1", name: "饮料", parentId: null, sequence: 1, products: 3 },
  { id: "pc-2", name: "水", parentId: "pc-1", sequence: 2, products: 2 },
];

beforeEach(() => setSession({ venueId: "v1", venue: site("v1", "源深羽毛球馆"), codes: new Set(["card_type_modify"]) }));
afterEach(() => queryClient.clear());

it("sends a week in which a day is left out and another ends early, and a row for each class", { timeout: 120_000 }, async () => {
  const sent: unknown[] = [];
  handle(stock.classes, () => ({ content: classes }));
  // The form sends the values that it shows: a refusal leaves it in place.
  handle(callsOf(cardTypes).create, (input: unknown) => {
    sent.push(input);
    throw new Refusal(500, "到此为止");
  });
  render(<App router={createMemoryRouter([{ path: "/", element: <CardTypeForm /> }])} />);
  const user = userEvent.setup();
  await user.type(await screen.findByRole("textbox", { name: /名称/ }, WAIT), "周末卡");

  const week = within(screen.getByRole("group", { name: "可用时段" }));
  expect(week.getAllByRole("checkbox").every((day) => (day as HTMLInputElement).checked)).toBe(true);
  await user.click(week.getByRole("checkbox", { name: "周一" }));
  expect(week.getByText("不可用")).toBeVisible();
  await user.selectOptions(week.getByRole("combobox", { name: "周六可用时段止" }), "12:00");

  const goods = within(await screen.findByRole("group", { name: "分类折扣" }, WAIT));
  await user.click(goods.getByRole("button", { name: "加一个分类" }));
  await user.click(goods.getByRole("button", { name: "加一个分类" }));
  expect(goods.getByRole("button", { name: "加一个分类" })).toHaveAttribute("aria-disabled", "true");
  const water = goods.getByRole("textbox", { name: "“饮料 / 水”付百分之几" });
  await user.clear(water);
  await user.type(water, "72.5");
  await user.click(goods.getByRole("button", { name: "去掉“饮料”" }));
  expect(document.activeElement).toBe(goods.getByRole("button", { name: "加一个分类" }));

  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(sent).toHaveLength(1), WAIT);
  expect(sent[0]).toMatchObject({
    usableFrom: [0, 0, 0, 0, 0, 0, 0],
    usableTo: [0, 1_440, 1_440, 1_440, 1_440, 720, 1_440],
    classPercents: ["pc-2:72.5"],
  });
});
