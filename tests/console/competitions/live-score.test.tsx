/** The hall screen shows every match in play, page by page, and calls the day's matches only. */
import { render, screen } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { App } from "../../../src/console/App";
import { LiveScore } from "../../../src/console/domains/competitions/LiveScore";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import type { Match } from "../../../src/contract/competitions/match";
import { matches } from "../../../src/contract/competitions/matches";
import { handle } from "../server";

const side = (name: string): Match["home"] => ({
  id: name,
  name,
  club: "",
  seed: null,
  from: "",
  source: "",
  players: "",
  publicName: name,
});
const match = (n: number, more: Partial<Match>): Match => ({
  id: `m${n}`,
  eventId: "e1",
  event: "男单",
  key: `1-1-${n}`,
  stage: 1,
  group: null,
  round: 1,
  third: false,
  state: "running",
  tieId: null,
  rubber: "",
  sequence: n,
  isTie: false,
  periods: 0,
  won: [0, 0],
  home: side(`主${n}`),
  away: side(`客${n}`),
  sets: [[3, 2]],
  runs: [],
  winner: null,
  court: { id: `k${n}`, name: `${n} 号场` },
  startsAt: "2026-11-21T02:00:00.000Z",
  minutes: 30,
  begunAt: null,
  endedAt: null,
  pinned: false,
  referee: "",
  reason: "",
  version: 1,
  call: null,
  playersScore: false,
  claim: null,
  ...more,
});

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await setLanguage("zh");
  setSession({ venueId: "v1", codes: new Set(["live_score"]) });
  handle(matches.events, () => ({
    content: [
      {
        id: "e1",
        title: "男单",
        gameId: "g1",
        game: "公开赛",
        status: "running" as const,
        state: "running",
        format: "knockout",
        entries: 16,
      },
    ],
  }));
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

/** Names of the matches on the page at a time. */
async function shownAt(time: string, all: readonly Match[]): Promise<string[]> {
  vi.setSystemTime(new Date(time));
  handle(matches.hall, () => ({ game: "公开赛", orderOfPlay: "fixed" as const, matches: [...all] }));
  const { unmount, container } = render(
    <App router={createMemoryRouter([{ path: "/", element: <LiveScore /> }], { initialEntries: ["/?game=g1"] })} />,
  );
  await screen.findAllByText(/^主\d/, {}, { timeout: 20_000 });
  const cards = [...container.querySelectorAll(".live-card .live-side:first-of-type b")].map((name) => name.textContent ?? "");
  unmount();
  return cards;
}

it("turns its pages, so that each of eight matches in play has its turn", async () => {
  const eight = Array.from({ length: 8 }, (_, i) => match(i + 1, {}));
  const pages = [await shownAt("2026-11-21T02:10:00.000Z", eight), await shownAt("2026-11-21T02:10:10.000Z", eight)];
  expect(pages.map((page) => page.length).sort((a, b) => a - b)).toEqual([2, 6]);
  expect(new Set(pages.flat())).toEqual(new Set(eight.map(({ home }) => home.name)));
});

it("calls no match of another day", async () => {
  const today = match(1, { state: "ready", sets: [] });
  const tomorrow = match(2, { state: "ready", sets: [], startsAt: "2026-11-22T02:00:00.000Z" });
  expect(await shownAt("2026-11-21T02:10:00.000Z", [today, tomorrow])).toEqual(["主1"]);
});
