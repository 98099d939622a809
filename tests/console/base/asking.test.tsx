/** Confirmations before data is deleted or many rows are changed at once, and the initial filter of lists of money. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { accountLogs } from "../../../src/contract/finance/account-logs";
import { bookEntries } from "../../../src/contract/finance/book-entries";
import { courtHours, courtOpenings } from "../../../src/contract/finance/court-use";
import { cardsOpened } from "../../../src/contract/finance/member-money";
import type { Resource } from "../../../src/contract/core/resource/define";
import { openingOf } from "../../../src/console/resource/period";
import { BOOKING_INFO, VENUE_LOG } from "../../../src/console/domains/finance/openings";
import { AskDelete } from "../../../src/console/ui/AskDelete";
import { AskHost } from "../../../src/console/ui/confirm";
import { Bulk } from "../../../src/console/ui/list/Bulk";
import { openingSearch } from "../../../src/console/ui/list/opening";
import { NoticeHost } from "../../../src/console/ui/notices";

it("asks by the specification's words before it deletes, names what goes, and says when it was called off", async () => {
  const [remove, close] = [vi.fn(), vi.fn()];
  render(
    <>
      <AskDelete name="矿泉水" onDelete={remove} onClose={close} />
      <NoticeHost />
    </>,
  );
  expect(screen.getByText("此操作将删除数据，是否继续？")).toBeInTheDocument();
  expect(screen.getByText("矿泉水")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "取消" }));
  expect(await screen.findByText("已取消删除")).toBeInTheDocument();
  expect([remove.mock.calls.length, close.mock.calls.length]).toEqual([0, 1]);
});

it("asks once, with how many and whom, before it changes many rows", async () => {
  const run = vi.fn(() => Promise.resolve());
  const rows = ["王芳", "李雷", "韩梅", "陈明"];
  render(
    <>
      <Bulk
        rows={rows}
        rowName={(name) => name}
        actions={[{ key: "freeze", title: "冻结", icon: "lock", run }]}
        onClear={vi.fn()}
        onDone={vi.fn()}
      />
      <AskHost />
      <NoticeHost />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "冻结" }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("4");
  expect(dialog.textContent).toContain("王芳、李雷、韩梅");
  expect(run).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: /冻结 4|4.*冻结/ }));
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(4));
});

it("names the rows that an action failed on and why, keeps saying so, and does the others", async () => {
  const failing = new Map([
    ["李雷", "已冻结，没有改动"],
    ["陈明", "有欠款，没有改动"],
  ]);
  const run = vi.fn((name: string) => (failing.has(name) ? Promise.reject(new Error(failing.get(name))) : Promise.resolve()));
  const done = vi.fn();
  render(
    <>
      <Bulk
        rows={["王芳", "李雷", "韩梅", "陈明"]}
        rowName={(name) => name}
        actions={[{ key: "freeze", title: "冻结", icon: "lock", run, unasked: true }]}
        onClear={vi.fn()}
        onDone={done}
      />
      <NoticeHost />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "冻结" }));
  const notice = await screen.findByRole("alert");
  expect(notice).toHaveTextContent("2 条完成，2 条未完成");
  for (const [name, why] of failing) expect(notice).toHaveTextContent(`${name}: ${why}`);
  expect(notice).not.toHaveTextContent("王芳");
  expect([run.mock.calls.length, done.mock.calls.length]).toEqual([4, 1]);
});

it("says how far it came when it was stopped, and not that all are done", async () => {
  let answer = (): void => undefined;
  const first = new Promise<void>((resolve) => (answer = resolve));
  const run = vi.fn(() => first);
  render(
    <>
      <Bulk
        rows={["王芳", "李雷", "韩梅"]}
        rowName={(name) => name}
        actions={[{ key: "freeze", title: "冻结", icon: "lock", run, unasked: true }]}
        onClear={vi.fn()}
        onDone={vi.fn()}
      />
      <NoticeHost />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "冻结" }));
  await userEvent.click(screen.getByRole("button", { name: "取消" }));
  answer();
  expect(await screen.findByRole("alert")).toHaveTextContent("已停止：共 3 条，完成 1 条，其余 2 条未处理");
  expect(run).toHaveBeenCalledTimes(1);
});

it("opens lists of money on the last 31 days and booking details on today, unless the address says more", () => {
  expect(openingSearch(VENUE_LOG, "", "2026-11-21")).toBe("?from=2026-10-22");
  expect(openingSearch(BOOKING_INFO, "", "2026-11-21")).toBe("?from=2026-11-21&to=2026-11-21");
  expect(openingSearch(openingOf(accountLogs) ?? BOOKING_INFO, "", "2026-11-21")).toBe("?from=2026-10-22");
  expect(openingSearch(openingOf(accountLogs) ?? BOOKING_INFO, "?memberId=m1", "2026-11-21")).toBe("?memberId=m1");
});

it("opens a declared list with the end of its period where days to come have rows", () => {
  const opens = (resource: Resource) => openingSearch(openingOf(resource) ?? { keys: [], from: "", days: 0 }, "", "2026-11-21");
  for (const resource of [bookEntries, courtHours, courtOpenings]) expect(opens(resource)).toBe("?dayFrom=2026-10-22&dayTo=2026-11-21");
  expect(opens(cardsOpened)).toBe("?dayFrom=2026-10-22");
});
