/** The dialog of an action with fields, on Refine's `useModalForm`: what is sent, where a refusal is shown, and that nothing typed is lost. */
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Activity, useState } from "react";
import { createMemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { App, AppRoot } from "../../src/console/App";
import { queryClient } from "../../src/console/providers/queries";
import { RowAction } from "../../src/console/resource/RowAction";
import { setSession } from "../../src/console/session/store";
import { AnswerCode } from "../../src/contract/core/answer-code";
import { withdraws } from "../../src/contract/coaches/coaches";
import { ALL_CODES } from "../../src/contract/core/permissions";
import { callsByName } from "../../src/contract/core/resource/calls";
import { handle, Refusal } from "./server";

const call = callsByName(withdraws)["refuse"];
const row = { id: "w1", no: "T-1", createdAt: "2026-11-21T02:00:00Z", state: "requested", reason: "" };
const closed: string[] = [];

function Page() {
  const [shown, setShown] = useState(true);
  return (
    <>
      <button onClick={() => setShown(!shown)}>switch</button>
      <Activity mode={shown ? "visible" : "hidden"}>
        <RowAction
          resource={withdraws}
          parts={{}}
          action="refuse"
          row={row}
          onClose={() => closed.push("close")}
          onDone={() => closed.push("done")}
        />
      </Activity>
    </>
  );
}

beforeEach(() => {
  queryClient.clear();
  closed.length = 0;
  setSession({ venueId: "v-1", codes: new Set(ALL_CODES) });
  render(<App router={createMemoryRouter([{ Component: AppRoot, children: [{ path: "/", Component: Page }] }])} />);
});

const dialog = async () => within(await screen.findByRole("dialog", { name: "不通过 · T-1" }));

it("shows a refusal at its field, keeps what was typed, and sends it again", async () => {
  if (!call) throw new TypeError("no call");
  const sent: unknown[] = [];
  handle(call, (input) => {
    sent.push(input);
    if (sent.length === 1) throw new Refusal(AnswerCode.badInput, "请更正标出的内容", { errors: { reason: "原因里不能写卡号" } });
    return {};
  });
  const { getByRole, findByText, queryByText } = await dialog();
  await userEvent.type(getByRole("textbox"), "卡号不符");
  await userEvent.click(getByRole("button", { name: "不通过" }));
  const message = await findByText("原因里不能写卡号");
  expect(message.closest(".ant-form-item")).toContainElement(getByRole("textbox"));
  expect(queryByText("请更正标出的内容")).toBeNull();
  expect(getByRole("textbox")).toHaveValue("卡号不符");
  expect(closed).toEqual([]);
  await userEvent.click(getByRole("button", { name: "不通过" }));
  await waitFor(() => expect(closed).toEqual(["done"]));
  expect(sent[1]).toMatchObject({ id: "w1", reason: "卡号不符" });
});

it("asks for what is required before anything is sent", async () => {
  const { getByRole, findByText } = await dialog();
  await userEvent.click(getByRole("button", { name: "不通过" }));
  await findByText(/请填写|必填/);
});

it("keeps what was typed while its page is out of sight", async () => {
  const { getByRole } = await dialog();
  await userEvent.type(getByRole("textbox"), "卡号不符");
  const away = screen.getByText("switch");
  await userEvent.click(away);
  await userEvent.click(away);
  expect((await dialog()).getByRole("textbox")).toHaveValue("卡号不符");
});
