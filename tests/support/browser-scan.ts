/** A scanner in a browser: keys sent as fast as one sends them. */
import type { Page } from "playwright-core";

/** Milliseconds from key to key; the events carry their times, so that a busy machine does not make a person of the scanner. */
const PACE = 4;

let codes = 0;
/** A WeChat code with this last digit, which is the sandbox's outcome. */
export const codeOf = (digit: number): string => `13${String(codes++).padStart(15, "0")}${digit}`;

/** Types as a scanner does, with Enter at the end. */
export async function scan(page: Page, text: string): Promise<void> {
  const line = await page.context().newCDPSession(page);
  const start = Date.now();
  const keys = [
    ...Array.from(text, (char) => ({ key: char, text: char, code: `Digit${char}` })),
    { key: "Enter", text: "\r", code: "Enter" },
  ];
  await Promise.all(
    keys.flatMap(({ key, text: typed, code }, i) => {
      const common = { key, code, windowsVirtualKeyCode: typed.charCodeAt(0), timestamp: (start + i * PACE) / 1000 };
      return [
        line.send("Input.dispatchKeyEvent", { type: "keyDown", text: typed, ...common }),
        line.send("Input.dispatchKeyEvent", { type: "keyUp", ...common }),
      ];
    }),
  );
  await line.detach();
}
