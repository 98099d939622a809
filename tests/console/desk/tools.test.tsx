// Effect of a scan where no page wants it, and the buttons of the top bar.
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Code } from "../../../src/contract/core/permissions";
import { setLanguage } from "../../../src/console/i18n/i18n";
import { PayTools } from "../../../src/console/desk/PayTools";
import { kindsOf } from "../../../src/console/desk/recognise";
import { offer } from "../../../src/console/desk/scanner";
import { queryClient } from "../../../src/console/providers/queries";
import { emptySession, setSession } from "../../../src/console/session/store";
import { NoticeHost } from "../../../src/console/ui/notices";

const CODE = "134567890123456780";
beforeAll(() => setLanguage("zh"));
afterEach(() => {
  cleanup();
  emptySession();
});

function open(path: string, codes: readonly Code[], venueId: string | null = "v-1") {
  setSession({ venueId: venueId ?? undefined, codes: new Set(codes) });
  const element = (
    <QueryClientProvider client={queryClient}>
      <PayTools />
      <NoticeHost />
    </QueryClientProvider>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: "*", element }], { initialEntries: [path] })} />);
}
const scanned = (text: string): boolean => {
  let taken = false;
  act(() => {
    taken = offer({ text, kinds: kindsOf(text) });
  });
  return taken;
};

describe("a payment code", () => {
  it("opens scan-to-pay with it from any page", async () => {
    const { findByText } = open("/dashboard", ["scan_to_pay"]);
    expect(scanned(CODE)).toBe(true);
    await findByText("已扫到微信付款码，尾号 6780");
  });

  it("opens nothing at the till, and is kept out of its fields all the same", async () => {
    const { container } = open("/sale/sale-from2", ["scan_to_pay"]);
    expect(scanned(CODE)).toBe(true);
    await act(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(container.querySelector("dialog")).toBeNull();
  });

  it("is refused in words where the person may not collect", async () => {
    const { container, findByText } = open("/dashboard", []);
    expect(scanned(CODE)).toBe(true);
    await findByText("没有扫码收款的权限，没有收款");
    expect(container.querySelector("dialog")).toBeNull();
  });
});

describe("the top bar", () => {
  it("has scan-to-pay only for those who may collect, and the codes for everybody at a venue", async () => {
    const { queryByRole, unmount } = open("/dashboard", []);
    await waitFor(() => expect(queryByRole("button", { name: "收款码" })).not.toBeNull());
    expect(queryByRole("button", { name: "场馆码" })).not.toBeNull();
    expect(queryByRole("button", { name: "扫码收款" })).toBeNull();
    unmount();
    expect(open("/dashboard", ["scan_to_pay"]).queryByRole("button", { name: "扫码收款" })).not.toBeNull();
  });

  it("has none of them where no venue is chosen", () => {
    const { queryAllByRole } = open("/sites", ["scan_to_pay"], null);
    expect(queryAllByRole("button", { name: /收款|场馆码/ })).toEqual([]);
  });
});
