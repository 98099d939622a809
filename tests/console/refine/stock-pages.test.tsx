/** Pages written as Refine's documentation writes them work from the registry: rows, permissions, messages at fields, one key an action. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { suppliers as declaration } from "../../../src/contract/stock/products";
import { callsByName } from "../../../src/contract/core/resource/calls";
import type { Call } from "../../../src/contract/core/call";
import type { Code } from "../../../src/contract/core/permissions";
import { answerBoot, inVenue, leaveAll, open, signIn } from "../boot";
import { handle, pageOfRows, Refusal } from "../server";

vi.mock("../../../src/console/domains/stock/resources", async (original) => {
  const real = await original<typeof import("../../../src/console/domains/stock/resources")>();
  const { resource } = await import("../../../src/console/registry");
  const { callsOf } = await import("../../../src/contract/core/resource/calls");
  const page = async () => import("./SupplierList");
  const form = async () => import("./SupplierForm");
  return {
    stockScreens: [
      ...real.stockScreens.filter((each) => each.resource !== "suppliers"),
      ...resource({
        name: "suppliers",
        group: "product",
        code: "enter_stock_list",
        calls: async () => ({ suppliers: callsOf((await import("../../../src/contract/stock/products")).suppliers) }),
        list: { path: "/product/supplier-list", title: { zh: "供应商", en: "Suppliers" }, page },
        create: { path: "/product/supplier-form", title: { zh: "供应商", en: "Supplier" }, code: "supplier_modify", page: form },
        edit: {
          path: "/product/supplier-form/:id",
          title: { zh: "供应商", en: "Supplier" },
          code: "supplier_modify",
          page: form,
          keepAlive: false,
        },
      }),
    ],
  };
});

const calls = callsByName(declaration);
const call = (name: string): Call => {
  const found = calls[name];
  if (!found) throw new TypeError(name);
  return found;
};
const ROWS = [
  { id: "s1", name: "远动体育", contact: "马越" },
  { id: "s2", name: "羽翼器材", contact: "沈一" },
];
const ALL: readonly Code[] = ["product_admin", "enter_stock_list", "supplier_modify"];

/** Does it again until it shows: antd draws fields and headers anew while a page settles, and what is done to the old ones is lost. */
const until = (does: () => Promise<void>, shows: () => void): Promise<void> =>
  waitFor(
    async () => {
      await does();
      await waitFor(shows, { timeout: 3_000 });
    },
    { timeout: 40_000 },
  );

beforeEach(() => {
  signIn();
  document.cookie = "language=zh; path=/";
  inVenue("v1");
});
afterEach(leaveAll);

it("lists, sorts by the server, and deletes with one idempotency key", async () => {
  const asked: (string | null)[] = [];
  const deleted: unknown[] = [];
  answerBoot({ codes: ALL });
  handle(call("list"), (_, { query }) => {
    asked.push(query.get("sort"));
    return pageOfRows(ROWS);
  });
  handle(call("delete"), (_, { body, headers }) => {
    deleted.push([body["id"], headers.get("idempotency-key")]);
    return {};
  });
  await open("/product/supplier-list");
  const user = userEvent.setup();
  await screen.findByText("远动体育");
  await until(
    () => user.click(screen.getByRole("columnheader", { name: /名称/ })),
    () => expect(asked).toContain("name,asc"),
  );
  const row = (await screen.findByText("羽翼器材")).closest("tr");
  if (!row) throw new TypeError("no row");
  await user.click(await within(row).findByRole("button", { name: /删除/ }));
  await user.click(await screen.findByRole("button", { name: "确定删除" }));
  await waitFor(() => expect(deleted).toEqual([["s2", expect.stringMatching(/^[0-9a-f]{32}$/)]]));
}, 60_000);

it("offers no button whose code a person lacks", async () => {
  answerBoot({ codes: ["product_admin", "enter_stock_list"] });
  handle(call("list"), () => pageOfRows(ROWS));
  await open("/product/supplier-list");
  await screen.findByText("远动体育");
  await waitFor(() => expect(screen.queryByRole("button", { name: /删除|修改/ })).toBeNull());
}, 60_000);

it("edits what was saved, and shows a refusal at its field", async () => {
  const sent: { body: Readonly<Record<string, unknown>>; key: string | null }[] = [];
  let taken = true;
  answerBoot({ codes: ALL });
  handle(call("list"), () => pageOfRows(ROWS));
  handle(call("view"), () => ROWS[0] ?? {});
  handle(call("modify"), (_, { body, headers }) => {
    sent.push({ body, key: headers.get("idempotency-key") });
    if (taken) throw new Refusal(400, "有内容需要修改", { errors: { name: "已经有这个名称" } });
    return ROWS[0] ?? {};
  });
  await open("/product/supplier-form/s1");
  const user = userEvent.setup();
  await waitFor(() => expect(screen.getByLabelText("名称")).toHaveValue("远动体育"));
  await until(
    async () => {
      await user.clear(screen.getByLabelText("名称"));
      await user.type(screen.getByLabelText("名称"), "羽翼器材");
    },
    () => expect(screen.getByLabelText("名称")).toHaveValue("羽翼器材"),
  );
  await until(
    () => user.click(screen.getByRole("button", { name: /保存/ })),
    () => expect(screen.getByText("已经有这个名称", { selector: ".ant-form-item-explain-error" })).toBeVisible(),
  );
  taken = false;
  await until(
    () => user.click(screen.getByRole("button", { name: /保存/ })),
    () => expect(location.pathname).toBe("/product/supplier-list"),
  );
  const last = sent.at(-1);
  expect(last?.body).toMatchObject({ id: "s1", name: "羽翼器材", contact: "马越" });
  const tries = sent.filter(({ body }) => body["name"] === "羽翼器材").map(({ key }) => key);
  expect(tries.length, "tried again").toBeGreaterThan(1);
  expect(new Set(tries).size, "as the same action").toBe(1);
}, 60_000);
