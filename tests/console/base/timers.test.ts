import { expect, it } from "vitest";
import { stopTimers } from "../timers";

it("stops a timer that would run after the last test, and lets others run", async () => {
  const ran: string[] = [];
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  setTimeout((name: string) => ran.push(name), 1, "early");
  await wait(20);
  setTimeout(() => ran.push("late"), 1);
  stopTimers();
  await wait(20);
  expect(ran).toEqual(["early"]);
});
