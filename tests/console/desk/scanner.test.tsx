// The listener on a real document: fields that React keeps, plain ones, editors, input methods, and who gets a scan.
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listenForScans, runPendingActs, whenTyped } from "../../../src/console/desk/scanner";
import { useScan } from "../../../src/console/desk/use-scan";
import type { ScanKind } from "../../../src/console/desk/recognise";

const CODE = "134567890123456780";
let stop: () => void;
let clock = 1_000;
/** Milliseconds from the stroke of a key until the page hears of it. */
let late = 0;
beforeEach(() => {
  late = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(performance, "now").mockImplementation(() => clock + late);
  stop = listenForScans();
});
afterEach(() => {
  stop();
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Presses a key as a browser does: the character lands unless the key was kept back. */
function press(key: string, gap: number, more: KeyboardEventInit = {}): boolean {
  clock += gap;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  Object.defineProperty(event, "timeStamp", { value: clock });
  const element = document.activeElement ?? document.body;
  let free = true;
  act(() => {
    free = element.dispatchEvent(event);
  });
  const text = key.length === 1 ? key : key === "Process" ? (/\d$/.exec(more.code ?? "")?.[0] ?? "") : "";
  if ((free || key === "Process") && text !== "" && element instanceof HTMLInputElement) {
    fireEvent.input(element, { target: { value: element.value + text } });
  }
  return free;
}
const scan = (text: string, end: string | null = "Enter", gap = 4): void => {
  for (const [i, char] of Array.from(text).entries()) press(char, i === 0 ? 300 : gap);
  if (end) press(end, gap);
  act(() => void vi.advanceTimersByTime(120));
};
const type = (text: string, gap = 60): void => {
  for (const char of text) {
    press(char, gap);
    act(() => void vi.advanceTimersByTime(gap));
  }
};

function Taker({ kinds, got, take = true }: { kinds: ScanKind | ScanKind[]; got: string[]; take?: boolean }) {
  useScan(kinds, ({ text }) => {
    got.push(text);
    return take;
  });
  return null;
}
function Kept({ seen }: { seen: string[] }) {
  const [value, setValue] = useState("");
  return (
    <input
      aria-label="amount"
      value={value}
      onChange={(event) => {
        seen.push(event.target.value);
        setValue(event.target.value);
      }}
    />
  );
}

/** The focus on a button that Enter presses, beside who takes payment codes. */
function atTheButton() {
  const pressed = vi.fn<() => void>();
  const got: string[] = [];
  const { getByRole } = render(
    <>
      <button type="button" onKeyDown={(event) => event.key === "Enter" && pressed()}>
        pay
      </button>
      <Taker kinds="pay" got={got} />
    </>,
  );
  getByRole("button").focus();
  return { pressed, got };
}

describe("a scan", () => {
  it("leaves a field that React keeps as it was, with what was typed before it", () => {
    const got: string[] = [];
    const { getByLabelText } = render(
      <>
        <Kept seen={[]} />
        <Taker kinds="pay" got={got} />
      </>,
    );
    const field = getByLabelText("amount") as HTMLInputElement;
    field.focus();
    type("19.99");
    scan(CODE);
    expect(got).toEqual([CODE]);
    expect(field.value).toBe("19.99");
    type("5");
    expect(field.value).toBe("19.995");
  });

  it("does not press the button that has the focus, nor send the form", () => {
    const { pressed, got } = atTheButton();
    scan(CODE);
    scan("134567890123456781", "Tab");
    expect(pressed).not.toHaveBeenCalled();
    expect(got).toHaveLength(2);
    press("Enter", 500);
    expect(pressed).toHaveBeenCalledOnce();
  });

  it("is processed 100 ms after its last key, not before", () => {
    const got: string[] = [];
    render(<Taker kinds="pay" got={got} />);
    for (const char of CODE) press(char, 4);
    act(() => void vi.advanceTimersByTime(99));
    expect(got).toEqual([]);
    act(() => void vi.advanceTimersByTime(1));
    expect(got).toEqual([CODE]);
  });

  it("stays whole on a busy machine, where keys come late and far apart", () => {
    const got: string[] = [];
    render(<Taker kinds="pay" got={got} />);
    for (const [i, char] of Array.from(CODE).entries()) {
      if (i === 6) act(() => void vi.advanceTimersByTime(250));
      late = i < 6 ? 80 : 330;
      press(char, i === 0 ? 300 : 4);
    }
    act(() => void vi.advanceTimersByTime(200));
    expect(got).toEqual([]);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(got).toEqual([CODE]);
  });

  it.each([3, 5, 9, 17])("stays whole where the page hears the keys after the first %i too late", (heard) => {
    const got: string[] = [];
    const { getByLabelText } = render(
      <>
        <Kept seen={[]} />
        <Taker kinds="pay" got={got} />
      </>,
    );
    const field = getByLabelText("amount") as HTMLInputElement;
    field.focus();
    type("19.99");
    for (const [i, char] of Array.from(CODE).entries()) {
      if (i === heard) act(() => void vi.advanceTimersByTime(600));
      press(char, i === 0 ? 300 : 4);
    }
    press("Enter", 4);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(got).toEqual([CODE]);
    expect(field.value).toBe("19.99");
    // The same code again is a scan of its own.
    scan(CODE);
    expect(got).toEqual([CODE, CODE]);
  });

  it("keeps its Enter from the button that has the focus, however late it is heard", () => {
    const { pressed, got } = atTheButton();
    scan(CODE, null);
    expect(got).toEqual([CODE]);
    press("Enter", 4);
    act(() => void vi.advanceTimersByTime(500));
    expect(got).toEqual([CODE]);
    expect(pressed).not.toHaveBeenCalled();
    press("Enter", 500);
    expect(pressed).toHaveBeenCalledOnce();
  });

  it("is not processed by a timer that was late itself: keys may be waiting behind it", () => {
    const got: string[] = [];
    render(<Taker kinds={["pay", "member", "voucher"]} got={got} />);
    const [first, rest] = [CODE.slice(0, 12), CODE.slice(12)];
    for (const [i, char] of Array.from(first).entries()) press(char, i === 0 ? 300 : 4);
    late = 400;
    act(() => void vi.advanceTimersByTime(100));
    for (const char of rest) press(char, 4);
    act(() => void vi.advanceTimersByTime(2_000));
    expect(got).toEqual([CODE]);
  });

  it.each([30, 48])("of %d ms for each key leaves the field as it was and presses nothing", (gap) => {
    const { pressed, got } = atTheButton();
    const chosen: string[] = [];
    const { getByLabelText } = render(<Kept seen={[]} />);
    const field = getByLabelText("amount") as HTMLInputElement;
    field.focus();
    type("19.99");
    scan(CODE, "Enter", gap);
    expect([got, field.value]).toEqual([[CODE], "19.99"]);
    // Keys that choose a method by a digit do nothing while they are those of a scan.
    const listen = ({ key }: KeyboardEvent): void => whenTyped(() => chosen.push(key));
    window.addEventListener("keydown", listen);
    field.blur();
    scan(CODE, "Enter", gap);
    window.removeEventListener("keydown", listen);
    expect([got.length, chosen]).toEqual([2, []]);
    expect(pressed).not.toHaveBeenCalled();
  });

  it("goes into the field as if typed where nobody takes it", () => {
    const { getByLabelText } = render(<Kept seen={[]} />);
    const field = getByLabelText("amount") as HTMLInputElement;
    field.focus();
    type("x");
    scan("6901028075831");
    expect(field.value).toBe("x6901028075831");
  });

  it("is understood and taken out of the field while an input method is on", () => {
    const got: string[] = [];
    const { getByLabelText } = render(
      <>
        <Kept seen={[]} />
        <Taker kinds="pay" got={got} />
      </>,
    );
    const field = getByLabelText("amount") as HTMLInputElement;
    field.focus();
    for (const [i, digit] of Array.from(CODE).entries()) press("Process", i === 0 ? 300 : 4, { code: `Digit${digit}`, keyCode: 229 });
    act(() => void vi.advanceTimersByTime(120));
    expect(got).toEqual([CODE]);
    expect(field.value).toBe("");
  });

  it("is not seen in what somebody composes with an input method", () => {
    const got: string[] = [];
    render(<Taker kinds={["pay", "member", "other"]} got={got} />);
    for (const letter of "YUMAOQIUGUAN") {
      expect(press("Process", 35, { code: `Key${letter}`, isComposing: true, keyCode: 229 })).toBe(true);
    }
    act(() => void vi.advanceTimersByTime(200));
    expect(got).toEqual([]);
  });
});

describe("who gets a scan", () => {
  it("is the innermost that asks for its kind", () => {
    const outer: string[] = [];
    const inner: string[] = [];
    render(
      <>
        <Taker kinds={["pay", "barcode"]} got={outer} />
        <Taker kinds="barcode" got={inner} />
      </>,
    );
    scan("6901028075831");
    scan(CODE);
    expect([inner, outer]).toEqual([["6901028075831"], [CODE]]);
  });

  it("is the next one out where the innermost leaves it", () => {
    const outer: string[] = [];
    const inner: string[] = [];
    render(
      <>
        <Taker kinds="pay" got={outer} />
        <Taker kinds="pay" got={inner} take={false} />
      </>,
    );
    scan(CODE);
    expect([inner, outer]).toEqual([[CODE], [CODE]]);
  });

  it("is nobody who has gone", () => {
    const got: string[] = [];
    const { unmount } = render(<Taker kinds="pay" got={got} />);
    unmount();
    scan(CODE);
    expect(got).toEqual([]);
  });
});

it("leaves no digit of a scan in the field that stalled among its first keys", () => {
  const got: string[] = [];
  const { getByLabelText } = render(
    <>
      <Kept seen={[]} />
      <Taker kinds="pay" got={got} />
    </>,
  );
  const field = getByLabelText("amount") as HTMLInputElement;
  field.focus();
  type("19");
  for (const [i, char] of Array.from(CODE).entries()) press(char, i === 0 ? 300 : i === 1 || i === 2 ? 30 : 4);
  press("Enter", 4);
  act(() => void vi.advanceTimersByTime(120));
  expect(got).toEqual([CODE]);
  expect(field.value).toBe("19");
});

/** Does what keys say: digits once they are known to be typed, others at once. */
function Acts({ done }: { done: string[] }) {
  useEffect(() => {
    const hear = ({ key }: KeyboardEvent): void => {
      if (/^\d$/.test(key)) return whenTyped(() => done.push(key));
      if (key === "+") runPendingActs();
      done.push(key);
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  }, [done]);
  return null;
}

describe("a digit that does something", () => {
  it("does it once it is no scan, and before whatever key follows", () => {
    const done: string[] = [];
    render(<Acts done={done} />);
    press("4", 300);
    expect(done).toEqual([]);
    act(() => void vi.advanceTimersByTime(120));
    expect(done).toEqual(["4"]);
    press("2", 300);
    press("F9", 30);
    press("3", 300);
    press("+", 10);
    expect(done).toEqual(["4", "2", "F9", "3", "+"]);
    act(() => void vi.advanceTimersByTime(120));
    expect(done).toHaveLength(5);
  });

  it.each([4, 15, 25, 38])("does nothing for a scan with %i ms from key to key, whoever takes it", (gap) => {
    const done: string[] = [];
    const { unmount } = render(
      <>
        <Acts done={done} />
        <Taker kinds="pay" got={[]} />
      </>,
    );
    scan(CODE, null, gap);
    unmount();
    render(<Acts done={done} />);
    scan(CODE, null, gap);
    expect(done.filter((key) => key.length === 1)).toEqual([]);
  });

  it("does it at once where no scanner listens", () => {
    stop();
    const done: string[] = [];
    render(<Acts done={done} />);
    press("1", 300);
    expect(done).toEqual(["1"]);
  });
});
