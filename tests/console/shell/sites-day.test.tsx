/** The choice of venues names its day once, and a venue where it is another day names its own. */
import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { SiteCard } from "../../../src/console/domains/session/SiteCard";
import { site } from "../boot";

it("names the day of a venue only where it differs from the page's", () => {
  const card = (id: string, name: string, day: string) => (
    <SiteCard site={site(id, name, { day })} today="2026-11-21" last={false} busy={false} onChoose={() => undefined} />
  );
  render(
    <>
      {card("v1", "源深羽毛球馆", "2026-11-21")}
      {card("v2", "洛杉矶馆", "2026-11-20")}
    </>,
  );
  const figures = (name: string) => within(screen.getByRole("button", { name: new RegExp(name) })).getByText(/预订/).textContent;
  expect(figures("源深羽毛球馆")).not.toMatch(/\d/);
  expect(figures("洛杉矶馆")).toMatch(/11-20/);
});
