/** The question before input is lost: on closing, on leaving the venue, never on looking at another tab. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { closeFinished, finishTab, wouldLoseInput, noteLeaving } from "../../../src/console/shell/tabs/leaving";
import { TabContext } from "../../../src/console/ui/tab";
import { anyUnsaved, forgetUnsaved, unsavedIn, useUnsaved } from "../../../src/console/ui/use-unsaved";

const FORM = "/venueUser/venue-user-form";
const LIST = "/venueUser/venue-user-list";
const noop = (): void => undefined;

/** A form in a tab; `shown` says whether the tab is on show. */
function form(id: string, shown = { now: true }) {
  const tab = { id, onShow: () => shown.now, name: noop, finish: noop };
  const wrapper = ({ children }: { children: ReactNode }) => createElement(TabContext, { value: tab }, children);
  return renderHook(({ dirty }) => useUnsaved(dirty), { initialProps: { dirty: true }, wrapper });
}
afterEach(() => forgetUnsaved());

describe("unsaved input", () => {
  it("belongs to its tab", () => {
    form("members.create");
    expect([unsavedIn("members.create"), unsavedIn("members.list")]).toEqual([true, false]);
  });
  it("stays with a tab that is out of sight, and goes with a form that is taken off the page", () => {
    const shown = { now: false };
    form("members.create", shown).unmount();
    expect(unsavedIn("members.create")).toBe(true);
    shown.now = true;
    form("members.create", shown).unmount();
    expect(unsavedIn("members.create")).toBe(true); // the first form is still there
    forgetUnsaved("members.create");
    form("members.create", shown).unmount();
    expect(anyUnsaved()).toBe(false);
  });
  it("is none once it is saved, at once", () => {
    const { result } = form("members.create");
    result.current();
    expect(anyUnsaved()).toBe(false);
  });
  it("keeps the browser from closing the window without asking, as long as there is any", () => {
    const asks = (): boolean => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(asks()).toBe(false);
    form("members.create");
    expect(asks()).toBe(true);
    forgetUnsaved();
    expect(asks()).toBe(false);
  });
});

describe("a navigation asks", () => {
  it("nothing on the way to another tab, which keeps everything", () => {
    form("members.create");
    expect(wouldLoseInput(FORM, LIST, true)).toBe(false);
    expect(wouldLoseInput(FORM, "/dashboard", true)).toBe(false);
  });
  it("where no pages are kept alive", () => {
    form("members.create");
    expect(wouldLoseInput(FORM, LIST, false)).toBe(true);
    expect(wouldLoseInput(LIST, FORM, false)).toBe(false);
  });
  it("on the way to the venue choice, whichever tab holds it", () => {
    form("members.create");
    expect(wouldLoseInput("/dashboard", "/sites", true)).toBe(true);
    forgetUnsaved();
    expect(wouldLoseInput("/dashboard", "/sites", true)).toBe(false);
  });
  it("before a tab is drawn anew, or its drawer shut", () => {
    form("members.create");
    expect(wouldLoseInput(FORM, `/redirect${FORM}`, true)).toBe(true);
    form("members.list");
    expect(wouldLoseInput(`${LIST}/m1`, LIST, true)).toBe(true);
    expect(wouldLoseInput(LIST, LIST, true)).toBe(false);
  });
});

describe("a page that has done its work", () => {
  it("closes its tab when it leaves in the same breath, and only then", async () => {
    const closed = vi.fn();
    const stop = closeFinished(closed);
    finishTab("members.create");
    noteLeaving(FORM, `${LIST}/m1`);
    expect(closed).toHaveBeenCalledExactlyOnceWith("members.create");
    finishTab("members.create");
    noteLeaving(FORM, FORM);
    await new Promise((done) => setTimeout(done, 5));
    noteLeaving(FORM, LIST);
    expect(closed).toHaveBeenCalledOnce();
    stop();
  });
});
