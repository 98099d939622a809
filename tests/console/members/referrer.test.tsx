/** The field of a member's referrer, on Refine's `useSelect`: found among the members by what is typed. */
import "../../../src/console/ui/form/scoped";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it } from "vitest";
import { App, AppRoot } from "../../../src/console/App";
import { ReferrerField } from "../../../src/console/domains/members/ReferrerField";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { AnswerCode } from "../../../src/contract/core/answer-code";
import { ALL_CODES } from "../../../src/contract/core/permissions";
import { members } from "../../../src/contract/members/members";
import { site } from "../boot";
import { handle } from "../server";

const WAIT = { timeout: 20_000 };
const MEMBERS = [
  { id: "m1", name: "周凯", cardNo: "8001", state: "normal" },
  { id: "m2", name: "林月", cardNo: "8002", state: "normal" },
  { id: "m3", name: "林森", cardNo: "8003", state: "closed" },
];
let requested: object[] = [];

function Page() {
  const [id, setId] = useState<string | null>("m9");
  return (
    <>
      <ReferrerField named={{ id: "m9", name: "许安", cardNo: "8009" }} exceptId="m1" value={id} onChange={setId} />
      <output aria-label="chosen">{id}</output>
    </>
  );
}

beforeEach(async () => {
  await setLanguage("zh");
  setSession({ venueId: "v1", venue: site("v1", "源深羽毛球馆"), codes: new Set(ALL_CODES) });
  requested = [];
  handle(members.list, ({ q, page, size }) => {
    requested.push({ page, size, ...(q === undefined ? {} : { q }) });
    const content = MEMBERS.filter(({ name }) => name.includes(q ?? ""));
    return Response.json({ code: AnswerCode.done, msg: "", data: { content, totalElements: content.length } });
  });
});
afterEach(() => queryClient.clear());

it("offers the members found, but not the member of the form or a closed one, and reports the chosen one", async () => {
  render(<App router={createMemoryRouter([{ Component: AppRoot, children: [{ path: "/", Component: Page }] }])} />);
  const field = await screen.findByRole("combobox", {}, WAIT);
  const options = () => [...document.querySelectorAll(".ant-select-item-option")].map(({ textContent }) => textContent);
  expect(screen.getByText("许安 · 8009")).toBeInTheDocument();
  expect(requested).toEqual([]);
  const user = userEvent.setup();
  await user.click(field);
  await waitFor(() => expect(options()).toEqual(["许安 · 8009", "林月 · 8002"]), WAIT);
  await user.type(field, "林");
  await waitFor(() => expect(requested.at(-1)).toEqual({ page: "0", size: "20", q: "林" }), WAIT);
  await user.click(await screen.findByText("林月 · 8002", { selector: ".ant-select-item-option-content" }));
  await waitFor(() => expect(screen.getByRole("status", { name: "chosen" })).toHaveTextContent("m2"));
  expect(requested[0]).toEqual({ page: "0", size: "20" });
}, 60_000);
