/** Permissions are asked of Refine's access-control provider alone: by its own hooks and components, by our buttons, menus and pages. */
import { CanAccess, useCan as useRefineCan } from "@refinedev/core";
import { act, render, screen, waitFor } from "@testing-library/react";
import { readdirSync, readFileSync } from "node:fs";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { App, AppRoot } from "../../../src/console/App";
import { accessControlProvider, can, canOpenPath, decide, useCan } from "../../../src/console/providers/access-control";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import type { Code } from "../../../src/contract/core/permissions";
import type { Site } from "../../../src/contract/session/session";
import { answerBoot, inVenue, leaveAll, MEMBER_CODES, MEMBER_PATH, open, signIn, SITES } from "../boot";

beforeEach(signIn);
afterEach(leaveAll);

const work = (codes: readonly Code[], mainTag: Site["mainTag"] = "badminton", roles: readonly string[] = ["admin"]): void => {
  const [site] = SITES;
  if (!site) throw new TypeError("no site");
  setSession({
    venueId: site.venueId,
    venue: { ...site, mainTag },
    codes: new Set(codes),
    person: {
      userId: "u1",
      username: "staff",
      name: "林婉清",
      avatar: null,
      introduction: "",
      phone: "",
      roles: [...roles],
      secondFactor: "off",
      language: null,
    },
  });
};

it("decides by codes, and by the screens that they open", async () => {
  work([...MEMBER_CODES, "member_recharge"]);
  expect(can("member_recharge")).toBe(true);
  expect(can("member_modify")).toBe(false);
  expect(decide({ resource: "members", action: "list" }).can).toBe(true);
  expect(decide({ resource: "members", action: "create" })).toMatchObject({ can: false });
  expect(decide({ resource: "suppliers", action: "delete" })).toMatchObject({ can: false });
  expect(decide({ resource: "members", action: "list", params: { meta: { code: "member_modify" } } })).toEqual({
    can: false,
    reason: "member_modify",
  });
  for (const question of [{ action: "member_recharge" }, { resource: "members", action: "create" }])
    expect(await accessControlProvider.can(question)).toEqual(decide(question));
});

it("opens no screen of another kind of venue or role, whatever the codes", () => {
  work(["book_admin", "venue_booking"]);
  expect(canOpenPath("/book/venue-booking")).toBe(true);
  expect(decide({ resource: "booking", action: "open" }).can).toBe(true);
  work(["book_admin", "venue_booking"], "swimming");
  expect(canOpenPath("/book/venue-booking")).toBe(false);
  work(["book_admin", "venue_booking"], "badminton", ["swimming"]);
  expect(canOpenPath("/book/venue-booking")).toBe(false);
});

function Asks() {
  const mine = useCan("member_recharge");
  const { data } = useRefineCan({ action: "member_recharge" });
  return (
    <>
      {mine && <button>ours</button>}
      {data?.can && <button>hook</button>}
      <CanAccess action="member_recharge" params={{}}>
        <button>component</button>
      </CanAccess>
    </>
  );
}

it("renders again what depends on a code when the codes change, by our hook and by Refine's alike", async () => {
  queryClient.clear();
  work([]);
  render(<App router={createMemoryRouter([{ Component: AppRoot, children: [{ path: "/", Component: Asks }] }])} />);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryAllByRole("button", { name: /^(ours|hook|component)$/ })).toHaveLength(0);
  act(() => work(["member_recharge"]));
  await waitFor(() => expect(screen.getAllByRole("button", { name: /^(ours|hook|component)$/ })).toHaveLength(3));
  act(() => work([]));
  await waitFor(() => expect(screen.queryAllByRole("button", { name: /^(ours|hook|component)$/ })).toHaveLength(0));
});

it("renders no page whose code is missing, and puts the page in its place once it is there", async () => {
  document.cookie = "language=zh; path=/";
  inVenue("v1");
  answerBoot({ codes: [] });
  const pageButton = { name: /^列设置/ };
  await open(MEMBER_PATH);
  await screen.findByText(/打开这个页面需要/);
  expect(screen.queryByRole("button", pageButton)).toBeNull();
  act(() => setSession({ codes: new Set(MEMBER_CODES) }));
  await screen.findByRole("button", pageButton);
  expect(screen.queryByText(/打开这个页面需要/)).toBeNull();
});

it("is the only reader of the session's codes", () => {
  const sources = readdirSync("src/console", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
  const readers = sources.filter((file) => /\bcodes\??\.has\(/.test(readFileSync(`src/console/${file}`, "utf8")));
  expect(readers.map((file) => file.replaceAll("\\", "/")).toSorted()).toEqual(["providers/access-control.ts", "session/access.ts"]);
});
