import fc from "fast-check";
import { ALL_CODES } from "../../../src/contract/core/permissions";
import type { Site } from "../../../src/contract/session/session";
import { ONLINE_BOOKING_SENTENCE } from "../../../src/console/voice/sentences";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announce } from "../../../src/console/live/announce";
import { forgetMarks, readMark, writeMark } from "../../../src/console/live/mark";
import { withNotified } from "../../../src/console/live/notified";
import { connectLive, disconnectLive, liveAddress, liveState } from "../../../src/console/live/socket";
import { setSession } from "../../../src/console/session/store";
import { paymentNotice, announcePaid } from "../../../src/console/desk/announce-paid";
import { notify, NoticeHost } from "../../../src/console/ui/notices";
import { spellAmount } from "../../../src/console/voice/amount";
import { act, render, screen } from "@testing-library/react";
import { createElement } from "react";
import { live, server } from "../server";

/** A venue of the list, by what it is for. */
const at = (mainTag: Site["mainTag"]): Site => ({
  venueId: "v1",
  name: mainTag,
  logo: null,
  city: "",
  area: "",
  mainTag,
  tags: [mainTag],
  siteTypeSourceId: "v1",
  bookingsToday: 0,
  utilisation: 0,
});
const withoutGrid = new Set(ALL_CODES.filter((code) => code !== "venue_booking"));
let send: (message: object) => void = () => undefined;
const stops: (() => void)[] = [];
const spoken: string[] = [];
const opened: string[] = [];

/** A tab of the venue that hears the line and announces. */
async function openTab(): Promise<void> {
  stops.push(announce((path) => opened.push(path)));
  connectLive();
  await vi.waitFor(() => expect(liveState()).toBe("live"));
}
const shown = (): string[] => screen.queryAllByText(/收款到账|线上预订/).map((place) => place.textContent ?? "");
const payment = (id: number, orderId = `o${id}`, more: object = {}): object => ({ id, type: "payment", orderId, amount: "12.30", ...more });

beforeEach(() => {
  spoken.length = opened.length = 0;
  vi.stubGlobal("speechSynthesis", {
    cancel: () => undefined,
    speak: (utterance: { text: string; end: () => void }) => {
      spoken.push(utterance.text);
      utterance.end();
    },
  });
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    class {
      end = (): void => undefined;
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
      addEventListener(type: string, listener: () => void): void {
        if (type === "end") this.end = listener;
      }
    },
  );
  server.use(
    live.addEventListener("connection", ({ client }) => {
      send = (message) => client.send(JSON.stringify(message));
      send({ id: 5, type: "hello" });
    }),
  );
  setSession({ venueId: "v1" });
  render(createElement(NoticeHost));
});
afterEach(() => {
  disconnectLive();
  for (const stop of stops.splice(0)) stop();
  forgetMarks();
  act(() => {
    for (let id = 0; id < 20; id++) for (const name of [`live-${id}`, paymentNotice(`o${id}`)]) notify.close(name);
    for (const orderId of ["a", "b", "same", "other"]) notify.close(paymentNotice(orderId));
  });
});

describe("a payment that arrives by itself", () => {
  it("is shown and spoken once, with its amount", async () => {
    await openTab();
    send(payment(6));
    await vi.waitFor(() => expect(shown()).toEqual(["收款到账 ¥12.30"]));
    await vi.waitFor(() => expect(spoken).toEqual(["收款到账，十二元三角"]), { timeout: 4_000 });
  });
  it("is not announced to who hears of it without its amount", async () => {
    await openTab();
    send({ id: 6, type: "payment", orderId: "o6" });
    send(payment(7));
    await vi.waitFor(() => expect(shown()).toEqual(["收款到账 ¥12.30"]));
    await vi.waitFor(() => expect(spoken).toEqual(["收款到账，十二元三角"]), { timeout: 4_000 });
  });
  it("is shown for 20 seconds", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      await openTab();
      send(payment(6));
      await vi.waitFor(() => expect(shown()).toHaveLength(1));
      await act(() => vi.advanceTimersByTimeAsync(18_000));
      expect(shown()).toHaveLength(1);
      await act(() => vi.advanceTimersByTimeAsync(2_000));
      expect(shown()).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });
  it("is silent when the desk took it in hand", async () => {
    await openTab();
    send(payment(6, "o6", { byHand: true }));
    send(payment(7));
    await vi.waitFor(() => expect(readMark("announced", "v1")).toBe(7));
    expect(shown()).toHaveLength(1);
  });
  it("is not announced again when the line repeats it, nor what another tab announced", async () => {
    writeMark("announced", "v1", 8);
    await openTab();
    for (const id of [6, 8, 9, 9]) send(payment(id));
    await vi.waitFor(() => expect(readMark("announced", "v1")).toBe(9));
    expect(shown()).toHaveLength(1);
  });
  it("gives way to what the form of its document says of the same money", async () => {
    await openTab();
    send(payment(6));
    await vi.waitFor(() => expect(shown()).toHaveLength(1));
    act(() =>
      announcePaid("已预订 5 号", [
        { type: "scanCode", amount: "1.00", paymentId: "o6" },
        { type: "Cash", amount: "85.00", tendered: "100.00" },
      ]),
    );
    expect(screen.getByText("已预订 5 号 · 收 100.00，找零 15.00")).toBeDefined();
    expect(shown()).toEqual([]);
  });
  it("is not announced again under another event, until the page is unloaded", async () => {
    await openTab();
    send(payment(6, "same"));
    send(payment(7, "same"));
    send(payment(8, "other"));
    await vi.waitFor(() => expect(readMark("announced", "v1")).toBe(8));
    await vi.waitFor(() => expect(spoken).toHaveLength(2), { timeout: 4_000 });
    expect(JSON.parse(localStorage.getItem("live.notified") ?? "")).toEqual(["same", "other"]);
    dispatchEvent(new Event("pagehide"));
    expect(localStorage.getItem("live.notified")).toBeNull();
  });
  it("without an id of its own is known by its order", async () => {
    await openTab();
    for (const orderId of ["a", "a", "b"]) send({ type: "payment", orderId, amount: "1.00" });
    await vi.waitFor(() => expect(spoken).toHaveLength(2), { timeout: 4_000 });
  });
});

