import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { App, AppRoot } from "../../src/console/App";
import { parts } from "../../src/console/domains/messages/parts";
import { queryClient } from "../../src/console/providers/queries";
// The modules of the dialogs are fetched with the first dialog: here they are loaded in advance.
import "../../src/console/resource/ActionDialog";
import "../../src/console/resource/RowAction";
import { ResourceList } from "../../src/console/resource/ResourceList";
import { setSession } from "../../src/console/session/store";
import { booking, type BookingOrderDetail } from "../../src/contract/booking/booking";
import { messages as rows } from "../../src/contract/messages/message-centre";
import { messages, type VenueMessage } from "../../src/contract/messages/messages";
import { ALL_CODES, type Code } from "../../src/contract/core/permissions";
import { session } from "../../src/contract/session/session";
import { handle, pageOfRows, Refusal } from "./server";

const LIST = "/venue/venue-message-center-list";
const moved: VenueMessage = {
  id: "m-1",
  createdAt: "2026-11-21T02:00:00.000Z",
  at: "2026-11-21T02:00:00.000Z",
  kind: "booking",
  title: "换场通知",
  text: "已换到 2 号",
  state: "unread",
  replies: [{ text: "已告知", by: "周岚", at: "2026-11-21T03:00:00.000Z" }],
  resource: "bookingOrders",
  resourceId: "o-1",
};
const water: VenueMessage = { ...moved, id: "m-2", kind: "system", title: "明日停水", text: "", replies: [], resource: "", resourceId: "" };
const gone: VenueMessage = { ...water, id: "m-3", title: "库存不足", state: "cleared" };

let read: (readonly string[] | undefined)[] = [];
beforeEach(() => {
  read = [];
  queryClient.clear();
  handle(session.preferences, () => ({ values: {} }));
  handle(messages.list, () => pageOfRows([moved, water, gone]));
  handle(messages.sums, () => ({ count: 3 }));
  handle(messages.count, () => 2);
  handle(messages.read, ({ ids }) => {
    read.push(ids);
    return {};
  });
});

const MessageList = () => <ResourceList resource={rows} parts={parts} paths={{ list: LIST }} title="消息中心" />;

function open(codes: readonly Code[] = ALL_CODES) {
  setSession({ venueId: "v-1", codes: new Set(codes), venue: { mainTag: "common" } as never });
  const router = createMemoryRouter(
    [
      {
        Component: AppRoot,
        children: [
          { path: LIST, Component: MessageList },
          { path: "*", element: null },
        ],
      },
    ],
    { initialEntries: [LIST] },
  );
  render(<App router={router} />);
  return router;
}
async function press(title: string): Promise<void> {
  fireEvent.click(await screen.findByText(title));
}

it("reads a message that is opened, and leads where the booking that it tells of is, or says why not", async () => {
  const router = open();
  handle(booking.view, () => {
    throw new Refusal(404, "订单不存在");
  });
  await press("换场通知");
  expect(await screen.findByText("订单不存在")).toBeVisible();
  expect(router.state.location.pathname).toBe(LIST);
  handle(booking.view, () => ({ day: "2026-11-23" }) as BookingOrderDetail);
  await press("明日停水");
  await waitFor(() => expect(read).toEqual([["m-1"], ["m-2"]]));
  expect(router.state.location.pathname).toBe(LIST);
  await press("换场通知");
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: "/book/venue-booking", search: "?day=2026-11-23&order=o-1" }),
  );
});

it("shows answers below the text, and takes one in the row of each message that is not cleared", async () => {
  const router = open();
  expect(await screen.findByText(/已告知/)).toHaveTextContent(/^周岚 .*：已告知$/);
  const buttons = screen.getAllByRole("button", { name: "回复" });
  expect(buttons).toHaveLength(2);
  let said: unknown;
  handle(messages.reply, (input) => {
    said = input;
    return { ...moved, state: "read" as const };
  });
  await userEvent.click(buttons[0] as HTMLElement);
  const dialog = await screen.findByRole("dialog", { name: /换场通知/ });
  expect(within(dialog).getByRole("textbox")).toHaveValue("");
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "已通知会员" } });
  await userEvent.click(within(dialog).getByRole("button", { name: "回复" }));
  await waitFor(() => expect(said).toEqual({ id: "m-1", text: "已通知会员" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe(LIST);
});

it("marks chosen ones as read without a question, and asks before all are cleared", async () => {
  let cleared: unknown;
  handle(messages.clear, (input) => {
    cleared = input;
    return {};
  });
  open();
  await userEvent.click(await screen.findByRole("checkbox", { name: "选择 明日停水" }));
  await userEvent.click(within(screen.getByRole("toolbar")).getByRole("button", { name: "标为已读" }));
  await waitFor(() => expect(read).toEqual([["m-2"]]));
  await userEvent.click(screen.getByRole("button", { name: "清空消息" }));
  const sure = within(await screen.findByRole("dialog", { name: "清空消息" }));
  expect(cleared).toBeUndefined();
  await userEvent.click(sure.getByRole("button", { name: "清空消息" }));
  await waitFor(() => expect(cleared).toEqual({}));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("clears nothing for who may not, and lets everybody read", async () => {
  open(["venue_message_center_list"]);
  await userEvent.click(await screen.findByRole("checkbox", { name: "选择 明日停水" }));
  const bar = within(screen.getByRole("toolbar"));
  expect(bar.getByRole("button", { name: "标为已读" })).toBeVisible();
  expect(bar.queryByRole("button", { name: "清除" })).not.toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "清空消息" })).not.toBeInTheDocument();
});
