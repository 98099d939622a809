import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { LIVE_REPLACED } from "../../../src/contract/messages/live";
import { readMessage, touchedBy } from "../../../src/console/live/event";
import { connectLive, disconnectLive, hear, liveState } from "../../../src/console/live/socket";
import { setSession } from "../../../src/console/session/store";
import { Banners } from "../../../src/console/shell/Banners";
import { NoticeHost } from "../../../src/console/ui/notices";
import { act, render, screen } from "@testing-library/react";
import { createElement } from "react";
import { live, server } from "../server";

const queries: URLSearchParams[] = [];
const clients: { send: (text: string) => void; close: () => void }[] = [];

beforeEach(() => {
  queries.length = clients.length = 0;
  server.use(
    live.addEventListener("connection", ({ client }) => {
      queries.push(new URL(client.url).searchParams);
      clients.push({ send: (text) => client.send(text), close: () => client.close() });
    }),
  );
  setSession({ venueId: "v1" });
});
afterEach(() => {
  disconnectLive();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the live line", () => {
  it("names venue and site type, with the source id where there is no site-type source id", async () => {
    connectLive();
    await vi.waitFor(() => expect(liveState()).toBe("live"));
    expect(Object.fromEntries(queries[0] ?? [])).toEqual({
      sourceId: "v1",
      sourceName: "",
      siteType: "venue",
      siteTypeSourceId: "v1",
      page: expect.stringMatching(/^[\w-]{1,64}$/),
    });
  });
  it("comes back by itself, naming the last message, and hears none twice", async () => {
    const heard: number[] = [];
    const stop = hear(["payment"], ({ id }) => heard.push(id));
    connectLive();
    await vi.waitFor(() => expect(liveState()).toBe("live"));
    clients[0]?.send(JSON.stringify({ id: 6, type: "hello" }));
    clients[0]?.send(JSON.stringify({ id: 7, type: "payment", amount: "12.30" }));
    await vi.waitFor(() => expect(heard).toEqual([7]));
    clients[0]?.close();
    await vi.waitFor(() => expect(clients).toHaveLength(2), { timeout: 5_000 });
    expect(queries[1]?.get("since")).toBe("7");
    clients[1]?.send(JSON.stringify({ id: 7, type: "payment", amount: "12.30" }));
    clients[1]?.send(JSON.stringify({ id: 8, type: "payment", amount: "1.00" }));
    await vi.waitFor(() => expect(heard).toEqual([7, 8]));
    stop();
  });
  it("tries again at least every few seconds, however long the server is away", async () => {
    vi.useFakeTimers();
    const tries: number[] = [];
    class NoServer extends EventTarget {
      static readonly CLOSING = 2;
      binaryType = "blob";
      constructor() {
        super();
        tries.push(Date.now());
        setTimeout(() => this.dispatchEvent(new Event("close")), 10);
      }
      close(): void {}
    }
    vi.stubGlobal("WebSocket", NoServer);
    connectLive();
    await vi.advanceTimersByTimeAsync(120_000);
    const pauses = tries.slice(1).map((at, i) => at - (tries[i] ?? 0));
    expect(tries.length).toBeGreaterThan(30);
    expect(Math.max(...pauses)).toBeLessThan(3_500);
  });
  it("comes back after newer pages took its place when somebody looks at it, and not before", async () => {
    vi.useFakeTimers();
    let tries = 0;
    let code = 1_001;
    class Replaced extends EventTarget {
      static readonly CLOSING = 2;
      binaryType = "blob";
      constructor() {
        super();
        tries++;
        setTimeout(() => this.dispatchEvent(Object.assign(new Event("close"), { code })), 10);
      }
      close(): void {}
    }
    vi.stubGlobal("WebSocket", Replaced);
    connectLive();
    await vi.advanceTimersByTimeAsync(20_000);
    // The server goes away: it comes back by itself.
    expect(tries).toBeGreaterThan(3);
    code = LIVE_REPLACED;
    await vi.advanceTimersByTimeAsync(20_000);
    const stopped = tries;
    await vi.advanceTimersByTimeAsync(120_000);
    expect([tries, liveState()]).toEqual([stopped, "reconnecting"]);
    for (const more of [1, 2]) {
      globalThis.dispatchEvent(new Event("focus"));
      await vi.advanceTimersByTimeAsync(60_000);
      expect(tries).toBe(stopped + more);
    }
  });
  it("sends a ping every 5 seconds, and takes a line that says nothing for long for dead", async () => {
    vi.useFakeTimers();
    const sent: string[] = [];
    let opened = 0;
    class Silent extends EventTarget {
      static readonly CLOSING = 2;
      binaryType = "blob";
      readyState = 0;
      constructor() {
        super();
        opened++;
        setTimeout(() => {
          this.readyState = 1;
          this.dispatchEvent(new Event("open"));
        }, 0);
      }
      send(text: string): void {
        sent.push(text);
      }
      close(): void {
        this.readyState = 3;
      }
    }
    vi.stubGlobal("WebSocket", Silent);
    connectLive();
    await vi.advanceTimersByTimeAsync(10_500);
    expect(sent).toEqual(["ping", "ping"]);
    expect(opened).toBe(1);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(opened).toBe(2);
  });
  it("tells where the browser has no websockets", () => {
    vi.stubGlobal("WebSocket", undefined);
    render(createElement(NoticeHost));
    act(() => connectLive());
    expect(screen.getByText("浏览器不支持长链接")).toBeInTheDocument();
    expect(liveState()).toBe("unsupported");
  });
});

describe("the banner", () => {
  const later = () => act(() => vi.advanceTimersByTimeAsync(60_000));
  const words = /网络|连接/;

  it("says nothing of the network in a browser without websockets", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    vi.stubGlobal("WebSocket", undefined);
    const { container } = render(createElement(Banners));
    act(() => connectLive());
    await later();
    expect(liveState()).toBe("unsupported");
    expect(container.querySelector(".banner")).toBeNull();
  });
  it("says so where the line breaks and stays broken", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    class Closed extends EventTarget {
      static readonly CLOSING = 2;
      readyState = 3;
      constructor() {
        super();
        queueMicrotask(() => this.dispatchEvent(new Event("error")));
      }
      send(): void {}
      close(): void {}
    }
    vi.stubGlobal("WebSocket", Closed);
    const { container } = render(createElement(Banners));
    act(() => connectLive());
    await later();
    expect(container.querySelector(".banner")?.textContent).toMatch(words);
  });
});

describe("a message", () => {
  it("carries its amount as fen", () => {
    expect(readMessage('{"id":1,"type":"payment","orderId":"o1","amount":"19.99"}')).toMatchObject({ orderId: "o1", amount: 1999 });
  });
  it.each(["pong", "{", "[]", '{"type":"unheard"}', '{"id":1,"type":"payment","amount":"much"}'])(
    "that can't be read is ignored: %s",
    (text) => {
      expect(readMessage(text)).toBeUndefined();
    },
  );
  it("makes old what it touches, and the resource that it names", () => {
    expect(touchedBy({ type: "changed", resource: "members" })).toEqual(["members"]);
    expect(touchedBy({ type: "booking_changed" })).toContain("booking");
  });
});