describe("a new online booking", () => {
  beforeEach(() => setSession({ venueId: "v1", venue: at("badminton"), codes: new Set(ALL_CODES) }));
  it("stays until it is closed, and opens its day", async () => {
    await openTab();
    send({ id: 6, type: "booking_online", orderId: "o1", day: "2026-11-22" });
    const notice = await screen.findByRole("button", { name: "有新的线上预订" });
    act(() => {
      for (let i = 0; i < 6; i++) notify.info(`其他 ${i}`);
    });
    expect(notice).toBeInTheDocument();
    act(() => notice.click());
    expect(opened).toEqual(["/book/venue-booking?day=2026-11-22"]);
    await vi.waitFor(() => expect(spoken).toEqual([ONLINE_BOOKING_SENTENCE]), { timeout: 4_000 });
  });

  it.each([
    ["where the venue's menu has no grid", { venue: at("swimming"), codes: new Set(ALL_CODES) }],
    ["to whom may not open it", { venue: at("badminton"), codes: withoutGrid }],
  ])("is neither shown nor spoken %s", async (_, more) => {
    setSession({ venueId: "v1", ...more });
    await openTab();
    send({ id: 6, type: "booking_online", orderId: "o1", day: "2026-11-22" });
    send(payment(7));
    await vi.waitFor(() => expect(shown()).toEqual(["收款到账 ¥12.30"]));
    await vi.waitFor(() => expect(spoken).toEqual(["收款到账，十二元三角"]), { timeout: 4_000 });
  });
});

describe("after a reload", () => {
  it("asks for what came meanwhile, in this venue only, and not for what is long past", () => {
    writeMark("seen", "v1", 41);
    stops.push(() => undefined);
    connectLive();
    expect(new URL(liveAddress()).searchParams.get("since")).toBe("41");
    disconnectLive();
    setSession({ venueId: "v2" });
    connectLive();
    expect(new URL(liveAddress()).searchParams.get("since")).toBeNull();
    vi.setSystemTime(Date.now() + 16 * 60_000);
    expect(readMark("seen", "v1")).toBeUndefined();
    vi.useRealTimers();
  });
});

it("cuts the notified orders from above 100 to the newest 30", () => {
  let list: readonly string[] = [];
  for (let i = 1; i <= 100; i++) list = withNotified(list, `o${i}`);
  expect(list).toHaveLength(100);
  list = withNotified(list, "o101");
  expect([list.length, list[0], list.at(-1)]).toEqual([30, "o72", "o101"]);
});

describe("amounts in Chinese", () => {
  it.each([
    [100_005, "一千元零五分"],
    [0, "零元"],
    [5, "五分"],
    [50, "五角"],
    [1_000, "十元"],
    [11_000, "一百一十元"],
    [1_230, "十二元三角"],
    [100_50, "一百元五角"],
    [1_05, "一元零五分"],
    [2_22, "两元两角两分"],
    [200_000, "两千元"],
    [10_500_00, "一万零五百元"],
    [100_010_00, "十万零一十元"],
    [20_000_00, "两万元"],
    [100_000_000_00, "一亿元"],
    [100_000_005_00, "一亿零五元"],
    [1_010_010_00, "一百零一万零一十元"],
  ])("%i fen is %s", (fen, said) => {
    expect(spellAmount(fen)).toBe(said);
  });
  it("are said differently for different amounts", () => {
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.nat(2_000_000_000), (a, b) => {
        if (a !== b) expect(spellAmount(a)).not.toBe(spellAmount(b));
      }),
    );
  });
});
