/** Attendees of a match: choices ticked here stay while the match changes elsewhere, and choices of others are preserved. */
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { App } from "../../../src/console/App";
import { LineUp } from "../../../src/console/domains/competitions/LineUp";
import { resultText } from "../../../src/console/domains/competitions/names";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { AnswerCode } from "../../../src/contract/core/answer-code";
import { type Lineup, matches } from "../../../src/contract/competitions/matches";
import { handle } from "../server";
import { matchOf } from "./sample";

const match = matchOf("m1");
const player = (name: string, plays: boolean): Lineup["home"][number] => ({
  id: name,
  name,
  sex: "male",
  shirt: "",
  captain: false,
  plays,
});

let now: Lineup;
let saved: readonly string[] | undefined;
const answer = (data: unknown) => Response.json({ code: AnswerCode.done, msg: "", data });
const box = (name: string) => screen.findByRole("checkbox", { name: new RegExp(name) });

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", codes: new Set(["combat_team_member_list", "score_modify"]) });
  now = { match, home: [player("王伟", false), player("李强", false)], away: [player("张三", false)], rubbers: [] };
  saved = undefined;
  handle(matches.events, () => answer({ content: [{ id: "e1", gameId: "g1", game: "公开赛", status: "running" }] }));
  handle(matches.board, () => answer({ game: "公开赛", rules: [], matches: [match] }));
  handle(matches.lineup, () => answer(now));
  handle(matches.saveLineup, ({ memberIds }) => {
    saved = memberIds;
    now = { ...now, home: now.home.map((each) => ({ ...each, plays: memberIds.includes(each.id) })) };
    return now;
  });
});
afterEach(() => queryClient.clear());

it("keeps what is ticked while the match changes elsewhere, and saves it with what others ticked", async () => {
  render(<App router={createMemoryRouter([{ path: "/", element: <LineUp /> }], { initialEntries: ["/?game=g1&match=m1"] })} />);
  const user = userEvent.setup();
  await user.click(await box("王伟"));

  now = { ...now, match: { ...match, version: 2 }, away: [player("张三", true)] };
  await act(() => queryClient.invalidateQueries());
  await waitFor(async () => expect(await box("张三")).toBeChecked());
  expect(await box("王伟")).toBeChecked();

  await user.click(screen.getByRole("button", { name: "保存名单" }));
  await waitFor(() => expect(saved).toEqual(["王伟", "张三"]));
  expect(await box("王伟")).toBeChecked();
});

it("says that there is no match yet where there is no game", async () => {
  handle(matches.events, () => answer({ content: [] }));
  render(<App router={createMemoryRouter([{ path: "/", element: <LineUp /> }])} />);
  expect(await screen.findByText("还没有双方已定的对阵")).toBeVisible();
});

it("says how a match ended that was not played out", () => {
  const t = ({ zh }: { zh: string }) => zh;
  expect(resultText({ ...match, state: "walkover" }, t)).toBe("弃权");
  expect(resultText({ ...match, state: "retired", sets: [[11, 5]] }, t)).toBe("11–5 退赛");
  expect(resultText({ ...match, state: "finished", sets: [[11, 5]] }, t)).toBe("11–5");
});
