import { act, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { openTillEnd } from "../../../src/console/domains/sale/customer-display/channel";
import { CustomerDisplay } from "../../../src/console/domains/sale/customer-display/CustomerDisplay";
import { changedLine, displayCart, displayMember, type DisplayState } from "../../../src/console/domains/sale/customer-display/state";
import { localQuote } from "../../../src/console/domains/sale/offline/local";
import { EMPTY, type Till } from "../../../src/console/domains/sale/till";

const line = (productId: string, quantity: number): Till["lines"][number] => ({
  productId,
  name: `商品 ${productId}`,
  price: "7.00",
  left: null,
  deposit: "0.00",
  quantity,
  off: "",
  reason: "",
});
const tillWith = (...lines: Till["lines"]): Till => ({ ...EMPTY, lines });
function stateWith(till: Till, waits = false): DisplayState {
  return {
    venue: "源深羽毛球馆",
    pictures: [],
    operator: "赵晓雯",
    member: displayMember("沈若溪", "金卡", 280_650),
    of: displayCart(till, localQuote(till), { waits, takesCode: true }),
  };
}
const nothing = (): void => undefined;
const showDisplay = (id: string) =>
  render(
    <MemoryRouter initialEntries={[`/customer-display?till=${id}`]}>
      <CustomerDisplay />
    </MemoryRouter>,
  );

it("names no amount while the price is being asked", () => {
  const till = tillWith(line("a", 2));
  expect(displayCart(till, localQuote(till), { waits: false, takesCode: false })).toMatchObject({ due: 1400, lines: [{ total: 1400 }] });
  expect(displayCart(till, localQuote(till), { waits: true, takesCode: false })).toMatchObject({
    due: undefined,
    lines: [{ total: undefined }],
  });
});

it("shows the price that was set, and the rounding as a line of its own", async () => {
  const till = tillWith({ ...line("a", 1), setPrice: { amount: "6.55", reason: "临期" } });
  const quote = { ...localQuote(till), discount: "0.45", rounding: "0.05", total: "6.50", due: "6.50" };
  const own = openTillEnd("rounded", nothing);
  showDisplay("rounded");
  await screen.findByText("等待收银台");
  act(() => own.show({ ...stateWith(till), of: displayCart(till, quote, { waits: false, takesCode: false }) }));
  await waitFor(() => expect(document.querySelector(".cd-due")).toHaveTextContent("¥6.50"));
  expect([...document.querySelectorAll(".cd-sums > div")].map((row) => row.textContent)).toEqual(
    expect.arrayContaining(["已省0.45", "抹零−0.05"]),
  );
  expect(document.querySelector(".cd-cart li")).toHaveTextContent("6.55 × 1");
  own.close();
});

it("marks the line whose quantity changed last", () => {
  const one = stateWith(tillWith(line("a", 1), line("b", 1)));
  const two = stateWith(tillWith(line("a", 2), line("b", 1)));
  expect(changedLine(undefined, one, undefined)).toBe("b");
  expect(changedLine(one, two, "b")).toBe("a");
  expect(changedLine(two, { ...two, operator: "周凯" }, "a")).toBe("a");
  expect(changedLine(two, { ...two, of: { kind: "idle" } }, "a")).toBeUndefined();
});

it("follows its own till, hides the buyer's full name, and shows the pictures again once the till is gone", async () => {
  showDisplay("one");
  expect(screen.getByText("等待收银台")).toBeVisible();
  const other = openTillEnd("two", nothing);
  const own = openTillEnd("one", nothing);
  act(() => {
    other.show(stateWith(tillWith(line("x", 9))));
    own.show(stateWith(tillWith(line("a", 3))));
  });
  expect(await screen.findByText("商品 a")).toBeVisible();
  expect(document.querySelector(".cd-due")).toHaveTextContent("¥21.00");
  expect(screen.queryByText("商品 x")).toBeNull();
  expect(document.body).toHaveTextContent("沈** 金卡");
  expect(document.body).not.toHaveTextContent("若溪");
  act(() => own.rest());
  await waitFor(() => expect(document.querySelector(".cd-idle h1")).toHaveTextContent("源深羽毛球馆"));
  expect(document.querySelector(".cd-due")).toBeNull();
  own.close();
  other.close();
});

it("marks the line of the newest of several changes that come at once", async () => {
  const own = openTillEnd("fast", nothing);
  showDisplay("fast");
  await screen.findByText("等待收银台");
  act(() => {
    own.show(stateWith(tillWith(line("a", 1))));
    own.show(stateWith(tillWith(line("a", 1), line("b", 1))));
    own.show(stateWith(tillWith(line("a", 1), line("b", 1)), true));
    own.show(stateWith(tillWith(line("a", 1), line("b", 1), line("c", 1))));
    own.show(stateWith(tillWith(line("a", 2), line("b", 1), line("c", 1))));
  });
  await waitFor(() => expect(document.querySelector(".is-marked")).toHaveTextContent("商品 a"));
  expect(document.querySelectorAll(".is-marked")).toHaveLength(1);
  own.close();
});

it("gives way to a till that had its identity before, as after a duplicated tab, and posts nothing once closed", async () => {
  const now = Date.now();
  const clock = vi.spyOn(Date, "now").mockReturnValue(now);
  const firstGaveWay = vi.fn();
  const first = openTillEnd("twin", firstGaveWay);
  clock.mockReturnValue(now + 1_000);
  const secondGaveWay = vi.fn();
  const second = openTillEnd("twin", secondGaveWay);
  first.show(stateWith(tillWith(line("a", 1))));
  second.show(stateWith(tillWith(line("b", 1))));
  await waitFor(() => expect(secondGaveWay).toHaveBeenCalled());
  second.show(stateWith(tillWith(line("b", 1))));
  second.close();
  expect(() => second.show(stateWith(tillWith(line("c", 1))))).not.toThrow();
  first.close();
  expect(firstGaveWay).not.toHaveBeenCalled();
  clock.mockRestore();
});

it("asks for patience instead of naming an amount that its till no longer repeats", async () => {
  const own = openTillEnd("silent", nothing);
  own.show(stateWith(tillWith(line("a", 1))));
  showDisplay("silent");
  await screen.findByText("商品 a");
  own.close();
  const now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => now + 60_000);
  await waitFor(() => expect(document.querySelector(".cd-wait")).toHaveTextContent("请稍候"));
  expect(document.querySelector(".cd-due")).toBeNull();
  clock.mockRestore();
  const reloaded = openTillEnd("silent", nothing);
  act(() => reloaded.show(stateWith(tillWith(line("a", 2)))));
  await waitFor(() => expect(document.querySelector(".cd-due")).toHaveTextContent("¥14.00"));
  reloaded.close();
});
