/** The import dialog with real files: which sheet and row it reads, what it shows of them, and what an unreadable file leaves. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { App } from "../../../src/console/App";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { ImportDialog } from "../../../src/console/resource/ImportDialog";
import { setSession } from "../../../src/console/session/store";
import { gameTeams } from "../../../src/contract/competitions/game-teams";
import { memberImport } from "../../../src/contract/members/member-import";
import { type Importable, importCalls, type ImportJob } from "../../../src/contract/core/resource/importing";
import { session } from "../../../src/contract/session/session";
import { site } from "../boot";
import { handle } from "../server";

const user = userEvent.setup();
/** Rows as the dialog sent them to be checked. */
let sent: readonly unknown[] = [];

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", venue: site("v1", "源深羽毛球馆"), codes: new Set(["member_import", "team_modify"]) });
  sent = [];
});
afterEach(() => queryClient.clear());

const job = (given: Partial<ImportJob>): ImportJob => ({
  id: "j1",
  file: "",
  state: "checking",
  total: 0,
  sent: 0,
  added: 0,
  bad: 0,
  operator: "周凯",
  createdAt: "2026-11-21T02:00:00.000Z",
  faults: [],
  ...given,
});

/** Opens the dialog; the check answers with these faults. */
async function open(resource: Importable, faults: ImportJob["faults"] = []): Promise<HTMLElement> {
  const calls = importCalls(resource);
  handle(session.savePreference, () => ({}));
  handle(calls.importState, () => ({ job: null }));
  handle(calls.import, ({ file, total, rows }) => {
    sent = [...sent, ...rows];
    return { job: job({ file, total, sent: sent.length, bad: faults.length, faults }) };
  });
  const routes = [{ path: "/", element: <ImportDialog resource={resource} onClose={() => undefined} /> }];
  render(<App router={createMemoryRouter(routes)} />);
  return screen.findByRole("dialog");
}
async function choose(dialog: HTMLElement, name: string): Promise<void> {
  const input = dialog.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no file field");
  await user.upload(input, new File([await readFile(path.join("tests/files", name))], name));
}
const selected = (field: HTMLElement): string => (field as HTMLSelectElement).selectedOptions[0]?.textContent ?? "";
const optionsOf = (field: HTMLElement): string[] => [...(field as HTMLSelectElement).options].map(({ textContent }) => textContent);
const previewOf = async (dialog: HTMLElement): Promise<string[][]> => {
  const table = await within(dialog).findByRole("region", { name: /前 \d 行将这样读取/ });
  return [...table.querySelectorAll("tr")].map((row) => [...row.children].map(({ textContent }) => textContent));
};

it("finds the sheet and the heading row, and shows the first rows as they will be read", async () => {
  const dialog = await open(memberImport);
  await choose(dialog, "members-from-old-system.xlsx");
  const sheet = await within(dialog).findByLabelText(/工作表/);
  expect(optionsOf(sheet)).toEqual(["说明（隐藏）", "填写须知", "会员"]);
  expect(selected(sheet)).toBe("会员");
  expect(selected(within(dialog).getByLabelText(/标题行/))).toMatch(/^第 3 行：手机号/);
  const [head, first, ...others] = await previewOf(dialog);
  expect(head?.slice(0, 4)).toEqual(["行", "手机号", "姓名", "卡号"]);
  expect(first?.slice(0, 4)).toEqual(["4", "13900000201", "戊", "00012345"]);
  expect(others.map(([row]) => row)).toEqual(["5", "6", "7"]);
});

it("reads another sheet and another heading row once they are chosen, and says where nothing is matched", async () => {
  const dialog = await open(memberImport);
  await choose(dialog, "members-from-old-system.xlsx");
  const sheet = await within(dialog).findByLabelText(/工作表/);
  await user.selectOptions(sheet, "填写须知");
  expect(within(dialog).queryByRole("region", { name: /将这样读取/ })).toBeNull();
  const check = within(dialog).getByRole("button", { name: "试导入（不保存）" });
  expect(check.hasAttribute("disabled")).toBe(true);
  expect(check).toHaveAccessibleDescription(/还没有列对应上|标题行下面没有内容/);
  await user.selectOptions(sheet, "会员");
  // The sheet's own heading row is found again.
  expect(selected(within(dialog).getByLabelText(/标题行/))).toMatch(/^第 3 行：手机号/);
  await user.selectOptions(within(dialog).getByLabelText(/标题行/), optionsOf(within(dialog).getByLabelText(/标题行/))[2] ?? "");
  expect(within(dialog).getByText("列对应（3 行）")).toBeDefined();
});

it("holds nothing of the file before after one that can't be read, and continues with the next", async () => {
  const dialog = await open(memberImport);
  await choose(dialog, "members-with-errors.xlsx");
  await previewOf(dialog);
  await choose(dialog, "not-a-workbook.xlsx");
  await within(dialog).findByText("读不了“not-a-workbook.xlsx”，请另存为 .xlsx 再选择");
  expect(within(dialog).queryByRole("region", { name: /将这样读取/ })).toBeNull();
  expect(within(dialog).queryByRole("button", { name: "试导入（不保存）" })).toBeNull();
  expect(dialog.textContent).not.toContain("列对应");
  await choose(dialog, "members-with-errors.xlsx");
  await previewOf(dialog);
  expect(dialog.textContent).not.toContain("读不了");
});

it("sends both columns of a reference by two names, and shows all that an ambiguous one may mean", async () => {
  const ambiguous = "比赛项目：“男单”有 2 条：男单（春季赛）、男单（秋季赛）。请在“赛事”一列注明，或填写编号";
  const missing = "赛事：找不到“冬季赛”";
  const dialog = await open(gameTeams, [
    { row: 4, errors: { event: ambiguous } },
    { row: 5, errors: { "event.within": missing } },
  ]);
  await choose(dialog, "teams-of-two-games.xlsx");
  expect((await previewOf(dialog))[1]?.slice(0, 3)).toEqual(["2", "男单", "春季赛"]);
  expect(selected(within(dialog).getByLabelText(/^赛事/))).toBe("赛事");
  await user.click(within(dialog).getByRole("button", { name: "试导入（不保存）" }));
  const faults = await within(dialog).findByRole("region", { name: "有问题的单元格" });
  expect(sent[0]).toMatchObject({ row: 2, cells: { event: "男单", "event.within": "春季赛", name: "甲" } });
  expect(within(faults).getByRole("row", { name: `4 比赛项目 ${ambiguous}` })).toBeDefined();
  expect(within(faults).getByRole("row", { name: `5 赛事 ${missing}` })).toBeDefined();
  await waitFor(() => expect(within(dialog).getByRole("button", { name: "导入 2 行，略过 2 行" })).toBeDefined());
});
