import { useState } from "react";
import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { MenuGroup } from "../../../src/console/shell/menu";
import { Sidebar } from "../../../src/console/shell/Sidebar";
import { TopBar } from "../../../src/console/shell/TopBar";
import { Button } from "../../../src/console/ui/Button";
import { HeatMap } from "../../../src/console/ui/HeatMap";
import { LineChart } from "../../../src/console/ui/LineChart";
import { StatusTag } from "../../../src/console/ui/StatusTag";

const groups: MenuGroup[] = [
  { key: "home", title: "", items: [{ key: "d", title: "首页", path: "/dashboard", icon: "home" }] },
  {
    key: "members",
    title: "会员",
    items: [
      { key: "m", title: "会员列表", path: "/venueUser/venue-user-list", icon: "members", badge: 6 },
      { key: "r", title: "会员累计消费", path: "/finance/cumulativeConsumption", icon: "chart", section: "账户列表" },
    ],
  },
];
const noop = (): void => undefined;

function sidebar(go = vi.fn(), onFold = vi.fn<(keys: readonly string[]) => void>()) {
  function Kept() {
    const [folded, setFolded] = useState<readonly string[]>([]);
    const [pins, setPins] = useState<readonly string[]>([]);
    return (
      <Sidebar
        venue={{ name: "源深" }}
        groups={groups}
        current="/dashboard"
        go={go}
        onVenue={noop}
        onSearch={noop}
        onClose={noop}
        folded={folded}
        onFold={(keys) => {
          onFold(keys);
          setFolded(keys);
        }}
        pins={pins}
        onPin={(key) => setPins(pins.includes(key) ? pins.filter((one) => one !== key) : [...pins, key])}
      />
    );
  }
  render(<Kept />);
  return { go, onFold };
}

describe("the sidebar", () => {
  it("marks the screen on show and moves inside the console on a plain click", async () => {
    const { go } = sidebar();
    expect(screen.getByRole("link", { name: "首页" })).toHaveAttribute("aria-current", "page");
    await userEvent.click(screen.getByRole("link", { name: /会员列表/ }));
    expect(go).toHaveBeenCalledWith("/venueUser/venue-user-list");
  });

  it("leaves a click with Ctrl to the browser, which opens a tab", () => {
    const { go } = sidebar();
    const link = screen.getByRole("link", { name: /会员列表/ });
    link.addEventListener("click", (event) => event.preventDefault()); // jsdom has no tabs
    fireEvent.click(link, { ctrlKey: true });
    expect(go).not.toHaveBeenCalled();
  });

  it("shows the headings of a group above their screens", () => {
    sidebar();
    const heading = screen.getByRole("heading", { name: "账户列表" });
    const list = heading.nextElementSibling;
    expect(list instanceof HTMLElement && within(list).getByRole("link").textContent).toBe("会员累计消费");
  });

  it("shows pinned screens on top, in the order in which they were pinned, until they are unpinned", async () => {
    sidebar();
    // For the mouse alone: the tree of accessibility has no name for it.
    const pins = (name: string) => screen.getAllByLabelText<HTMLButtonElement>(name, { selector: ".pin" });
    const pin = (name: string) => pins(name)[0] ?? document.body;
    await userEvent.click(pin("收藏 会员累计消费"));
    await userEvent.click(pin("收藏 会员列表"));
    const list = document.getElementById(screen.getByRole("button", { name: "收藏" }).getAttribute("aria-controls") ?? "");
    expect([...(list?.querySelectorAll("a .cut") ?? [])].map(({ textContent }) => textContent)).toEqual(["会员累计消费", "会员列表"]);
    expect(pins("收藏 会员列表").map((one) => one.getAttribute("aria-pressed"))).toEqual(["true", "true"]);
    for (const name of ["收藏 会员列表", "收藏 会员累计消费"]) await userEvent.click(pin(name));
    expect(screen.queryByRole("button", { name: "收藏" })).toBeNull();
  });

  it("shuts a group and says which are shut", async () => {
    const { onFold } = sidebar();
    const heading = screen.getByRole("button", { name: "会员" });
    await userEvent.click(heading);
    expect(heading).toHaveAttribute("aria-expanded", "false");
    expect(screen.queryByRole("link", { name: /会员列表/ })).not.toBeInTheDocument();
    expect(onFold).toHaveBeenLastCalledWith(["members"]);
  });
});

