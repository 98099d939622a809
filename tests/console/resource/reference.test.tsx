/** The field of a reference, on Refine's `useSelect`: choices of the server, and the name of whatever is chosen. */
import "../../../src/console/ui/form/scoped";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { App, AppRoot } from "../../../src/console/App";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { coaches } from "../../../src/contract/coaches/coaches";
import { AnswerCode } from "../../../src/contract/core/answer-code";
import { ALL_CODES } from "../../../src/contract/core/permissions";
import { callsOf } from "../../../src/contract/core/resource/calls";
import { site } from "../boot";
import { formOf } from "../declared";
import { handle } from "../server";

const WAIT = { timeout: 10_000 };
const INSTITUTIONS = [
  { id: "i1", name: "青锋培训", note: "" },
  { id: "i2", name: "远动学堂", note: "浦东" },
];
const calls = callsOf(coaches);
const CoachForm = formOf(coaches, {});
const COACH = { id: "c1", name: "赵一鸣", phone: "13800138000", programs: ["羽毛球"], level: "junior", hourPrice: "200.00", share: 50 };
/** The record, of which the form needs these fields alone. */
const recordOf = (data: Record<string, unknown>) => Response.json({ code: AnswerCode.done, msg: "", data });
/** Inputs of the choices that were requested. */
let requested: object[] = [];

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", venue: site("v1", "源深羽毛球馆"), codes: new Set(ALL_CODES) });
  requested = [];
  handle(calls.options, ({ field, q, id }) => {
    requested.push({ field, ...(q === undefined ? {} : { q }), ...(id === undefined ? {} : { id }) });
    return INSTITUTIONS.filter((each) => (id === undefined ? each.name.includes(q ?? "") : each.id === id));
  });
});
afterEach(() => queryClient.clear());

/** Opens the form of a coach; without an id, the form that adds one. */
async function open(address: string): Promise<HTMLElement> {
  const forms = ["/coaches", "/coaches/:id"].map((path) => ({ path, Component: CoachForm }));
  const routes = [{ Component: AppRoot, children: [...forms, { path: "/list/:id", element: null }] }];
  render(<App router={createMemoryRouter(routes, { initialEntries: [address] })} />);
  return screen.findByRole("combobox", { name: "培训机构" }, WAIT);
}
const shownName = (field: HTMLElement): string | null | undefined =>
  field.closest(".ant-select")?.querySelector(".ant-select-selection-item")?.textContent;
const choices = (): (string | null)[] => [...document.querySelectorAll(".ant-select-item-option")].map(({ textContent }) => textContent);

it("finds choices by what is typed, and shows the name of the chosen one whatever is searched afterwards", async () => {
  handle(calls.view, () => recordOf({ ...COACH, institution: "i1", institutionName: "青锋培训" }));
  const saved: unknown[] = [];
  handle(calls.modify, (input) => {
    saved.push(input.institution);
    return recordOf(COACH);
  });
  const field = await open("/coaches/c1");
  expect(shownName(field)).toBe("青锋培训");
  expect(requested).toEqual([]);
  const user = userEvent.setup();
  await user.click(field);
  await waitFor(() => expect(choices()).toEqual(["青锋培训", "远动学堂 · 浦东"]), WAIT);
  await user.type(field, "远动");
  await waitFor(() => expect(choices()).toEqual(["远动学堂 · 浦东"]), WAIT);
  expect([requested[0], requested.at(-1)]).toEqual([{ field: "institution" }, { field: "institution", q: "远动" }]);
  await user.click(await screen.findByText("远动学堂 · 浦东", { selector: ".ant-select-item-option-content" }));
  expect(shownName(field)).toBe("远动学堂 · 浦东");
  await user.type(field, "青锋");
  await waitFor(() => expect(requested.at(-1)).toEqual({ field: "institution", q: "青锋" }), WAIT);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(shownName(field)).toBe("远动学堂 · 浦东"));
  await user.click(screen.getByRole("button", { name: "保存" }));
  await waitFor(() => expect(saved).toEqual(["i2"]), WAIT);
}, 60_000);

it("requests the name of a record that a link names by its id", async () => {
  const field = await open("/coaches?institution=i2");
  await waitFor(() => expect(shownName(field)).toBe("远动学堂 · 浦东"), WAIT);
  expect(requested).toEqual([{ field: "institution", id: "i2" }]);
}, 60_000);
