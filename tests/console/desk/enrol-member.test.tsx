/** Enrolling whoever is not found at the till, with what was typed to find them. */
import { KBarProvider } from "@refinedev/kbar";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { type Member, members } from "../../../src/contract/members/members";
import { splitTyped } from "../../../src/console/desk/EnrolMember";
import { MemberSearch } from "../../../src/console/desk/MemberSearch";
import { queryClient } from "../../../src/console/providers/queries";
import { setSession } from "../../../src/console/session/store";
import { MEMBER } from "../booking/sample";
import { handle, pageOfRows } from "../server";

const TYPE = { colour: 100, placePercent: 100, productPercent: 100, months: 0, members: 0 } as const;
const onPick = vi.fn<(member: Member) => void>();
let created: unknown[] = [];
beforeEach(() => {
  onPick.mockClear();
  created = [];
  queryClient.clear();
  setSession({ venueId: "v1", codes: new Set(["sale_create", "member_create"]) });
  handle(members.list, () => pageOfRows([]));
  handle(members.cardTypes, () => ({
    content: [
      { ...TYPE, id: "gold", name: "金卡", fee: "20.00", deposit: "0.00" },
      { ...TYPE, id: "plain", name: "普通会员", fee: "0.00", deposit: "0.00" },
    ],
  }));
  handle(members.create, (input) => {
    created.push(input);
    return { ...MEMBER, id: "m-new", name: "李雷" };
  });
});

function open(enrols = true) {
  render(
    <QueryClientProvider client={queryClient}>
      <KBarProvider>
        <MemberSearch input={createRef()} enrols={enrols} onPick={onPick} />
      </KBarProvider>
    </QueryClientProvider>,
  );
  return screen.getByRole("combobox");
}
const search = (field: HTMLElement, text: string): void => {
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: "Enter" });
};

it.each([
  ["13912345678", { name: "", phone: "13912345678" }],
  ["李雷 139 1234 5678", { name: "李雷", phone: "13912345678" }],
  ["+86 139-1234-5678 李雷", { name: "李雷", phone: "13912345678" }],
  ["１３９１２３４５６７８", { name: "", phone: "13912345678" }],
  ["Li Lei", { name: "Li Lei", phone: "" }],
])("reads %s", (text, parts) => expect(splitTyped(text)).toEqual(parts));

it("takes two presses of Enter beside what is typed, whether the name, the mobile or both were typed to search", async () => {
  search(open(), "李雷 13912345678");
  // Everything is there: the focus is on the button.
  await waitFor(() => expect(screen.getByRole("button", { name: /登记并选中/ })).toHaveFocus());
  fireEvent.submit(screen.getByRole("form", { name: "登记新会员" }));
  await waitFor(() => expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ id: "m-new" })));
  expect(created).toEqual([expect.objectContaining({ name: "李雷", phone: "13912345678", cardTypeId: "plain" })]);
});

it("asks for what is missing, with the focus in it", async () => {
  search(open(), "13912345678");
  await waitFor(() => expect(screen.getByLabelText("姓名")).toHaveFocus());
  expect(screen.getByLabelText("手机号")).toHaveValue("13912345678");
  expect(screen.getByText("请填写姓名")).toBeVisible();
  fireEvent.submit(screen.getByRole("form", { name: "登记新会员" }));
  expect(created).toEqual([]);
  fireEvent.change(screen.getByLabelText("姓名"), { target: { value: "李雷" } });
  fireEvent.submit(screen.getByRole("form", { name: "登记新会员" }));
  await waitFor(() => expect(onPick).toHaveBeenCalledOnce());
});

it("goes back to the search with its text", async () => {
  search(open(), "韩梅梅");
  await waitFor(() => expect(screen.getByLabelText("手机号")).toHaveFocus());
  fireEvent.click(screen.getByRole("button", { name: "返回" }));
  expect(screen.getByRole("combobox")).toHaveValue("韩梅梅");
});

it.each([
  ["the person may not enrol", true, ["sale_create"] as const],
  ["the search is not the till's", false, ["sale_create", "member_create"] as const],
])("offers nothing where %s", async (_, enrols, codes) => {
  setSession({ venueId: "v1", codes: new Set(codes) });
  search(open(enrols), "13912345678");
  await screen.findByText(/没有找到会员/);
  expect(screen.queryByRole("button", { name: /登记为会员/ })).toBeNull();
  expect(screen.queryByLabelText("姓名")).toBeNull();
});