describe("the top bar", () => {
  const user = {
    name: "林婉清",
    language: "zh",
    onLanguage: vi.fn(),
    mode: "system",
    onMode: vi.fn(),
    onHome: noop,
    onVenue: noop,
    onLogout: vi.fn(),
  } as const;
  const crumbs = [{ title: "首页", path: "/dashboard" }, { title: "会员" }, { title: "会员列表", path: "/x" }];

  it("links the crumbs on the way, never the last and never one without a path", () => {
    render(<TopBar crumbs={crumbs} go={noop} user={user} closed={false} onMenu={noop} />);
    const path = screen.getByRole("navigation");
    expect(
      within(path)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(["首页"]);
    expect(within(path).getByText("会员列表")).toHaveAttribute("aria-current", "page");
  });

  it("opens what belongs to the person; Esc shuts it and gives the focus back", async () => {
    render(<TopBar crumbs={crumbs} go={noop} user={user} closed={false} onMenu={noop} />);
    const opener = screen.getByRole("button", { name: /林婉清/ });
    await userEvent.click(opener);
    expect(screen.getByRole("button", { name: "跟随系统" })).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(screen.getByRole("button", { name: "English" }));
    expect(user.onLanguage).toHaveBeenCalledWith("en");
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("button", { name: "退出登录" })).not.toBeInTheDocument();
    expect(opener).toHaveFocus();
  });

  it("shuts the menu before it logs out, and when the focus moves on", async () => {
    render(<TopBar crumbs={crumbs} go={noop} user={user} closed={false} onMenu={noop} />);
    await userEvent.click(screen.getByRole("button", { name: /林婉清/ }));
    await userEvent.click(screen.getByRole("button", { name: "退出登录" }));
    expect(user.onLogout).toHaveBeenCalledOnce();
    expect(screen.queryByRole("button", { name: "退出登录" })).not.toBeInTheDocument();
  });
});

describe("building blocks", () => {
  it("a busy button refuses clicks and keeps its label and its focus", async () => {
    const save = vi.fn();
    render(
      <Button busy onClick={save}>
        保存
      </Button>,
    );
    const button = screen.getByRole("button", { name: "保存" });
    await userEvent.click(button);
    expect(save).not.toHaveBeenCalled();
    expect(button).toHaveFocus();
  });

  it("a busy submit button does not submit its form", async () => {
    const submit = vi.fn((event: React.FormEvent) => event.preventDefault());
    render(
      <form onSubmit={submit}>
        <Button type="submit" busy>
          保存
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole("button", { name: "保存" }));
    expect(submit).not.toHaveBeenCalled();
  });

  it("a status is shown by icon and word, not by colour alone", () => {
    const { container } = render(<StatusTag tone="error">欠费</StatusTag>);
    expect(container).toHaveTextContent("欠费");
    expect(container.querySelector("svg")).toBeInTheDocument();
  });

  it("a chart carries its numbers as a table", () => {
    render(
      <LineChart
        label="近 2 天"
        x={["11-20", "11-21"]}
        show={(value) => `${value} 元`}
        series={[{ name: "流水", tone: "a", values: [10, 20] }]}
      />,
    );
    const table = screen.getByRole("table", { name: "近 2 天" });
    expect(within(table).getByRole("row", { name: "11-21 20 元" })).toBeInTheDocument();
  });

  it("a heat map says each share, also the zero that the eye sees as empty", () => {
    render(
      <HeatMap
        label="热度"
        corner="场地"
        columns={["6", "7", "8"]}
        rows={[{ key: "1", name: "1 号", values: [0, 75, null] }]}
        current={1}
      />,
    );
    expect(screen.getAllByRole("cell").map((cell) => cell.textContent?.trim())).toEqual(["0", "75", ""]);
    expect(screen.getByRole("columnheader", { name: "7" })).toHaveAttribute("aria-current", "time");
  });
});
