import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { emptySession, setSession } from "../../../src/console/session/store";
import { Pages, Stage } from "../../../src/console/shell/tabs/Pages";

const drawn = { a: 0, b: 0 };
const page = (name: "a" | "b") =>
  function Page() {
    const { search } = useLocation();
    drawn[name]++;
    return (
      <p>
        {name}
        {search}
      </p>
    );
  };
const noName = (): void => undefined;
const TABS = ["/a", "/b"];
function Frame() {
  const { pathname } = useLocation();
  return (
    <main id="page">
      <Stage venueId="v1" zone="Asia/Shanghai" ids={TABS} active={pathname} onName={noName} />
    </main>
  );
}

const open = () => {
  const router = createMemoryRouter(
    [
      {
        Component: Frame,
        children: [
          { path: "/a", Component: page("a") },
          { path: "/b", Component: page("b") },
        ],
      },
    ],
    { initialEntries: ["/a?page=3"] },
  );
  render(
    <>
      <RouterProvider router={router} />
      <Pages />
    </>,
  );
  return (to: string) => act(() => router.navigate(to));
};

beforeEach(() => {
  drawn.a = drawn.b = 0;
  setSession({ venueId: "v1" });
});
afterEach(() => act(emptySession));

it("draws no page out of sight when another is gone to, and none that is come back to as it was", async () => {
  const go = open();
  expect(screen.getByText("a?page=3")).toBeVisible();
  await go("/b");
  expect(screen.getByText("b")).toBeVisible();
  expect(screen.getByText("a?page=3"), "kept where it was left").not.toBeVisible();
  const before = { ...drawn };
  await go("/b?page=2");
  await go("/b?page=3");
  expect(drawn.a, "drawn out of sight").toBe(before.a);
  expect(drawn.b).toBeGreaterThan(before.b);
  await go("/a?page=3");
  expect(screen.getByText("a?page=3")).toBeVisible();
  expect(drawn.a, "drawn on coming back").toBe(before.a);
  await go("/a?page=4");
  expect(screen.getByText("a?page=4")).toBeVisible();
});

it("takes the pages away as soon as another venue is chosen", async () => {
  const go = open();
  await go("/b");
  const before = { ...drawn };
  act(() => setSession({ venueId: "v2" }));
  expect(screen.queryByText("b")).toBeNull();
  expect(screen.queryByText("a?page=3")).toBeNull();
  expect(drawn, "drawn for the other venue").toEqual(before);
});
